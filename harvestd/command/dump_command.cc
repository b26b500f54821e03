#include "harvestd/command/dump_command.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "common/base/json.h"
#include "common/base/number.h"
#include "harvestd/dump/export.h"
#include "harvestd/dump/import.h"

namespace harvest {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// `120,000 papers, 25,000 papers/s`.
std::string counted(std::int64_t papers, Clock::time_point start) {
  const double rate = static_cast<double>(papers) / std::max(0.001, seconds_since(start));
  return base::with_separators(papers) + (papers == 1 ? " paper, " : " papers, ") +
         base::with_separators(static_cast<std::int64_t>(rate)) + " papers/s";
}

/// Tells how many papers a command has `verb`: Exported, Imported.
std::function<void(std::int64_t)> counter(Progress& progress, std::string verb) {
  return [&progress, verb = std::move(verb), start = Clock::now()](std::int64_t papers) {
    progress.step(verb + " " + counted(papers, start));
  };
}

/// The last line: JSON members as given, or `text`.
void conclude(const CommandContext& context, const std::string& text, json::Writer& object) {
  object.end_object();
  if (context.options.json) {
    tell(context, object.take() + "\n");
  } else if (!context.options.quiet) {
    tell(context, text + "\n");
  }
}

json::Writer& begin_end(json::Writer& out, std::string_view outcome) {
  json::member(out.begin_object(), "event", "end");
  return json::member(out, "outcome", outcome);
}

}  // namespace

base::ExitCode export_dump(const CommandContext& context) {
  const auto start = Clock::now();
  const auto result = mirror::export_papers(
      context.settings.mirror_path,
      {context.options.file, context.stop, counter(context.progress, "Exported")});
  if (!result.complete) {
    context.progress.warn(
        "The mirror's first harvest has not finished; the export holds what there "
        "is so far.");
  }
  json::Writer out;
  json::member(begin_end(out, "exported"), "papers", result.papers);
  json::member(out, "complete", result.complete);
  json::member(out, "file", context.options.file);
  conclude(context, "Exported " + counted(result.papers, start), out);
  return base::ExitCode::kOk;
}

base::ExitCode import_dump(const CommandContext& context) {
  const auto start = Clock::now();
  mirror::ImportPlan plan;
  plan.file = context.options.file;
  plan.open = open_rules(context);
  plan.notice = counter(context.progress, "Imported");
  plan.indexing = [&progress = context.progress](const auto& fill) { progress.index(fill); };
  const auto result = mirror::import_papers(context.settings.mirror_path, plan);
  json::Writer out;
  json::member(begin_end(out, "imported"), "lines", result.lines);
  json::member(out, "papers", result.papers);
  json::member(out, "last_datestamp", result.last_datestamp);
  json::member(out, "seconds", static_cast<std::int64_t>(seconds_since(start)));
  const std::string end =
      result.last_datestamp.empty()
          ? ". `harvestd refresh` reads arXiv's whole list."
          : ", up to " + result.last_datestamp + ". `harvestd refresh` goes on from there.";
  conclude(context, "Import complete: " + counted(result.papers, start) + end, out);
  return base::ExitCode::kOk;
}

}  // namespace harvest
