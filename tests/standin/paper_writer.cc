#include "tests/standin/paper_writer.h"

#include "common/arxiv/taxonomy.h"
#include "common/base/text.h"
#include "tests/standin/text_forms.h"

namespace standin {
namespace {

constexpr std::string_view kOpening =
    "<arXivRaw xmlns=\"http://arxiv.org/OAI/arXivRaw/\""
    " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
    " xsi:schemaLocation=\"http://arxiv.org/OAI/arXivRaw/ http://arxiv.org/OAI/arXivRaw.xsd\">";
constexpr std::string_view kLicences[] = {
    "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
    "http://creativecommons.org/licenses/by/4.0/",
    "http://creativecommons.org/licenses/by-nc-nd/4.0/",
    "http://creativecommons.org/licenses/by-sa/4.0/",
    "http://creativecommons.org/publicdomain/zero/1.0/",
};
constexpr std::string_view kSourceTypes[] = {"D", "AD", "S", "SD", "H", "P", "X"};
constexpr std::string_view kComments[] = {
    "{d} pages, {d} figures",
    "{d} pages; v2: typos corrected, references added",
    "LaTeX, {d} pages, no figures",
    "To appear in the Proceedings of {r}; {d} pages & an appendix",
    "Accepted at the {r} workshop on {q} {t}. Code at https://example.org/{r}",
    "Withdrawn by the author: the proof of the {r} lemma has a gap",
};

class PaperWriter {
 public:
  PaperWriter(const PaperPlan& plan, Random random) : plan_(plan), random_(random) {}

  std::string write() {
    out_ = kOpening;
    append_element(out_, "id", plan_.id);
    append_element(out_, "submitter", random_.chance(99) ? name() : "");
    versions();
    append_element(out_, "title", title());
    append_element(out_, "authors", authors());
    append_element(out_, "categories", categories());
    optional_fields();
    if (random_.below(500) != 0) append_element(out_, "abstract", abstract());
    out_ += "</arXivRaw>";
    return std::move(out_);
  }

 private:
  void versions() {
    int number = 1;
    for (const auto& time : plan_.versions) {
      out_ += "<version version=\"v" + std::to_string(number++) + "\">";
      append_element(out_, "date", to_email_date(time));
      append_element(out_, "size", std::to_string(random_.below(3000)) + "kb");
      if (random_.chance(40)) append_element(out_, "source_type", random_.pick(kSourceTypes));
      out_ += "</version>";
    }
  }

  /// A name nobody bears, so that the corpus has rare words as real text does.
  std::string coined() {
    constexpr std::string_view kConsonants = "bdfghjklmnprstvwz";
    constexpr std::string_view kVowels = "aeiou";
    std::string word;
    for (std::size_t i = 0; i < 2 + random_.below(2); ++i) {
      word += random_.pick(kConsonants);
      word += random_.pick(kVowels);
    }
    word += random_.pick(std::string_view("lnrstx"));
    word[0] = static_cast<char>(word[0] - 'a' + 'A');
    return word;
  }

  std::string capitalized(std::string_view phrase) {
    std::string result(phrase);
    if (result[0] >= 'a' && result[0] <= 'z') {
      result[0] = static_cast<char>(result[0] - 'a' + 'A');
    }
    return result;
  }

  /// What a slot letter of the vocabulary stands for; nothing for another letter.
  std::string fill(char slot) {
    switch (slot) {
      case 't':
        return std::string(random_.pick(plan_.field->things));
      case 'T':
        return capitalized(random_.pick(plan_.field->things));
      case 'q':
        return std::string(random_.pick(plan_.field->qualities));
      case 'Q':
        return capitalized(random_.pick(plan_.field->qualities));
      case 'm':
        return std::string(random_.pick(plan_.field->methods));
      case 'M':
        return capitalized(random_.pick(plan_.field->methods));
      case 'n':
        return std::string(random_.pick(plan_.field->quantities));
      case 'r':
        return coined();
      case 'd':
        return std::to_string(2 + random_.below(58));
      case 'y':
        return std::to_string(1995 + random_.below(31));
      case 'i':
        return std::string(random_.pick(institutions()));
      default:
        return {};
    }
  }

  std::string expand(std::string_view pattern) {
    std::string result;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      const bool is_slot = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}';
      const std::string filling = is_slot ? fill(pattern[i + 1]) : std::string();
      if (filling.empty()) {
        result += pattern[i];
      } else {
        result += filling;
        i += 2;
      }
    }
    return result;
  }

  /// Breaks `text` at blanks so that no line is much over `width`; `indent` opens each new line.
  static std::string wrapped(const std::string& text, std::size_t width, std::string_view indent) {
    std::string result;
    std::size_t column = 0;
    for (const char c : text) {
      const bool breaks = c == ' ' && column >= width;
      result += breaks ? '\n' : c;
      column = breaks ? 0 : column + 1;
      if (breaks) result += indent;
    }
    return result;
  }

  std::string title() {
    const std::string text = expand(random_.pick(titles()));
    return plan_.is_old && random_.chance(40) ? wrapped(text, 25, "  ") : text;
  }

  std::string abstract() {
    // An odd step through sixteen sentences repeats none.
    std::size_t at = random_.below(sentences().size());
    const std::size_t step = 1 + 2 * random_.below(8);
    std::string text;
    for (std::size_t left = 8 + random_.below(3); left > 0; --left, at += step) {
      text += expand(sentences()[at % sentences().size()]);
      if (left > 1) text += ' ';
    }
    if (!plan_.is_old && random_.chance(40)) return text;
    return "  " + wrapped(text, 70, "") + "\n";
  }

  std::string name() {
    const std::string surname =
        random_.chance(70) ? std::string(random_.pick(surnames())) : coined();
    std::string full(random_.pick(forenames()));
    return full + " " + surname;
  }

  std::size_t author_count() {
    if (random_.below(200) == 0) return 60 + random_.below(40);
    return 1 + random_.below(random_.chance(80) ? 4 : 8);
  }

  std::string authors() {
    if (random_.below(60) == 0) return expand("The {r} Collaboration: ") + name_list(false);
    const std::size_t kind = random_.below(20);
    std::string line = name_list(kind < 3);
    if (kind < 3) line += expand(" ((1) {i}, (2) {i})");
    if (kind == 3) line += expand(" ({i})");
    if (kind == 4) line += ", et al";
    if (kind == 5) line += expand(" (for the {r} Collaboration)");
    return line;
  }

  /// Names joined by commas or, before the last, "and"; each with a mark of affiliation on demand.
  std::string name_list(bool marked) {
    std::string line;
    const std::size_t count = author_count();
    const bool with_and = random_.chance(50);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) line += with_and && i + 1 == count ? " and " : ", ";
      line += name();
      if (marked) line += random_.chance(50) ? " (1)" : " (2)";
    }
    return line;
  }

  std::string categories() const {
    std::string line;
    for (const std::string_view code : plan_.codes) {
      if (!line.empty()) line += ' ';
      line += code;
    }
    return line;
  }

  std::string doi() { return base::lower(expand("10.5555/{r}.{d}{d}")); }

  std::string dois() {
    std::string value = doi();
    if (random_.below(15) == 0) value += " " + doi();
    return value;
  }

  void optional_fields() {
    const bool mathematical = plan_.codes[0].starts_with("math");
    const std::string msc = expand("{d}A{d}");
    const auto add = [&](std::size_t percent, std::string_view element, auto&& text) {
      if (random_.chance(percent)) append_element(out_, element, text());
    };
    add(70, "comments", [&] { return expand(random_.pick(kComments)); });
    add(2, "proxy", [&] { return expand("ccsd hal-000000{d}"); });
    add(10, "report-no", [&] { return expand("LAB-{d}/{d}"); });
    // arXiv's template writes the MSC class here (arxiv-facts 0, row 7).
    add(4, "acm-class", [&] { return mathematical ? msc : "None"; });
    add(mathematical ? 50 : 0, "msc-class", [&] { return msc + " (Primary)"; });
    add(30, "journal-ref", [&] { return expand("J. {r} {d} ({y}) {d}-{d}"); });
    add(35, "doi", [&] { return dois(); });
    add(plan_.is_old ? 20 : 98, "license", [&] { return random_.pick(kLicences); });
  }

  const PaperPlan& plan_;
  Random random_;
  std::string out_;
};

}  // namespace

std::string write_arxiv_raw(const PaperPlan& plan, Random random) {
  return PaperWriter(plan, random).write();
}

std::string set_of_category(std::string_view code) {
  const std::string_view listed =
      arxiv::is_searchable_category(code) ? code : arxiv::canonical_category(code);
  const std::size_t dot = listed.find('.');
  const std::string archive(listed.substr(0, dot));
  constexpr std::string_view kOwnGroups[] = {"cs",   "math",  "stat", "eess",
                                             "econ", "q-bio", "q-fin"};
  std::string set = "physics";
  for (const std::string_view group : kOwnGroups) {
    if (archive == group) set = group;
  }
  set += ":" + archive;
  if (dot != std::string_view::npos) set += ":" + std::string(listed.substr(dot + 1));
  return set;
}

}  // namespace standin
