#include "tests/standin/generated_corpus.h"

#include <algorithm>
#include <stdexcept>

#include "tests/standin/generated_ids.h"
#include "tests/standin/paper_writer.h"
#include "tests/standin/random.h"
#include "tests/standin/text_forms.h"

namespace standin {
namespace {

using std::chrono::days;
using std::chrono::seconds;
using std::chrono::sys_days;
using std::chrono::sys_seconds;

constexpr sys_days kEarliestDatestamp =
    sys_days(std::chrono::year(2005) / std::chrono::September / 16);
constexpr sys_days kLastDatestamp = sys_days(std::chrono::year(2025) / std::chrono::December / 31);
constexpr std::uint64_t kRecordsPerBusyDay = 40;
constexpr std::size_t kFourWeeks = 28UL * 86400;
constexpr std::uint32_t kSerialBits = 17;

std::uint32_t pack(PaperNumber number) {
  return (static_cast<std::uint32_t>(number.month) << kSerialBits) |
         static_cast<std::uint32_t>(number.serial);
}

PaperNumber unpack(std::uint32_t key) {
  return {static_cast<int>(key >> kSerialBits), key & ((1U << kSerialBits) - 1)};
}

/// When record `index` of `size` was modified: never decreasing in `index`.
sys_seconds planned_modification(std::uint64_t index, std::uint64_t size) {
  const std::uint64_t bulk = size / 20;
  const auto second_of_day = [](std::uint64_t part, std::uint64_t whole) {
    return seconds(static_cast<long>(part * 86400 / whole));
  };
  if (index < bulk) return kEarliestDatestamp + second_of_day(index, bulk);
  const std::uint64_t rest = size - bulk;
  const auto span = static_cast<std::uint64_t>((kLastDatestamp - kEarliestDatestamp).count());
  const std::uint64_t busy_days = std::clamp<std::uint64_t>(rest / kRecordsPerBusyDay, 1, span);
  const std::uint64_t scaled = (index - bulk) * busy_days;
  const std::uint64_t day = 1 + scaled / rest * span / busy_days;
  return kEarliestDatestamp + days(static_cast<long>(day)) + second_of_day(scaled % rest, rest);
}

/// The month whose numbers a paper modified in `latest` takes: often that one, else any before.
int wanted_month(Random& random, int latest) {
  if (random.chance(55)) return latest;
  return static_cast<int>(random.below(static_cast<std::size_t>(latest) + 1));
}

/// Submission times: the first inside its month, the others between it and the modification.
std::vector<sys_seconds> version_times(Random& random, int month, sys_seconds modified) {
  const auto opening = std::chrono::time_point_cast<seconds>(first_day(month));
  const sys_seconds first =
      std::min(modified, opening + seconds(static_cast<long>(random.below(kFourWeeks))));
  const std::size_t dice = random.below(100);
  const long count = dice < 60 ? 1 : dice < 82 ? 2 : dice < 92 ? 3 : dice < 97 ? 4 : 5;
  std::vector<sys_seconds> times;
  for (long i = 0; i < count; ++i)
    times.push_back(first + (modified - first) * i / count);
  return times;
}

}  // namespace

GeneratedCorpus::GeneratedCorpus(const Generation& generation) : generation_(generation) {
  const std::size_t size = generation.papers + generation.tombstones;
  std::vector<std::size_t> used(static_cast<std::size_t>(month_of(kLastDatestamp)) + 1);
  const auto is_full = [&](int month) {
    return used[static_cast<std::size_t>(month)] >= month_capacity(month);
  };
  slots_.reserve(size);
  by_key_.reserve(size);
  for (std::size_t index = 0; index < size; ++index) {
    const sys_seconds modified = planned_modification(index, size);
    Random random(generation.seed, 2 * index);
    int month = wanted_month(random, month_of(std::chrono::floor<days>(modified)));
    while (month >= 0 && is_full(month))
      --month;
    if (month < 0) throw std::length_error("more records than identifiers");
    const Key key = pack({month, used[static_cast<std::size_t>(month)]++});
    slots_.push_back({key, static_cast<std::uint32_t>(modified.time_since_epoch().count())});
    by_key_.push_back({key, static_cast<std::uint32_t>(index)});
  }
  std::sort(by_key_.begin(), by_key_.end(),
            [](const Located& a, const Located& b) { return a.key < b.key; });
}

std::string GeneratedCorpus::id(std::size_t index) const {
  return paper_id(unpack(slots_[index].key));
}

sys_seconds GeneratedCorpus::modified(std::size_t index) const {
  return sys_seconds(seconds(slots_[index].modified));
}

bool GeneratedCorpus::is_deleted(std::size_t index) const {
  return (index + 1) * generation_.tombstones / size() > index * generation_.tombstones / size();
}

std::optional<std::size_t> GeneratedCorpus::find(std::string_view id) const {
  const auto number = parse_paper_number(id);
  if (!number) return std::nullopt;
  const Key key = pack(*number);
  const auto at = std::lower_bound(by_key_.begin(), by_key_.end(), key,
                                   [](const Located& row, Key wanted) { return row.key < wanted; });
  if (at == by_key_.end() || at->key != key) return std::nullopt;
  return at->index;
}

std::string GeneratedCorpus::record(std::size_t index, std::string_view datestamp) const {
  const PaperNumber number = unpack(slots_[index].key);
  const bool is_old = number.month < kFirstNewStyleMonth;
  Random random(generation_.seed, 2 * index + 1);
  const Field& field = is_old ? fields()[old_archive(number).field] : random.pick(fields());
  const PaperPlan plan{paper_id(number),
                       is_old ? old_archive(number).codes : random.pick(field.categories), &field,
                       is_old, version_times(random, number.month, modified(index))};
  const bool deleted = is_deleted(index);
  std::string out = deleted ? "<record><header status=\"deleted\">" : "<record><header>";
  append_element(out, "identifier", "oai:arXiv.org:" + plan.id);
  append_element(out, "datestamp", datestamp);
  for (const std::string_view code : plan.codes) {
    append_element(out, "setSpec", set_of_category(code));
  }
  out += "</header>";
  if (!deleted) out += "<metadata>" + write_arxiv_raw(plan, random) + "</metadata>";
  return out + "</record>";
}

}  // namespace standin
