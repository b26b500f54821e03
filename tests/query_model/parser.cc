#include "tests/query_model/parser.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "tests/query_model/categories.h"
#include "tests/query_model/dates.h"

namespace query_model {
namespace {

using Kind = Operand::Kind;

constexpr int kDeepest = 600;

struct Prefix {
  std::string_view name;
  Kind kind;
  Field field = Field::kAny;
};

constexpr Prefix kPrefixes[] = {
    {"all", Kind::kText},
    {"ti", Kind::kText, Field::kTitle},
    {"title", Kind::kText, Field::kTitle},
    {"au", Kind::kText, Field::kAuthors},
    {"abs", Kind::kText, Field::kAbstract},
    {"co", Kind::kText, Field::kComment},
    {"jr", Kind::kText, Field::kJournalRef},
    {"cat", Kind::kCategory},
    {"submitteddate", Kind::kSubmitted},
    {"lastupdateddate", Kind::kUpdated},
    {"id", Kind::kIdentifier},
    {"rn", Kind::kNothing},
    {"doi", Kind::kNothing},
};

const Prefix* prefix_named(std::string_view name) {
  std::string small(name);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto* found = std::find_if(std::begin(kPrefixes), std::end(kPrefixes),
                                   [&](const Prefix& prefix) { return prefix.name == small; });
  return found == std::end(kPrefixes) ? nullptr : found;
}

std::size_t blank_at(std::string_view text, std::size_t at) {
  constexpr std::string_view kBlanks[] = {" ",  "\t",     "\n",     "\r",     "\f",
                                          "\v", "\u00A0", "\u2003", "\u2009", "\u3000"};
  for (const std::string_view blank : kBlanks) {
    if (text.substr(at).starts_with(blank)) return blank.size();
  }
  return 0;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && blank_at(text, 0) != 0)
    text.remove_prefix(blank_at(text, 0));
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t blank = blank_at(text, at);
    at += blank == 0 ? 1 : blank;
    if (blank == 0) end = at;
  }
  return text.substr(0, end);
}

bool is_operator(std::string_view word) {
  return word == "AND" || word == "OR" || word == "ANDNOT" || word == "NOT";
}

void set_value(Operand& operand, std::string_view value) {
  operand.value = value;
  if (operand.kind == Kind::kCategory) operand.codes = codes_of(value);
  if (operand.kind != Kind::kText) return;
  operand.is_prefix = value.ends_with('*');
  operand.words = Text(value);
  operand.author_words = Text(author_spelling(value));
}

}  // namespace

bool Parser::run() {
  return compound(0) && at_end();
}

Parser::Place Parser::compound(int depth) {
  std::vector<std::size_t> operands;
  std::vector<Operator> joints;
  while (true) {
    const Place place = operand(depth);
    if (!place) return std::nullopt;
    operands.push_back(*place);
    skip_blanks();
    if (at_end() || stands_here(')')) break;
    joints.push_back(joint());
  }
  std::size_t right = operands.back();
  for (std::size_t i = joints.size(); i-- > 0;) {
    nodes.push_back({std::nullopt, joints[i], operands[i], right});
    right = nodes.size() - 1;
  }
  return right;
}

// Adjacent operands are joined by OR.
Operator Parser::joint() {
  const std::string_view word = word_here();
  const bool quoted = at_ + word.size() < text_.size() && text_[at_ + word.size()] == '"';
  if (quoted || !is_operator(word) || word == "NOT") return Operator::kOr;
  at_ += word.size();
  if (word == "OR") return Operator::kOr;
  if (word == "ANDNOT") return Operator::kAndNot;
  skip_blanks();
  if (word_here() != "NOT") return Operator::kAnd;
  at_ += 3;
  return Operator::kAndNot;
}

Parser::Place Parser::operand(int depth) {
  skip_blanks();
  if (stands_here('(')) {
    if (depth == kDeepest) return std::nullopt;
    ++at_;
    const Place inside = compound(depth + 1);
    if (!inside || !stands_here(')')) return std::nullopt;
    ++at_;
    return inside;
  }
  Operand operand;
  operand.kind = Kind::kText;
  if (const Prefix* prefix = prefix_named(prefix_here())) {
    at_ += prefix->name.size() + 1;
    operand.kind = prefix->kind;
    operand.field = prefix->field;
  }
  const bool is_range = operand.kind == Kind::kSubmitted || operand.kind == Kind::kUpdated;
  return is_range ? range_operand(std::move(operand)) : text_operand(std::move(operand));
}

Parser::Place Parser::text_operand(Operand operand) {
  if (stands_here('"')) {
    const std::size_t close = text_.find('"', at_ + 1);
    if (close == text_.npos) return std::nullopt;
    set_value(operand, trimmed(text_.substr(at_ + 1, close - at_ - 1)));
    at_ = close + 1;
  } else {
    const std::string_view word = word_here();
    if (is_operator(word)) return std::nullopt;
    set_value(operand, word);
    at_ += word.size();
    if (stands_here('"')) return std::nullopt;
  }
  if (operand.value.empty()) return std::nullopt;
  return add(std::move(operand));
}

Parser::Place Parser::range_operand(Operand operand) {
  const std::size_t close = text_.find(']', at_);
  if (!stands_here('[') || close == text_.npos) return std::nullopt;
  const std::string_view range = trimmed(text_.substr(at_ + 1, close - at_ - 1));
  const std::size_t to = range.find("TO");
  if (to == range.npos) return std::nullopt;
  const auto first = instant_of_minute(trimmed(range.substr(0, to)));
  const auto last = instant_of_minute(trimmed(range.substr(to + 2)));
  if (!first || !last) return std::nullopt;
  operand.from = *first;
  operand.to = *last;
  at_ = close + 1;
  return add(std::move(operand));
}

Parser::Place Parser::add(Operand operand) {
  nodes.push_back({std::move(operand)});
  return nodes.size() - 1;
}

void Parser::skip_blanks() {
  while (!at_end() && blank_at(text_, at_) != 0)
    at_ += blank_at(text_, at_);
}

// Words end at a blank, a parenthesis or a quote.
std::string_view Parser::word_here() const {
  std::size_t end = at_;
  while (end < text_.size() &&
         std::string_view("()\"").find(text_[end]) == std::string_view::npos &&
         blank_at(text_, end) == 0)
    ++end;
  return text_.substr(at_, end - at_);
}

// The letters here that a colon follows at once.
std::string_view Parser::prefix_here() const {
  std::size_t end = at_;
  while (end < text_.size() && std::isalpha(static_cast<unsigned char>(text_[end])) != 0)
    ++end;
  if (end == at_ || end == text_.size() || text_[end] != ':') return {};
  return text_.substr(at_, end - at_);
}

}  // namespace query_model
