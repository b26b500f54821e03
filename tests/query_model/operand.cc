#include <algorithm>
#include <sstream>

#include "tests/query_model/query.h"

namespace query_model {
namespace {

bool equal(const Word& a, const Word& b) {
  return a.hash == b.hash && a.text == b.text;
}

bool stands_at(const std::vector<Word>& text, std::size_t at, const std::vector<Word>& phrase,
               bool is_prefix) {
  for (std::size_t i = 0; i < phrase.size(); ++i) {
    const bool last = i + 1 == phrase.size();
    const Word& word = text[at + i];
    const bool same =
        last && is_prefix ? word.text.starts_with(phrase[i].text) : equal(word, phrase[i]);
    if (!same) return false;
  }
  return true;
}

bool holds(const Text& text, const Text& phrase, bool is_prefix) {
  const bool lacks_word = (phrase.mask & ~text.mask) != 0;
  if (phrase.words.empty() || (lacks_word && !is_prefix)) return false;
  for (std::size_t at = 0; at + phrase.words.size() <= text.words.size(); ++at) {
    if (stands_at(text.words, at, phrase.words, is_prefix)) return true;
  }
  return false;
}

// arXiv asks for each word of an author's name, wherever it stands.
bool holds_each(const Text& text, const Text& name, bool is_prefix) {
  return !name.words.empty() &&
         std::all_of(name.words.begin(), name.words.end(),
                     [&](const Word& word) { return holds(text, Text(word.text), is_prefix); });
}

bool field_holds(const Operand& operand, Field field, const Document& document) {
  const Text& text = document.text(field);
  if (operand.field == Field::kAuthors && operand.author_words.words.size() > 1)
    return holds_each(text, operand.author_words, operand.is_prefix);
  const bool authors = field == Field::kAuthors;
  return holds(text, authors ? operand.author_words : operand.words, operand.is_prefix);
}

bool text_matches(const Operand& operand, const Document& document) {
  if (operand.field != Field::kAny) return field_holds(operand, operand.field, document);
  for (const Field field :
       {Field::kTitle, Field::kAuthors, Field::kAbstract, Field::kComment, Field::kJournalRef}) {
    if (field_holds(operand, field, document)) return true;
  }
  return false;
}

bool lies_in(const std::string& instant, const Operand& operand) {
  return operand.from <= instant && instant <= operand.to;
}

}  // namespace

Document::Document(const Paper& paper)
    : id_(paper.id), published_(paper.published), updated_(paper.updated) {
  fields_[0] = Text(paper.title);
  fields_[1] = Text(author_spelling(paper.authors));
  fields_[2] = Text(paper.abstract);
  fields_[3] = Text(paper.comment);
  fields_[4] = Text(paper.journal_ref);
  std::istringstream codes(paper.categories);
  for (std::string code; codes >> code;)
    codes_.push_back(code);
}

bool matches(const Operand& operand, const Document& document) {
  switch (operand.kind) {
    case Operand::Kind::kText:
      return text_matches(operand, document);
    case Operand::Kind::kCategory:
      return std::find_first_of(document.codes().begin(), document.codes().end(),
                                operand.codes.begin(),
                                operand.codes.end()) != document.codes().end();
    case Operand::Kind::kSubmitted:
      return lies_in(document.published(), operand);
    case Operand::Kind::kUpdated:
      return lies_in(document.updated(), operand);
    case Operand::Kind::kIdentifier:
      return operand.value == document.id();
    case Operand::Kind::kNothing:
      break;
  }
  return false;
}

}  // namespace query_model
