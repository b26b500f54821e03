#pragma once

/// arXiv's categories (contract 8). Codes are case-sensitive unless a function says otherwise.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arxiv {

struct Category {
  std::string_view code;   ///< `cs.LG`
  std::string_view name;   ///< `Machine Learning`
  std::string_view group;  ///< `cs`; the physics archives are all `physics`
};

/// The 155 active categories in taxonomy order.
std::span<const Category> categories();

/// The eight groups in the order categories() first names them.
std::span<const std::string_view> category_groups();

/// The 11 archives that are subdivided and may also be searched by their bare code.
std::span<const std::string_view> bare_archives();

/// True for the 166 codes that the `category` parameter takes.
bool is_searchable_category(std::string_view code);

/// True for an archive that issued identifiers of the form archive/YYMMNNN; lower case.
bool is_legacy_archive(std::string_view archive);

/// The code arXiv's search and listings use for papers filed under `code`: an alias's canonical
/// code, a subsumed archive's successor, else `code` itself. For reading rows.
std::string_view canonical_category(std::string_view code);

/// Up to five searchable codes close to a mistyped one, best first (contract 8.5).
std::vector<std::string> suggest_categories(std::string_view code);

/// Throws Fault `unknown_category`, with suggestions, unless is_searchable_category.
void require_searchable_category(std::string_view code);

/// The codes a `cat:` operand or the `category` parameter stands for in the mirror's junction
/// (contract 8.3). The operand's case is folded to the taxonomy's spelling (decision 20). Empty
/// when a wildcard names no code or the operand is blank.
std::vector<std::string> category_subtree(std::string_view operand);

/// The term that asks arXiv's API for the same papers (contract 8.4), such as
/// `(cat:cs* OR cat:math.NA OR cat:eess.SY)`.
std::string live_category_term(std::string_view operand);

/// A paper's stored codes, space-separated, as the API lists them: the canonical primary first,
/// then the other canonical codes sorted, each once.
std::vector<std::string> canonical_categories(std::string_view primary, std::string_view codes);

}  // namespace arxiv
