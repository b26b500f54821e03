#include "mcpd/fulltext/phrase_search.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "common/base/text.h"
#include "common/base/utf8.h"
#include "mcpd/fulltext/fold.h"

namespace fulltext {
namespace {

// Code points of the context before and behind a match.
constexpr std::size_t kBefore = 60;
constexpr std::size_t kBehind = 100;

std::vector<std::uint32_t> code_points(std::string_view text) {
  std::vector<std::uint32_t> out;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, next] = base::code_point_at(text, at);
    out.push_back(code_point);
    at = next;
  }
  return out;
}

/// How much of `phrase` is found already when what follows its first n code points differs: the
/// failure function of Knuth, Morris and Pratt.
std::vector<std::size_t> fallbacks(const std::vector<std::uint32_t>& phrase) {
  std::vector<std::size_t> out(phrase.size() + 1, 0);
  for (std::size_t i = 1, found = 0; i < phrase.size(); ++i) {
    while (found > 0 && phrase[i] != phrase[found])
      found = out[found];
    if (phrase[i] == phrase[found]) ++found;
    out[i + 1] = found;
  }
  return out;
}

class PhraseSearch {
 public:
  explicit PhraseSearch(std::vector<std::uint32_t> phrase)
      : phrase_(std::move(phrase)),
        fallbacks_(fallbacks(phrase_)),
        reach_(phrase_.size() + kBefore),
        recent_(std::bit_ceil(reach_)) {}

  /// False when nothing more is wanted.
  bool take(std::span<const Character> characters) {
    for (const Character& each : characters)
      take(each);
    return matches_.size() < kMostMatches || !open_contexts_.empty();
  }

  std::vector<PhraseMatch> finish() {
    for (PhraseMatch& match : matches_)
      match.context = std::string(base::trim(match.context));
    return std::move(matches_);
  }

 private:
  struct OpenContext {
    std::size_t match;
    std::size_t left;  // code points
  };

  void take(Character character) {
    if (is_invisible(character.code_point)) return;
    const bool blank = is_blank(character.code_point);
    if (blank && after_blank_) return;
    after_blank_ = blank;
    if (blank) character.code_point = ' ';
    extend_contexts(character.code_point);
    recent(seen_++) = character;
    if (matches_.size() < kMostMatches) advance(fold_letter(character.code_point));
  }

  /// What was seen as number `index`, if that is not longer ago than the ring reaches.
  Character& recent(std::size_t index) { return recent_[index & (recent_.size() - 1)]; }

  void extend_contexts(std::uint32_t code_point) {
    for (OpenContext& open : open_contexts_) {
      base::append_utf8(matches_[open.match].context, code_point);
      --open.left;
    }
    // They open one behind the other and have the same length.
    if (!open_contexts_.empty() && open_contexts_.front().left == 0)
      open_contexts_.erase(open_contexts_.begin());
  }

  void advance(std::uint32_t folded) {
    while (found_ > 0 && phrase_[found_] != folded)
      found_ = fallbacks_[found_];
    if (phrase_[found_] == folded) ++found_;
    if (found_ < phrase_.size()) return;
    found_ = 0;
    note_match();
  }

  void note_match() {
    PhraseMatch match{recent(seen_ - phrase_.size()).at, ""};
    for (std::size_t i = seen_ - std::min(seen_, reach_); i < seen_; ++i)
      base::append_utf8(match.context, recent(i).code_point);
    open_contexts_.push_back({matches_.size(), kBehind});
    matches_.push_back(std::move(match));
  }

  std::vector<std::uint32_t> phrase_;
  std::vector<std::size_t> fallbacks_;
  std::size_t reach_;              // how far back a match looks
  std::vector<Character> recent_;  // a ring: what was seen last
  std::size_t seen_ = 0;
  std::size_t found_ = 0;  // code points of the phrase that match so far
  bool after_blank_ = true;
  std::vector<PhraseMatch> matches_;
  std::vector<OpenContext> open_contexts_;
};

}  // namespace

std::vector<PhraseMatch> find_phrase(std::string_view phrase,
                                     const std::function<void(const TextVisitor&)>& walk) {
  std::vector<std::uint32_t> wanted = code_points(fold_text(phrase));
  if (wanted.empty()) return {};
  PhraseSearch search(std::move(wanted));
  walk([&search](std::span<const Character> characters) { return search.take(characters); });
  return search.finish();
}

}  // namespace fulltext
