#include "mcpd/fulltext/clean_html.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/base/text.h"
#include "common/base/utf8.h"
#include "mcpd/fulltext/break_run.h"
#include "mcpd/fulltext/element_class.h"
#include "mcpd/fulltext/formula.h"
#include "mcpd/fulltext/heading_reader.h"
#include "mcpd/fulltext/html_tokenizer.h"
#include "mcpd/fulltext/link_base.h"
#include "mcpd/fulltext/page_cut.h"
#include "mcpd/fulltext/page_notices.h"
#include "mcpd/fulltext/start_tag.h"
#include "mcpd/fulltext/tag_names.h"
#include "mcpd/fulltext/text_joint.h"

namespace fulltext {
namespace {

using Kind = HtmlToken::Kind;
using Edge = ElementClass::Edge;
using Part = ElementClass::Part;

/// What an open span has become, in a byte: a hostile page opens millions.
struct OpenSpan {
  Part part : 3;
  Edge edge : 2;
  bool written : 1;  ///< with its tag, not only its content
  bool note : 1;     ///< it is the footnote of a heading
};
static_assert(sizeof(OpenSpan) == 1);

std::string_view element_of(Part part) {
  switch (part) {
    case Part::kTable:
      return "table";
    case Part::kRow:
      return "tr";
    case Part::kHeader:
      return "th";
    case Part::kCell:
      return "td";
    case Part::kNone:
      break;
  }
  return "span";
}

// What the link that passes the limit adds.
constexpr std::size_t kLastLink = 4096;

/// How many bytes links may add to a page of `size` bytes by becoming absolute, the last one aside.
std::size_t most_growth(std::size_t size) {
  constexpr std::size_t kAlways = 64 * 1024;
  return kAlways + size / 8;
}

/// More than a body can have that is made of `size` bytes: blanks between attributes that stood
/// without may add a quarter.
std::size_t most_bytes(std::size_t size) {
  return size + size / 4 + most_growth(size) + kLastLink;
}

constexpr std::size_t kNoOpening = std::string::npos;

class Cleaner {
 public:
  Cleaner(const PageCut& cut, const LinkBase& links)
      : cut_(cut),
        links_(links),
        tokens_(cut.part),
        headings_(out_.body),
        breaks_(out_.body),
        joint_(out_.body) {
    out_.body.reserve(most_bytes(cut.part.size()));
  }

  CleanedPage run() {
    HtmlToken token;
    for (bool more = tokens_.next(token); more;) {
      // A formula that is broken off leaves the token behind it.
      more = take(token) || tokens_.next(token);
    }
    finish();
    return std::move(out_);
  }

 private:
  /// What stays when the paper ends where the pass stands.
  struct End {
    std::size_t size = 0;
    std::size_t formulas = 0;
    std::size_t raw_size = 0;
    PageFacts facts;
  };

  /// True when `token` holds the one that comes next.
  bool take(HtmlToken& token) {
    // A formula that is not hidden is read from its start tag to its end at once.
    if (margin_ > 0 && (hidden_ > 0 || token.code != name_code("math"))) count_open(token, margin_);
    if (hidden_ > 0) {
      count_open(token, hidden_);
      return false;
    }
    switch (token.kind) {
      case Kind::kText:
        if (!in_script_) write_text(token.source);
        return false;
      case Kind::kStartTag:
        return start(token);
      case Kind::kEndTag:
        end(token);
        return false;
      case Kind::kComment:
        return false;
    }
    return false;
  }

  /// Counts the elements that are open within one, itself included: none when it ends, or the one
  /// around it does.
  static void count_open(const HtmlToken& token, std::size_t& open) {
    if (token.kind == Kind::kStartTag && !token.closes_itself && !is_void(token.code)) ++open;
    if (token.kind == Kind::kEndTag) --open;
  }

  void write_text(std::string_view text) {
    text = breaks_.pass_text(text);
    if (text.empty()) return;
    note_text(text);
    if (joint_.meet(text)) headings_.add_text(" ");
    headings_.add_text(text);
    out_.body += text;
    if (opening_ != kNoOpening && !base::trim(text).empty()) opening_ = kNoOpening;
  }

  bool is_of_paper() const { return !in_report_ && margin_ == 0; }

  void note_text(std::string_view text) {
    if (!cut_.article) out_.facts.file_list |= tells_file_list(text);
    if (!out_.facts.text && is_of_paper()) out_.facts.text = is_content(text);
  }

  bool start(HtmlToken& token) {
    const std::uint64_t name = token.code;
    switch (name) {
      case name_code("math"):
        return write_formula(token);
      case name_code("script"):
      case name_code("style"):
        in_script_ = !token.closes_itself;
        return false;
      case name_code("link"):
      case name_code("meta"):
      case name_code("base"):
        return false;
      default:
        break;
    }
    tag_.read(token);
    note_start(token);
    if (name == name_code("span") && tag_.hides()) {
      hidden_ = token.closes_itself ? 0 : 1;
    } else if (name == name_code("span")) {
      start_span(token);
    } else if (name == name_code("br") && breaks_.join()) {
      return false;
    } else {
      start_element(token, name);
    }
    return false;
  }

  void note_start(const HtmlToken& token) {
    const ElementClass& element = tag_.element_class();
    if (element.page_margin && margin_ == 0 && !token.closes_itself) margin_ = 1;
    out_.facts.latexml |= element.latexml;
    if (token.code != name_code("a")) return;
    in_report_ = element.report;
    out_.facts.included_pdf |= ends_with_included_pdf(out_.body);
  }

  void start_element(const HtmlToken& token, std::uint64_t name) {
    if (name != name_code("br")) breaks_.end();
    const std::size_t begin = out_.body.size();
    note_opening(name, begin);
    if (const int level = heading_level(name); level >= 0) {
      out_.facts.headings |= tag_.element_class().heading;
      headings_.begin(level, tag_.element_class().heading, std::exchange(opening_, kNoOpening));
    }
    write_start(token.name);
    if (name == name_code("br")) breaks_.begin(begin);
  }

  /// Start tags with nothing to read between them open the section of the heading that follows.
  void note_opening(std::uint64_t name, std::size_t begin) {
    if (is_void(name)) {
      opening_ = kNoOpening;
    } else if (opening_ == kNoOpening) {
      opening_ = begin;
    }
  }

  void start_span(const HtmlToken& token) {
    const ElementClass& element = tag_.element_class();
    const OpenSpan span{element.part, element.edge,
                        element.part != Part::kNone || tag_.keeps_attributes(), element.note};
    if (span.written) {
      breaks_.end();
      note_opening(name_code("span"), out_.body.size());
      write_start(element_of(span.part));
    } else {
      joint_.leave_out(span.edge);
    }
    if (span.note) headings_.begin_note();
    spans_.push_back(span);
    if (token.closes_itself) end_span();
  }

  /// Many short links to a long address would make a small page large.
  void write_start(std::string_view name) {
    const LinkBase* links = growth_ < most_growth(cut_.part.size()) ? &links_ : nullptr;
    growth_ += tag_.write(name, links, out_.body);
  }

  void end_span() {
    if (spans_.empty()) return;
    const OpenSpan span = spans_.back();
    spans_.pop_back();
    if (span.note) headings_.end_note();
    if (span.written) {
      write_end(element_of(span.part));
    } else {
      joint_.leave_out(span.edge);
    }
  }

  void write_end(std::string_view name) {
    breaks_.end();
    opening_ = kNoOpening;
    out_.body += "</";
    out_.body += name;
    out_.body += '>';
  }

  void end(const HtmlToken& token) {
    const std::uint64_t name = token.code;
    switch (name) {
      case name_code("span"):
        return end_span();
      case name_code("script"):
      case name_code("style"):
        in_script_ = false;
        return;
      case name_code("math"):
      case name_code("br"):
        return;
      case name_code("a"):
        in_report_ = false;
        break;
      default:
        break;
    }
    write_end(token.name);
    if (heading_level(name) >= 0) headings_.end();
    if (name == name_code("article")) end_article(token);
  }

  void end_article(const HtmlToken& token) {
    const auto raw_end = token.source.data() + token.source.size() - cut_.part.data();
    end_ = {out_.body.size(), out_.formulas.size(), static_cast<std::size_t>(raw_end), out_.facts};
    ended_ = true;
  }

  bool write_formula(HtmlToken& token) {
    Formula formula;
    const bool broken_off = read_formula(tokens_, token, formula);
    if (base::trim(formula.tex).empty()) return broken_off;
    breaks_.end();
    opening_ = kNoOpening;
    const std::string_view mark = formula.display ? "$$" : "$";
    const auto begin = static_cast<std::uint32_t>(out_.body.size());
    out_.body.append(mark).append(formula.tex).append(mark);
    out_.formulas.push_back({begin, static_cast<std::uint32_t>(out_.body.size())});
    headings_.add_formula(std::string_view(out_.body).substr(begin));
    if (is_of_paper()) out_.facts.text = true;
    return broken_off;
  }

  void finish() {
    if (!cut_.article || !ended_)
      end_ = {out_.body.size(), out_.formulas.size(), cut_.part.size(), out_.facts};
    out_.body.resize(end_.size);
    out_.formulas.resize(end_.formulas);
    out_.facts = end_.facts;
    out_.raw_characters = base::count_code_points(cut_.part.substr(0, end_.raw_size));
    out_.body_characters = base::count_code_points(out_.body);
    out_.headings = headings_.take(out_.facts.latexml, out_.body_characters);
  }

  const PageCut& cut_;
  const LinkBase& links_;
  HtmlTokenizer tokens_;
  CleanedPage out_;
  StartTag tag_;
  HeadingReader headings_;
  BreakRun breaks_;
  TextJoint joint_;
  std::size_t opening_ = kNoOpening;  // where the start tags began behind which nothing has come
  std::vector<OpenSpan> spans_;
  std::size_t growth_ = 0;  // bytes that links have added
  std::size_t hidden_ = 0;  // elements open within one whose content goes, itself included
  std::size_t margin_ = 0;  // the same of LaTeXML's page margins
  bool in_script_ = false;
  bool in_report_ = false;
  End end_;
  bool ended_ = false;
};

}  // namespace

CleanedPage clean_html(std::string_view page, std::string_view url) {
  const PageCut cut = cut_page(page);
  LinkBase links(url);
  if (!cut.base_href.empty()) links.rebase(cut.base_href);
  return Cleaner(cut, links).run();
}

}  // namespace fulltext
