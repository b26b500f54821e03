#pragma once

/// One question put to two servers: one answers from a mirror, the other asks the local arXiv that
/// the mirror was harvested from.

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/text.h"
#include "tests/support/json_path.h"
#include "tests/support/mcp_client.h"
#include "tests/support/standin_process.h"
#include "tests/support/temp_dir.h"

namespace testing {

/// Arguments of searches made of what some papers hold, so that most find something.
class RandomSearches {
 public:
  RandomSearches(const json::Value& papers, unsigned seed) : random_(seed) {
    for (const json::Value& paper : papers.GetArray()) {
      collect("ti:", text_at(paper, "/title"));
      collect("abs:", text_at(paper, "/abstract"));
      collect("", text_at(paper, "/abstract"));
      collect("all:", text_at(paper, "/title"));
      if (const json::Value* journal = find_at(paper, "/journal_ref")) {
        collect("jr:", json::text(*journal));
      }
      if (const json::Value* comment = find_at(paper, "/comment")) {
        collect("co:", json::text(*comment));
      }
      for (const json::Value& author : at(paper, "/authors").GetArray())
        collect("au:", last_word(json::text(author)));
      for (const json::Value& code : at(paper, "/categories").GetArray()) {
        const std::string text(json::text(code));
        terms_["cat:"].push_back(text);
        terms_["cat:"].push_back(text.substr(0, text.find('.')));
      }
      days_.emplace_back(text_at(paper, "/published").substr(0, 10));
    }
  }

  std::string next() {
    json::Writer out;
    out.begin_object();
    json::member(out, "query", query());
    if (one_in(4)) json::member(out, "category", any(terms_["cat:"]));
    std::string from = any(days_);
    std::string to = any(days_);
    if (to < from) std::swap(from, to);
    if (one_in(5)) json::member(out, "submitted_from", from);
    if (one_in(5)) json::member(out, "submitted_to", to);
    json::member(out, "sort_by", one_in(3) ? "relevance" : one_in(2) ? "submitted" : "updated");
    json::member(out, "sort_order", one_in(2) ? "ascending" : "descending");
    json::member(out, "start", std::int64_t{one_in(3) ? below(12) : 0});
    json::member(out, "max_results", std::int64_t{one_in(2) ? 50 : 1 + below(20)});
    out.end_object();
    return out.take();
  }

 private:
  using Words = std::vector<std::string>;

  static std::string last_word(std::string_view name) {
    return std::string(name.substr(name.rfind(' ') + 1));
  }

  /// The words of letters and digits alone; quotes and operators of the language are none.
  void collect(const std::string& prefix, std::string_view text) {
    std::string word;
    const auto finish = [&] {
      if (word.size() > 2) terms_[prefix].push_back(word);
      word.clear();
    };
    for (const char c : text) {
      const bool belongs = base::is_letter(c) || base::is_digit(c) || (c & 0x80) != 0;
      belongs ? word.push_back(c) : finish();
    }
    finish();
  }

  int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random_); }
  bool one_in(int chances) { return below(chances) == 0; }
  const std::string& any(const Words& words) {
    return words[static_cast<std::size_t>(below(static_cast<int>(words.size())))];
  }

  std::string term() {
    auto list = terms_.begin();
    std::advance(list, below(static_cast<int>(terms_.size())));
    const auto& [prefix, words] = *list;
    const auto first = static_cast<std::size_t>(below(static_cast<int>(words.size())));
    const bool phrase =
        one_in(6) && first + 1 < words.size() && prefix != "au:" && prefix != "cat:";
    return prefix + (phrase ? '"' + words[first] + ' ' + words[first + 1] + '"' : words[first]);
  }

  std::string query() {
    std::string text = term();
    for (int more = below(4); more > 0; --more) {
      static const Words kJoints = {" AND ", " OR ", " ANDNOT ", " "};
      text = one_in(3) ? '(' + text + ')' + any(kJoints) + term() : text + any(kJoints) + term();
    }
    if (one_in(5)) text = '(' + text + ") AND (" + category() + " OR " + category() + ')';
    if (one_in(6)) text = '(' + text + ") AND submittedDate:[" + minute() + " TO 209912312359]";
    return text;
  }

  std::string category() { return "cat:" + any(terms_["cat:"]); }

  /// The first of a day on which a paper was submitted, as a query writes it.
  std::string minute() {
    const std::string& day = any(days_);
    return day.substr(0, 4) + day.substr(5, 2) + day.substr(8, 2) + "0000";
  }

  std::mt19937 random_;
  std::map<std::string, Words> terms_;  ///< by prefix; in the order of their texts
  Words days_;
};

class Agreement {
 public:
  Agreement()
      : stored_(server({"--mirror", harvested(), "--mirror-recent-days-live", "0"})),
        live_(server({"--mirror-enabled", "false"})) {
    stored_.open();
    live_.open();
  }

  /// Looks papers up on both sides.
  void check_look_ups() {
    const json::Document sample = stored_.call(kSearch, kSample);
    std::string list;
    int listed = 0;
    for (const json::Value& paper : at(sample, "/papers").GetArray()) {
      const std::string id = text_at(paper, "/id");
      // Every second one without its version.
      const std::string name = ++listed % 2 == 0 ? id : id.substr(0, id.rfind('v'));
      list += (list.empty() ? "\"" : ",\"") + name + '"';
      if (listed % 10 != 0) continue;
      const std::string arguments = "{\"paper_ids\":[" + list + "]}";
      CAPTURE(arguments);
      const json::Document stored = stored_.call("arxiv_get_metadata", arguments);
      const json::Document live = live_.call("arxiv_get_metadata", arguments);
      CHECK(at(stored, "/papers").Size() == 10);
      CHECK(json::write(at(stored, "/papers")) == json::write(at(live, "/papers")));
      list.clear();
    }
    CHECK(listed == 50);
  }

  /// Puts `count` searches that the mirror may answer to both.
  void check_searches(int count, unsigned seed) {
    const json::Document sample = stored_.call(kSearch, kSample);
    RandomSearches searches(at(sample, "/papers"), seed);
    int found = 0;
    for (int compared = 0; compared < count;) {
      const std::string arguments = searches.next();
      const ToolAnswer stored = stored_.call_tool(kSearch, arguments);
      CAPTURE(arguments);
      REQUIRE_FALSE(stored.is_error);
      if (text_at(stored.structured, "/source") != "mirror") continue;
      const ToolAnswer live = live_.call_tool(kSearch, arguments);
      REQUIRE_FALSE(live.is_error);
      compare(arguments, stored.structured, live.structured);
      found += at(stored.structured, "/papers").Empty() ? 0 : 1;
      ++compared;
    }
    // Two servers that find nothing agree too easily.
    CHECK(found * 3 > count);
  }

 private:
  static constexpr const char* kSearch = "arxiv_search_papers";
  static constexpr const char* kSample =
      R"({"query":"cat:cs OR cat:math OR cat:hep-th OR cat:astro-ph","max_results":50})";
  using Papers = std::map<std::string, const json::Value*>;

  std::string harvested() {
    const std::string file = folder_ / "mirror.db";
    const ProcessResult harvest =
        run({{program("harvestd"), "init", "--quiet", "--mirror", file, "--oai-base-url",
              arxiv_.oai_url(), "--oai-request-delay-ms", "0"}});
    if (harvest.status != 0) throw std::runtime_error("harvestd failed: " + harvest.err);
    return file;
  }

  Command server(std::vector<std::string> options) const {
    Command command{
        {program("mcpd"), "--api-base-url", arxiv_.base_url() + "/api", "--request-delay-ms", "0"}};
    command.arguments.insert(command.arguments.end(), options.begin(), options.end());
    return command;
  }

  static Papers papers_of(const json::Value& answer) {
    Papers papers;
    for (const json::Value& paper : at(answer, "/papers").GetArray())
      papers.emplace(text_at(paper, "/id"), &paper);
    return papers;
  }

  /// The dates by which the papers are ordered, as they follow each other.
  static std::vector<std::string> dates_of(const json::Value& answer) {
    std::vector<std::string> dates;
    for (const json::Value& paper : at(answer, "/papers").GetArray())
      dates.push_back(text_at(paper, "/published") + " " + text_at(paper, "/updated"));
    return dates;
  }

  static void compare(const std::string& arguments, const json::Value& stored,
                      const json::Value& live) {
    CHECK(at(stored, "/totalFound") == at(live, "/totalFound"));
    CHECK(at(stored, "/effectiveQuery") == at(live, "/effectiveQuery"));
    // Of a page by relevance only what it holds is comparable, and only when that is everything.
    const bool by_date = arguments.find("relevance") == std::string::npos;
    const auto shown = static_cast<std::int64_t>(at(stored, "/papers").Size());
    if (!by_date && at(stored, "/totalFound").GetInt64() != shown) return;
    if (by_date) CHECK(dates_of(stored) == dates_of(live));
    const Papers of_mirror = papers_of(stored);
    const Papers of_arxiv = papers_of(live);
    CHECK(of_mirror.size() == of_arxiv.size());
    for (const auto& [id, paper] : of_mirror) {
      CAPTURE(id);
      const auto other = of_arxiv.find(id);
      REQUIRE(other != of_arxiv.end());
      CHECK(json::write(*paper) == json::write(*other->second));
    }
  }

  TempDir folder_;
  StandinProcess arxiv_{{"--generate", "600", "--seed", "11"}};
  McpClient stored_;
  McpClient live_;
};

}  // namespace testing
