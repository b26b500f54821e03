#include "tests/standin/generated_ids.h"

#include <array>
#include <cstdio>

#include "tests/standin/text_forms.h"

namespace standin {
namespace {

constexpr int kFirstYear = 1995;
constexpr int kFirstFiveDigitMonth = 12 * 20;
constexpr std::size_t kOldNumbers = 999;

constexpr std::string_view kHepTh[] = {"hep-th"};
constexpr std::string_view kHepPh[] = {"hep-ph", "hep-ex"};
constexpr std::string_view kHepLat[] = {"hep-lat"};
constexpr std::string_view kAstroPh[] = {"astro-ph"};
constexpr std::string_view kCondMat[] = {"cond-mat.stat-mech", "cond-mat"};
constexpr std::string_view kGrQc[] = {"gr-qc", "hep-th"};
constexpr std::string_view kQuantPh[] = {"quant-ph"};
constexpr std::string_view kNuclTh[] = {"nucl-th", "nucl-ex"};
constexpr std::string_view kMath[] = {"math.AG", "math.NT"};
constexpr std::string_view kCs[] = {"cs.DS", "cs.CC"};
constexpr std::string_view kAlgGeom[] = {"alg-geom", "math.AG"};
constexpr std::string_view kQAlg[] = {"q-alg", "math.QA"};
constexpr std::string_view kCmpLg[] = {"cmp-lg", "cs.CL"};

/// The archives closed at the end of 1997 come last.
constexpr std::array<OldArchive, 13> kArchives = {{
    {"hep-th", kHepTh, 0},
    {"hep-ph", kHepPh, 1},
    {"astro-ph", kAstroPh, 2},
    {"cond-mat", kCondMat, 3},
    {"quant-ph", kQuantPh, 4},
    {"math", kMath, 5},
    {"gr-qc", kGrQc, 10},
    {"hep-lat", kHepLat, 1},
    {"nucl-th", kNuclTh, 10},
    {"cs", kCs, 9},
    {"alg-geom", kAlgGeom, 5},
    {"q-alg", kQAlg, 5},
    {"cmp-lg", kCmpLg, 8},
}};
constexpr std::size_t kClosedArchives = 3;
constexpr int kFirstMonthAfterClosing = 12 * 3;

std::size_t open_archives(int month) {
  return kArchives.size() - (month < kFirstMonthAfterClosing ? 0 : kClosedArchives);
}

/// Each month begins with another archive, so that a small corpus knows them all.
std::size_t first_archive(int month) {
  return static_cast<std::size_t>(month) % open_archives(month);
}

std::optional<int> parse_month(std::string_view yymm) {
  const auto number = parse_count(yymm);
  if (yymm.size() != 4 || !number) return std::nullopt;
  const int year = static_cast<int>(*number / 100);
  const int month = static_cast<int>(*number % 100);
  if (month < 1 || month > 12) return std::nullopt;
  return (year + (year < 90 ? 2000 : 1900) - kFirstYear) * 12 + month - 1;
}

}  // namespace

std::size_t month_capacity(int month) {
  if (month < kFirstNewStyleMonth) return open_archives(month) * kOldNumbers;
  return month < kFirstFiveDigitMonth ? 9999 : 99999;
}

const OldArchive& old_archive(PaperNumber number) {
  const std::size_t archives = open_archives(number.month);
  return kArchives[(number.serial + first_archive(number.month)) % archives];
}

std::string paper_id(PaperNumber number) {
  const int yymm = (kFirstYear + number.month / 12) % 100 * 100 + number.month % 12 + 1;
  std::array<char, 48> digits{};
  if (number.month < kFirstNewStyleMonth) {
    std::snprintf(digits.data(), digits.size(), "/%04d%03zu", yymm,
                  number.serial / open_archives(number.month) + 1);
    return std::string(old_archive(number).name) + digits.data();
  }
  const int width = number.month < kFirstFiveDigitMonth ? 4 : 5;
  std::snprintf(digits.data(), digits.size(), "%04d.%0*zu", yymm, width, number.serial + 1);
  return digits.data();
}

std::optional<PaperNumber> parse_paper_number(std::string_view id) {
  const std::size_t slash = id.find('/');
  const bool is_old = slash != std::string_view::npos;
  const std::string_view digits = is_old ? id.substr(slash + 1) : id;
  if (digits.size() < 7) return std::nullopt;
  const auto month = parse_month(digits.substr(0, 4));
  const auto number = parse_count(digits.substr(is_old ? 4 : 5));
  if (!month || *month < 0 || !number || *number == 0) return std::nullopt;
  PaperNumber result{*month, *number - 1};
  if (is_old) {
    const std::size_t archives = open_archives(*month);
    std::size_t archive = 0;
    while (archive < archives && kArchives[archive].name != id.substr(0, slash))
      ++archive;
    result.serial =
        (*number - 1) * archives + (archive + archives - first_archive(*month)) % archives;
  }
  const bool is_ours = result.serial < month_capacity(*month) && paper_id(result) == id;
  return is_ours ? std::optional(result) : std::nullopt;
}

std::chrono::sys_days first_day(int month) {
  return std::chrono::sys_days(std::chrono::year(kFirstYear + month / 12) /
                               std::chrono::month(static_cast<unsigned>(month % 12 + 1)) / 1);
}

int month_of(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return (int(date.year()) - kFirstYear) * 12 + static_cast<int>(unsigned(date.month())) - 1;
}

}  // namespace standin
