#pragma once

/// Codes that stand for another one. For the files of common/arxiv that read categories; callers
/// elsewhere use taxonomy.h.

#include <array>
#include <string_view>

namespace arxiv {

struct RenamedCategory {
  std::string_view code;
  std::string_view canonical;
};

/// Two active names of one category: searches mean the canonical one on both paths (contract 8.1).
inline constexpr std::array<RenamedCategory, 6> kAliases = {{
    {"cs.NA", "math.NA"},
    {"cs.SY", "eess.SY"},
    {"math.IT", "cs.IT"},
    {"math.MP", "math-ph"},
    {"stat.TH", "math.ST"},
    {"q-fin.EC", "econ.GN"},
}};

/// Closed archives and their successors, for reading rows alone (contract 8.2).
inline constexpr std::array<RenamedCategory, 18> kSubsumedArchives = {{
    {"acc-phys", "physics.acc-ph"},
    {"adap-org", "nlin.AO"},
    {"alg-geom", "math.AG"},
    {"ao-sci", "physics.ao-ph"},
    {"atom-ph", "physics.atom-ph"},
    {"bayes-an", "physics.data-an"},
    {"chao-dyn", "nlin.CD"},
    {"chem-ph", "physics.chem-ph"},
    {"cmp-lg", "cs.CL"},
    {"comp-gas", "nlin.CG"},
    {"dg-ga", "math.DG"},
    {"funct-an", "math.FA"},
    {"mtrl-th", "cond-mat.mtrl-sci"},
    {"patt-sol", "nlin.PS"},
    {"plasm-ph", "physics.plasm-ph"},
    {"q-alg", "math.QA"},
    {"solv-int", "nlin.SI"},
    {"supr-con", "cond-mat.supr-con"},
}};

/// The canonical code of `code` in `table`, or `code` itself.
template <std::size_t size>
constexpr std::string_view renamed(const std::array<RenamedCategory, size>& table,
                                   std::string_view code) {
  for (const RenamedCategory& entry : table) {
    if (entry.code == code) return entry.canonical;
  }
  return code;
}

}  // namespace arxiv
