#pragma once

/// The words from which the generated corpus writes its papers.

#include <span>
#include <string_view>
#include <vector>

namespace standin {

using Words = std::vector<std::string_view>;

/// One field of research. Every list is non-empty.
struct Field {
  /// What papers of this field are filed under: stored codes, the primary first, an alias beside
  /// its canonical code where arXiv stores both.
  std::vector<Words> categories;
  Words things;      ///< "spin chains"
  Words qualities;   ///< "frustrated"
  Words methods;     ///< "tensor networks"
  Words quantities;  ///< "energy gap"
};

/// All fields; built once, safe to call from any thread.
std::span<const Field> fields();

/// Names as arXivRaw holds them: accents in TeX or in UTF-8.
std::span<const std::string_view> forenames();
std::span<const std::string_view> surnames();
std::span<const std::string_view> institutions();

/// Sentences of abstracts. `{t}` stands for a thing, `{q}` a quality, `{m}` a method, `{n}` a
/// quantity (capital letters: capitalised), `{r}` a coined name, `{d}` a number, `{y}` a year,
/// `{i}` an institution.
std::span<const std::string_view> sentences();
/// Titles, in the same notation.
std::span<const std::string_view> titles();

}  // namespace standin
