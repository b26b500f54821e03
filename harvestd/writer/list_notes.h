#pragma once

/// What a harvest has to remember of a list between its pages and between its runs: numbers whose
/// meaning is the harvest's own (run/sightings.h). They lie in a table that exists only while a
/// list of several pages is unfinished, so that a complete file holds the format's objects alone.

#include <cstdint>
#include <span>
#include <vector>

namespace mirror {

class Database;

using ListNotes = std::vector<std::uint64_t>;

/// Whether the list that is being read has any.
bool has_list_notes(const Database& database);

/// Every number added since the list was begun, oldest first; none without the table. Throws
/// SqliteFault, as all of these do.
ListNotes read_list_notes(const Database& database);

/// Adds `notes` behind the others, within the transaction that stores what they tell of.
void add_list_notes(Database& database, std::span<const std::uint64_t> notes);

/// The list has ended, or another one begins.
void drop_list_notes(Database& database);

}  // namespace mirror
