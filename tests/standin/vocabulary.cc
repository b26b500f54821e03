#include "tests/standin/vocabulary.h"

#include "common/base/text.h"

namespace standin {
namespace {

struct FieldText {
  std::string_view categories;
  std::string_view things;
  std::string_view qualities;
  std::string_view methods;
  std::string_view quantities;
};

constexpr FieldText kFields[] = {
#include "tests/standin/vocabulary_data.inc"
};

/// Reads "hep-th hep-th,math.NA+cs.NA math.AP".
std::vector<Words> read_categories(std::string_view text) {
  std::vector<Words> result;
  for (const std::string_view group : base::split(text, ',')) {
    Words codes;
    for (const std::string_view pair : base::split_words(group)) {
      for (const std::string_view code : base::split(pair, '+')) {
        if (codes.empty() || codes.back() != code) codes.push_back(code);
      }
    }
    result.push_back(std::move(codes));
  }
  return result;
}

std::vector<Field> read_fields() {
  std::vector<Field> result;
  for (const FieldText& text : kFields) {
    result.push_back({read_categories(text.categories), base::split(text.things, '|'),
                      base::split(text.qualities, '|'), base::split(text.methods, '|'),
                      base::split(text.quantities, '|')});
  }
  return result;
}

constexpr std::string_view kForenames[] = {
    "Ada",
    "Bruno",
    "Chiara",
    "Dmitri",
    "Elena",
    "Fran\\c{c}ois",
    "Grace",
    "Hiroshi",
    "Ingrid",
    "Jos\\'e",
    "Katarzyna",
    "Lars",
    "Mei",
    "Niels",
    "Olga",
    "Pedro",
    "Qing",
    "Ren\\'e",
    "S\\o ren",
    "Tomasz",
    "Uma",
    "Val\\'erie",
    "Wei",
    "Xiaoming",
    "Yuki",
    "Zo\\\"e",
    "Andr\\'as",
    "Bj{\\\"o}rn",
    "C\\'{e}cile",
    "\\AA sa",
    "Jo\\~ao",
    "Ma\\l{}gorzata",
    "Ji\\v{r}\\'{\\i}",
    "A.",
    "B. C.",
    "D.",
    "E. F.",
    "J.-P.",
    "K. M.",
    "R. S.",
    "T.-W.",
    "Éloïse",
};

constexpr std::string_view kSurnames[] = {
    "Quill",
    "Reed",
    "M\\\"uller",
    "Erd\\H{o}s",
    "Nov\\'ak",
    "Garc\\'{\\i}a",
    "Ivanov",
    "Tanaka",
    "Zhang",
    "van der Meer",
    "de la Cruz",
    "O'Hara",
    "S\\o rensen",
    "Kowalski",
    "Schr{\\\"o}dter",
    "\\v{C}ern\\'y",
    "Lindstr\\\"om",
    "Nguyen",
    "Singh",
    "Okafor",
    "Haddad",
    "Cohen",
    "Rossi",
    "Dupont",
    "Fern\\'andez",
    "Yilmaz",
    "\\c{S}ahin",
    "Papadopoulos",
    "Kim",
    "Park",
    "Wang",
    "Li",
    "Chen",
    "Sato",
    "Gupta",
    "Mehta",
    "Hansen",
    "Virtanen",
    "J\\o rgensen",
    "\\L ukasiewicz",
    "Petrov",
    "Horv\\'ath",
    "Smith",
    "Jones",
    "Brown III",
    "Taylor Jr.",
    "Wilson",
    "MacLeod",
    "Fischer",
    "Weber",
    "Bianchi",
    "Silva",
    "Gon\\c{c}alves",
    "Łoś",
    "Peña",
    "Grünwald",
    "Strau{\\ss}",
    "Dur\\'an-Vega",
    "von Ahlen",
    "El-Sayed",
};

constexpr std::string_view kInstitutions[] = {
    "University of Northfield",      "Institute for Advanced Computation",   "Lakeside Observatory",
    "Universit\\\"at Altstadt",      "Laboratoire de Physique, Saint-Aubin", "Hillcrest College",
    "National Laboratory, Eastport", "Department of Mathematics, Rivertown", "Polytechnic of Sul",
};

constexpr std::string_view kSentences[] = {
    "We study {q} {t} by means of {m}.",
    "The {n} of {q} {t} is computed with {m} and compared with earlier results on {t}.",
    "In the {q} regime the {n} shows a crossover that existing accounts of {t} do not explain.",
    "We prove that the {n} is bounded whenever {t} are {q}, which settles a question of {r}.",
    "A key ingredient is a new form of {m}, valid for {q} as well as for {q} {t}.",
    "Our approach combines {m} with {m}, and it needs no assumption on the {n}.",
    "Numerical evidence from {d} instances suggests that the {r} condition cannot be dropped.",
    "As an application we obtain the {n} of {q} {t} up to terms of order $\\epsilon^{{d}}$.",
    "This extends the theory of {r} from {q} {t} to the {q} case.",
    "Experiments on {d} data sets confirm that {m} improves the {n} by up to {d}\\%.",
    "We discuss consequences for {q} {t}, the role of the {r} limit, and open problems.",
    "Contrary to a common belief, {m} alone does not determine the {n}.",
    "The method scales to more than {d} components & remains stable when the {t} are {q}.",
    "For $n > {d}$ the {n} behaves as $n^{-1/2}$, in agreement with the prediction of {r}.",
    "Related questions about {t} and {t} are treated in the last section.",
    "The code and the data on {q} {t} are available at https://example.org/{r}.",
};

constexpr std::string_view kTitles[] = {
    "{M} for {q} {t}",
    "On the {n} of {q} {t}",
    "{Q} {t} and their {n}",
    "{Q} {t}: a {q} approach",
    "A note on {t} with {q} {n}",
    "{T} beyond {m}",
    "From {q} to {q} {t} via {m}",
    "Estimating the {n} of {t} by {m}",
    "The {r} conjecture for {q} {t}",
    "Erd\\H{o}s-{r} bounds & the {n} of {t}",
    "{Q} {t} at $z = {d}$",
    "Schr\\\"odinger operators, {t} and {m}",
    "Do {q} {t} need {m}?",
    "Poincar\\'e {n} in {q} {t}",
};

}  // namespace

std::span<const Field> fields() {
  static const std::vector<Field> result = read_fields();
  return result;
}

std::span<const std::string_view> forenames() {
  return kForenames;
}
std::span<const std::string_view> surnames() {
  return kSurnames;
}
std::span<const std::string_view> institutions() {
  return kInstitutions;
}
std::span<const std::string_view> sentences() {
  return kSentences;
}
std::span<const std::string_view> titles() {
  return kTitles;
}

}  // namespace standin
