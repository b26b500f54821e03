#include "harvestd/run/progress_text.h"

#include <algorithm>
#include <vector>

#include "common/base/json.h"

namespace harvest {
namespace {

using std::chrono::seconds;

double seconds_of(milliseconds span) {
  return static_cast<double>(span.count()) / 1000.0;
}

double records_per_second(const Totals& totals, milliseconds elapsed) {
  const double span = std::max(0.001, seconds_of(elapsed));
  return static_cast<double>(totals.records) / span;
}

/// The part of the list that has been read, where its size is known and holds.
std::optional<double> fraction(const Totals& totals) {
  if (!totals.expected || *totals.expected <= 0) return std::nullopt;
  const std::int64_t done = totals.records + totals.tombstones + totals.skipped;
  if (done > *totals.expected) return std::nullopt;
  return static_cast<double>(done) / static_cast<double>(*totals.expected);
}

std::string bar(double part) {
  constexpr std::size_t kCells = 20;
  const auto filled = static_cast<std::size_t>(part * kCells);
  return "[" + std::string(filled, '#') + std::string(kCells - filled, '.') + "] " +
         std::to_string(static_cast<int>(part * 100)) + "%";
}

std::string time_left(double part, milliseconds elapsed) {
  const double left = static_cast<double>(elapsed.count()) * (1.0 - part) / part;
  return span_text(milliseconds(static_cast<std::int64_t>(left))) + " left";
}

std::string counted(std::int64_t number, std::string_view one, std::string_view many) {
  return with_separators(number) + " " + std::string(number == 1 ? one : many);
}

std::string rate(const Totals& totals, milliseconds elapsed) {
  return with_separators(static_cast<std::int64_t>(records_per_second(totals, elapsed))) +
         " records/s";
}

/// A piece of the live line; those of the highest `drop` go first when room is short.
struct Piece {
  int drop;
  std::string text;
};

std::string joined(const std::vector<Piece>& pieces) {
  std::string line;
  for (const Piece& piece : pieces) {
    if (piece.text.empty()) continue;
    if (!line.empty()) line += "  ";
    line += piece.text;
  }
  return line;
}

json::Writer& counts(json::Writer& out, const Totals& totals, milliseconds elapsed) {
  json::member(out, "pages", totals.pages);
  json::member(out, "records", totals.records);
  json::member(out, "tombstones", totals.tombstones);
  json::member(out, "skipped", totals.skipped);
  json::member(out, "last_datestamp", totals.last_datestamp);
  return out.key("seconds").number(seconds_of(elapsed));
}

}  // namespace

std::string live_line(const Totals& totals, milliseconds elapsed, std::size_t width) {
  const auto part = fraction(totals);
  const bool rated = elapsed >= seconds(1);
  std::vector<Piece> pieces = {
      {5, part ? bar(*part) : ""},
      {1, counted(totals.records, "record", "records")},
      {4, counted(totals.pages, "page", "pages")},
      {3, rated ? rate(totals, elapsed) : ""},
      {0, totals.last_datestamp ? "up to " + *totals.last_datestamp : ""},
      {2, part && *part > 0 && rated ? time_left(*part, elapsed) : span_text(elapsed)},
  };
  std::string line = joined(pieces);
  while (line.size() > width && !pieces.empty()) {
    pieces.erase(std::max_element(pieces.begin(), pieces.end(),
                                  [](const Piece& a, const Piece& b) { return a.drop < b.drop; }));
    line = joined(pieces);
  }
  return line;
}

std::string wait_line(std::string_view why, base::WallTime until) {
  constexpr std::size_t kDate = std::string_view("2026-01-31T").size();
  constexpr std::size_t kTime = std::string_view("23:59:59").size();
  return "Asking again at " + base::to_iso(until).substr(kDate, kTime) + " UTC. " +
         std::string(why);
}

std::string plain_line(const Totals& totals, milliseconds elapsed) {
  std::string line = counted(totals.pages, "page", "pages") + ", " +
                     counted(totals.records, "record", "records") + ", " +
                     counted(totals.tombstones, "tombstone", "tombstones");
  if (totals.skipped > 0) line += ", " + with_separators(totals.skipped) + " without metadata";
  if (totals.last_datestamp) line += ", up to " + *totals.last_datestamp;
  return line + ", " + span_text(elapsed) + ", " + rate(totals, elapsed);
}

std::string indexing_line(std::int64_t indexed, std::int64_t papers) {
  return "indexing " + with_separators(indexed) + "/" + with_separators(papers) + " papers";
}

std::string summary_line(std::string_view outcome, const Totals& totals, milliseconds elapsed) {
  const bool drained = outcome == "drained";
  return std::string(drained ? "Harvest complete (drained): "
                             : "Stopped at the budget (partial); the next refresh goes on: ") +
         plain_line(totals, elapsed);
}

std::string json_progress(const Totals& totals, milliseconds elapsed) {
  json::Writer out;
  json::member(out.begin_object(), "event", "progress");
  counts(out, totals, elapsed).end_object();
  return out.take();
}

std::string json_indexing(std::int64_t indexed, std::int64_t papers, milliseconds elapsed) {
  json::Writer out;
  json::member(out.begin_object(), "event", "indexing");
  json::member(out, "indexed", indexed);
  json::member(out, "papers", papers);
  out.key("seconds").number(seconds_of(elapsed)).end_object();
  return out.take();
}

std::string json_step(std::string_view text) {
  json::Writer out;
  json::member(out.begin_object(), "event", "step");
  json::member(out, "text", text).end_object();
  return out.take();
}

std::string json_end(std::string_view outcome, const Totals& totals, milliseconds elapsed,
                     std::string_view error, std::string_view reason) {
  json::Writer out;
  json::member(out.begin_object(), "event", "end");
  json::member(out, "outcome", outcome);
  counts(out, totals, elapsed);
  if (!error.empty()) json::member(out, "error", error);
  if (!reason.empty()) json::member(out, "reason", reason);
  out.end_object();
  return out.take();
}

}  // namespace harvest
