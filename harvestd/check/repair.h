#pragma once

/// Mending what verify finds in a mirror file.

#include <string>

#include "harvestd/check/verify.h"

namespace mirror {

/// Takes the writer's lock, brings an older file up to date, and mends in rounds what can be
/// mended: objects of the schema, SQLite's indexes, paper_categories, the full-text index. Answers
/// what verify then says. `plan.notice` is told each step. Throws as verify and open_for_writing
/// do; every round is one commit, so that a process may die anywhere.
VerifyReport repair(const std::string& path, const VerifyPlan& plan);

}  // namespace mirror
