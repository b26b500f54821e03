#include "tests/query_model/categories.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

namespace query_model {
namespace {

struct Archive {
  const char* name;
  const char* classes;
};

constexpr Archive kArchives[] = {
#include "tests/query_model/archives.inc"
};

const std::map<std::string, std::string>& successors() {
  static const std::map<std::string, std::string> kSuccessors = {
      {"cs.NA", "math.NA"},   {"cs.SY", "eess.SY"},   {"math.IT", "cs.IT"},
      {"math.MP", "math-ph"}, {"stat.TH", "math.ST"}, {"q-fin.EC", "econ.GN"}};
  return kSuccessors;
}

std::string successor(const std::string& code) {
  const auto found = successors().find(code);
  return found == successors().end() ? code : found->second;
}

std::string small(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::vector<std::string> words(const char* text) {
  std::istringstream stream(text);
  std::vector<std::string> out;
  for (std::string word; stream >> word;)
    out.push_back(word);
  return out;
}

std::vector<std::string> all_codes() {
  std::vector<std::string> archives;
  std::vector<std::string> codes;
  for (const Archive& archive : kArchives) {
    const std::string name = archive.name;
    if (!name.empty()) archives.push_back(name);
    for (const std::string& word : words(archive.classes))
      codes.push_back(name.empty() ? word : name + "." + word);
  }
  archives.insert(archives.end(), codes.begin(), codes.end());
  return archives;
}

bool has_classes(const std::string& code) {
  return std::any_of(std::begin(kArchives), std::end(kArchives),
                     [&](const Archive& archive) { return code == archive.name; });
}

std::vector<std::string> beginning_with(std::string_view prefix) {
  std::vector<std::string> codes;
  for (const std::string& code : known_codes()) {
    if (small(code).starts_with(small(prefix))) codes.push_back(successor(code));
  }
  return codes;
}

}  // namespace

const std::vector<std::string>& known_codes() {
  static const std::vector<std::string> kCodes = all_codes();
  return kCodes;
}

std::vector<std::string> codes_of(std::string_view operand) {
  const bool pattern = operand.ends_with('*');
  const std::string_view plain = operand.substr(0, operand.size() - (pattern ? 1 : 0));
  if (plain.empty() || plain.find_first_of("*?") != plain.npos) return {};
  if (pattern) return beginning_with(plain);
  std::string code(plain);
  for (const std::string& known : known_codes()) {
    if (small(known) == small(plain)) code = known;
  }
  if (!has_classes(code)) return {successor(code)};
  std::vector<std::string> codes = beginning_with(code + ".");
  codes.push_back(code);
  return codes;
}

}  // namespace query_model
