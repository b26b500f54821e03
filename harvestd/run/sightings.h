#pragma once

/// Which days of a list may have lost a record to a change made while the list was read. Pure.
///
/// arXiv makes its list anew for each request, and a token counts records from the beginning of a
/// day (arxiv-facts 1.3). When a record of that day which an earlier page has shown is modified
/// before the next page is made, it moves to the list's end, all behind it move up by one, and the
/// next page begins one record too late. That record keeps its old day, so no later refresh would
/// bring it: following tokens alone loses it, however short the pause between two pages.
///
/// It shows, though: the record that moved is seen again further on in the same list. So a run
/// notes what each page showed, and once the list has ended, every day in which a record had been
/// shown ahead of a page's end and was then shown once more is read again from its beginning. That
/// one reading is enough. What the first one lost stood just behind a page's end; now it stands
/// just ahead of one, and it would take a page full of further changes to hide it again. What the
/// second reading loses stood in the middle of a page of the first.
///
/// The notes are stored with their pages, for a run that is killed must not forget them, and are
/// dropped when the list has ended. Days from the checkpoint on are left to the next refresh, which
/// asks for them anyway.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harvestd/oai/page.h"

namespace harvest {

/// One note: a record shown on a day, or a day from which the list is read anew.
using Note = std::uint64_t;

/// Notes of what `page` showed.
std::vector<Note> notes_of(const Page& page);

/// The note that what earlier notes tell of `day` no longer counts: the whole day was read again.
Note reread_note(std::string_view day);

/// The same for `day` and all that follow: the list is read again from there.
Note restart_note(std::string_view day);

/// The days to read again, the first one first: those of `notes` (in the order they were made)
/// before `checkpoint` in which a record may have been lost.
std::vector<std::string> doubtful_days(std::span<const Note> notes,
                                       const std::optional<std::string>& checkpoint);

}  // namespace harvest
