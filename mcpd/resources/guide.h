#pragma once

#include <string_view>

namespace resources {

/// The text of share/skills/arxiv-guide/SKILL.md, built in so that it can never be missing.
extern const std::string_view kGuide;

}  // namespace resources
