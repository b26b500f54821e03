#include "common/arxiv/query_lexer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "common/arxiv/date_stamp.h"
#include "common/arxiv/white_space.h"
#include "common/base/text.h"

namespace arxiv {
namespace {

using Reason = LiveRouteReason;

struct Prefix {
  std::string_view name;
  Field field;
};

constexpr std::array<Prefix, 13> kPrefixes = {{
    {"all", Field::kAny},
    {"ti", Field::kTitle},
    {"title", Field::kTitle},
    {"au", Field::kAuthors},
    {"abs", Field::kAbstract},
    {"co", Field::kComment},
    {"jr", Field::kJournalRef},
    {"cat", Field::kCategory},
    {"submittedDate", Field::kSubmittedDate},
    {"rn", Field::kUnsupported},
    {"id", Field::kUnsupported},
    {"doi", Field::kUnsupported},
    {"lastUpdatedDate", Field::kUnsupported},
}};

/// The letters of `text` that a colon follows at once; empty when it begins otherwise.
std::string_view prefix_of(std::string_view text) {
  const auto* end = std::find_if_not(text.begin(), text.end(), base::is_letter);
  if (end == text.end() || *end != ':') return {};
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::optional<Field> field_of(std::string_view prefix) {
  for (const Prefix& known : kPrefixes) {
    if (base::equal_ignoring_case(known.name, prefix)) return known.field;
  }
  return std::nullopt;
}

std::optional<TokenKind> operator_kind(std::string_view word) {
  if (word == "AND") return TokenKind::kAnd;
  if (word == "OR") return TokenKind::kOr;
  if (word == "ANDNOT") return TokenKind::kAndNot;
  return std::nullopt;
}

bool is_operator(std::string_view word) {
  return operator_kind(word) || word == "NOT";
}

class Lexer {
 public:
  explicit Lexer(std::string_view query) : query_(query) {}

  std::vector<Token> run() {
    while (at_ < query_.size()) {
      if (const std::size_t blank = white_space_at(query_, at_)) {
        at_ += blank;
      } else if (query_[at_] == '(' || query_[at_] == ')') {
        const TokenKind kind = query_[at_] == '(' ? TokenKind::kOpen : TokenKind::kClose;
        tokens_.push_back({kind, at_, at_ + 1});
        ++at_;
      } else if (!read_operator()) {
        read_operand();
      }
    }
    return std::move(tokens_);
  }

 private:
  char peek() const { return at_ < query_.size() ? query_[at_] : '\0'; }

  /// The byte behind the word at `at_`: words end at white space, a parenthesis or a quote.
  std::size_t word_end() const {
    std::size_t end = at_;
    while (end < query_.size() && std::string_view("()\"").find(query_[end]) == query_.npos &&
           white_space_at(query_, end) == 0) {
      ++end;
    }
    return end;
  }

  bool read_operator() {
    const std::size_t begin = at_;
    const std::size_t end = word_end();
    const std::string_view word = query_.substr(begin, end - begin);
    const bool quoted_behind = end < query_.size() && query_[end] == '"';
    if (!is_operator(word) || quoted_behind) return false;
    at_ = end;
    const bool negates =
        word == "NOT" && !tokens_.empty() && tokens_.back().kind == TokenKind::kAnd;
    if (negates) {
      tokens_.back().kind = TokenKind::kAndNot;
      tokens_.back().end = end;
      return true;
    }
    tokens_.push_back({operator_kind(word).value_or(TokenKind::kAndNot), begin, end});
    if (word == "NOT") note(Reason::kOperatorWithoutOperand);
    return true;
  }

  void read_operand() {
    tokens_.push_back({TokenKind::kOperand, at_, at_});
    read_prefix();
    if (tokens_.back().field == Field::kSubmittedDate && read_range()) {
      tokens_.back().end = at_;
      return;
    }
    if (peek() == '"') {
      read_phrase();
    } else {
      read_word();
    }
    tokens_.back().end = at_;
    if (tokens_.back().value.empty()) note(Reason::kEmptyOperand);
  }

  void read_prefix() {
    const std::string_view prefix = prefix_of(query_.substr(at_));
    if (prefix.empty()) return;
    const std::optional<Field> field = field_of(prefix);
    if (!field) return note(Reason::kUnknownPrefix);
    at_ += prefix.size() + 1;
    Token& token = tokens_.back();
    token.field = *field;
    if (*field == Field::kUnsupported) note(Reason::kUnsupportedField);
    // arXiv drops a prefix that another word and colon follow.
    if (!prefix_of(query_.substr(at_)).empty()) note(Reason::kUnknownPrefix);
  }

  void read_phrase() {
    const std::size_t close = query_.find('"', at_ + 1);
    if (close == query_.npos) {
      ++at_;
      return note(Reason::kUnterminatedQuote);
    }
    tokens_.back().value = trim_white_space(query_.substr(at_ + 1, close - at_ - 1));
    at_ = close + 1;
  }

  void read_word() {
    const std::size_t begin = std::exchange(at_, word_end());
    const std::string_view word = query_.substr(begin, at_ - begin);
    if (peek() == '"') note(Reason::kUnterminatedQuote);
    // Behind a prefix an operator is still one, so the prefix has no value.
    if (is_operator(word)) note(Reason::kEmptyOperand);
    tokens_.back().value = word;
  }

  /// `[YYYYMMDDHHMM TO YYYYMMDDHHMM]`, both real minutes; noted as malformed otherwise.
  bool read_range() {
    const std::size_t begin = at_;
    Token& token = tokens_.back();
    const bool read = take("[") && take_blanks(0) && take_stamp(token.value) && take_blanks(1) &&
                      take("TO") && take_blanks(1) && take_stamp(token.until) && take_blanks(0) &&
                      take("]") && word_end() == at_ && peek() != '"';
    if (read) return true;
    at_ = begin;
    note(Reason::kMalformedDate);
    return false;
  }

  bool take(std::string_view text) {
    if (query_.substr(at_, text.size()) != text) return false;
    at_ += text.size();
    return true;
  }

  /// Skips white space; false when there are fewer than `minimum` characters of it.
  bool take_blanks(std::size_t minimum) {
    std::size_t count = 0;
    while (at_ < query_.size() && white_space_at(query_, at_) != 0) {
      at_ += white_space_at(query_, at_);
      ++count;
    }
    return count >= minimum;
  }

  bool take_stamp(std::string_view& stamp) {
    stamp = query_.substr(at_, kStampSize);
    if (!instant_of_stamp(stamp)) return false;
    at_ += kStampSize;
    return true;
  }

  /// What is wrong with the last token; the first finding stays.
  void note(Reason reason) {
    std::optional<Reason>& issue = tokens_.back().issue;
    if (!issue) issue = reason;
  }

  std::string_view query_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> lex_query(std::string_view query) {
  return Lexer(query).run();
}

}  // namespace arxiv
