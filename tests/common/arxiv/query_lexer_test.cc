#include "common/arxiv/query_lexer.h"

#include <doctest/doctest.h>

#include "tests/common/arxiv/vectors.h"

using namespace arxiv;

namespace {

constexpr std::string_view kKinds = "w&|!()";  // in the order of TokenKind

/// Tokens in short: the kind's sign and, of an operand, its value.
std::string shown(std::string_view query) {
  std::string out;
  for (const Token& token : lex_query(query)) {
    if (!out.empty()) out += ' ';
    out += kKinds[static_cast<std::size_t>(token.kind)];
    if (token.kind == TokenKind::kOperand) out.append("[").append(token.value).append("]");
    if (token.issue) out.append("?").append(live_route_rule(*token.issue).name);
  }
  return out;
}

}  // namespace

TEST_CASE("tokens of a query") {
  struct Row {
    const char* query;
    const char* tokens;
  };
  const Row rows[] = {
      {"", ""},
      {" \t\n", ""},
      {"a b", "w[a] w[b]"},
      {"a AND b OR c ANDNOT d", "w[a] & w[b] | w[c] ! w[d]"},
      {"a AND NOT b", "w[a] ! w[b]"},
      {"a AND ( NOT b", "w[a] & ( !?operator_without_operand w[b]"},
      {"AND NOT NOT", "! !?operator_without_operand"},
      {"(a)(b)", "( w[a] ) ( w[b] )"},
      {"ti:\" a b \"c", "w[a b] w[c]"},
      {"\"a\" AND\u00A0\"b\"", "w[a] & w[b]"},
      {"a\u3000b\uFEFFc", "w[a] w[b] w[c]"},
      {"a\"b c\"", "w[a]?unterminated_quote w[b c]"},
      {"\"a b", "w[]?unterminated_quote w[a] w[b]"},
      {"ti:\"a b", "w[]?unterminated_quote w[a] w[b]"},
      {"ti:", "w[]?empty_operand"},
      {"ti:AND b", "w[AND]?empty_operand w[b]"},
      {"foo:b ti:c", "w[foo:b]?unknown_prefix w[c]"},
      {"ti:au:b", "w[au:b]?unknown_prefix"},
      {"id:b doi:", "w[b]?unsupported_field w[]?unsupported_field"},
      {"submittedDate:[202401010000 TO 202402010000])", "w[202401010000] )"},
      {"submittedDate:[ 2024 ] a", "w[[]?malformed_date w[2024] w[]] w[a]"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.query);
    CHECK(shown(row.query) == row.tokens);
  }
}

TEST_CASE("fields of prefixes, in any case") {
  const std::pair<const char*, Field> rows[] = {
      {"x", Field::kAny},
      {"all:x", Field::kAny},
      {"ti:x", Field::kTitle},
      {"Title:x", Field::kTitle},
      {"AU:x", Field::kAuthors},
      {"abs:x", Field::kAbstract},
      {"co:x", Field::kComment},
      {"jr:x", Field::kJournalRef},
      {"cat:x", Field::kCategory},
      {"submitteddate:x", Field::kSubmittedDate},
      {"rn:x", Field::kUnsupported},
      {"lastUpdatedDate:x", Field::kUnsupported},
  };
  for (const auto& row : rows) {
    CAPTURE(row.first);
    CHECK(lex_query(row.first).at(0).field == row.second);
  }
}

TEST_CASE("tokens follow one another and cover everything but white space") {
  for (const auto& row : testing::read_vectors("arxiv/query_examples.tsv")) {
    CAPTURE(row[0]);
    const std::string& query = row[0];
    std::size_t at = 0;
    for (const Token& token : lex_query(query)) {
      REQUIRE(at <= token.begin);
      REQUIRE(token.begin < token.end);
      CHECK(base::trim(query.substr(at, token.begin - at)).empty());
      at = token.end;
    }
    CHECK(base::trim(query.substr(at)).empty());
  }
}

TEST_CASE("a range keeps both stamps") {
  const Token token = lex_query("submittedDate:[202401010000 TO 202402010000]").at(0);
  CHECK(token.value == "202401010000");
  CHECK(token.until == "202402010000");
  CHECK_FALSE(token.issue);
}
