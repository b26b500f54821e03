#include "tests/standin/oai_service.h"

#include <algorithm>
#include <array>
#include <span>

#include "common/base/fault.h"
#include "common/http/client.h"

namespace standin {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

constexpr std::string_view kPrefix = "arXivRaw";
constexpr std::string_view kIdentifierPrefix = "oai:arXiv.org:";
constexpr std::size_t kTypicalRecordBytes = 2800;
constexpr std::size_t kEnvelopeBytes = 1024;
constexpr sys_days kEarliest = sys_days(std::chrono::year(2005) / std::chrono::September / 16);
constexpr std::string_view kListArguments[] = {"verb", "metadataPrefix", "from", "until"};

/// A protocol error: its code is the Fault's reason.
base::Fault refused(std::string code, std::string text) {
  return {base::Code::kInvalidParams, std::move(code), std::move(text)};
}

base::Fault bad_token() {
  return refused("badResumptionToken", "This resumptionToken is not one of this service.");
}

/// Every argument is one of `allowed` and given once.
void check_arguments(const Arguments& arguments, std::span<const std::string_view> allowed) {
  for (auto at = arguments.begin(); at != arguments.end(); ++at) {
    const auto same = [&](const auto& other) { return other.first == at->first; };
    if (std::find(allowed.begin(), allowed.end(), at->first) == allowed.end()) {
      throw refused("badArgument", "Reason: argument " + at->first + " is not understood here.");
    }
    if (std::find_if(at + 1, arguments.end(), same) != arguments.end()) {
      throw refused("badArgument", "Reason: argument " + at->first + " is repeated.");
    }
  }
}

void check_prefix(const Arguments& arguments) {
  const std::string* prefix = argument(arguments, "metadataPrefix");
  if (prefix == nullptr) throw refused("badArgument", "Reason: metadataPrefix is missing.");
  if (*prefix != kPrefix) {
    throw refused("cannotDisseminateFormat", "Records are served as arXivRaw alone.");
  }
}

/// A day in the one granularity arXiv has; a time part is refused.
std::optional<sys_days> parse_day(std::string_view text) {
  const auto time = text.size() == 10 ? base::parse_iso(text) : std::nullopt;
  if (!time) return std::nullopt;
  return std::chrono::floor<days>(*time);
}

std::string next_midnight(base::WallTime now) {
  return to_seconds(std::chrono::floor<days>(now) + days(1));
}

}  // namespace

std::string token_text(const ListSelection& selection) {
  std::string text = "verb=ListRecords&metadataPrefix=" + std::string(kPrefix);
  if (selection.from) text += "&from=" + base::to_date(*selection.from);
  if (selection.until) text += "&until=" + base::to_date(*selection.until);
  return text + "&skip=" + std::to_string(selection.skip);
}

std::optional<ListSelection> next_selection(const ListSelection& selection,
                                            const std::vector<sys_days>& days,
                                            std::size_t page_size) {
  if (days.size() <= page_size) return std::nullopt;
  ListSelection next = selection;
  next.by_token = true;
  const sys_days next_day = days[page_size];
  if (next_day == days.front()) {
    next.skip += page_size;
    return next;
  }
  const auto page_end = days.begin() + static_cast<std::ptrdiff_t>(page_size);
  next.from = next_day;
  next.skip = static_cast<std::size_t>(std::count(days.begin(), page_end, next_day));
  return next;
}

OaiService::OaiService(const Listing& listing, Options options)
    : listing_(listing), options_(std::move(options)) {}

Answer OaiService::answer(const Arguments& arguments) const {
  Answer result{200, "text/xml", "", ""};
  const std::string* verb = argument(arguments, "verb");
  try {
    result.body = envelope(arguments, respond(arguments, verb != nullptr ? *verb : ""));
  } catch (const base::Fault& fault) {
    const bool malformed = fault.reason() == "badArgument" || fault.reason() == "badVerb";
    result.body =
        envelope(malformed ? Arguments() : arguments,
                 "<error code=\"" + fault.reason() + "\">" + escaped(fault.message()) + "</error>");
  }
  return result;
}

std::string OaiService::respond(const Arguments& arguments, std::string_view verb) const {
  if (verb == "Identify") return identify(arguments);
  if (verb == "GetRecord") return get_record(arguments);
  if (verb == "ListRecords") return list_records(arguments);
  throw refused("badVerb", "The verb is missing or not served here.");
}

std::string OaiService::identify(const Arguments& arguments) const {
  constexpr std::array<std::string_view, 1> kAllowed = {"verb"};
  check_arguments(arguments, kAllowed);
  std::string out = "<Identify>";
  append_element(out, "repositoryName", "arXiv (local stand-in)");
  append_element(out, "baseURL", options_.base_url);
  append_element(out, "protocolVersion", "2.0");
  append_element(out, "adminEmail", "nobody@localhost");
  append_element(out, "earliestDatestamp", base::to_date(kEarliest));
  append_element(out, "deletedRecord", "persistent");
  append_element(out, "granularity", "YYYY-MM-DD");
  return out + "</Identify>";
}

std::string OaiService::get_record(const Arguments& arguments) const {
  constexpr std::array<std::string_view, 3> kAllowed = {"verb", "metadataPrefix", "identifier"};
  check_arguments(arguments, kAllowed);
  check_prefix(arguments);
  const std::string* identifier = argument(arguments, "identifier");
  if (identifier == nullptr) throw refused("badArgument", "Reason: identifier is missing.");
  const bool is_ours = identifier->starts_with(kIdentifierPrefix);
  const auto index =
      is_ours ? listing_.corpus().find(identifier->substr(kIdentifierPrefix.size())) : std::nullopt;
  if (!index) throw refused("idDoesNotExist", "There is no such record.");
  const std::string datestamp = base::to_date(listing_.item(*index).modified);
  return "<GetRecord>" + listing_.corpus().record(*index, datestamp) + "</GetRecord>";
}

std::string OaiService::list_records(const Arguments& arguments) const {
  const std::string* token = argument(arguments, "resumptionToken");
  if (token != nullptr && arguments.size() != 2) {
    throw refused("badArgument", "Reason: resumptionToken goes with no other argument.");
  }
  const ListSelection selection = token != nullptr ? read_token(*token) : read_arguments(arguments);
  std::vector<Listing::Item> items =
      listing_.slice(selection.from, selection.until, selection.skip, options_.page_size + 1);
  if (items.empty()) throw refused("noRecordsMatch", "No record was modified in these days.");
  std::vector<sys_days> item_days;
  item_days.reserve(items.size());
  for (const Listing::Item& item : items)
    item_days.push_back(item.day());
  const auto next = next_selection(selection, item_days, options_.page_size);

  if (next) items.pop_back();
  const Corpus& corpus = listing_.corpus();
  std::sort(items.begin(), items.end(), [&](const auto& a, const auto& b) {
    return a.day() != b.day() ? a.day() < b.day() : corpus.id(a.index) < corpus.id(b.index);
  });
  std::string out = "<ListRecords>\n";
  out.reserve(items.size() * kTypicalRecordBytes);
  for (const Listing::Item& item : items) {
    out += corpus.record(item.index, base::to_date(item.modified)) + "\n";
  }
  if (next || selection.by_token) {
    out += "<resumptionToken";
    if (next) out += " expirationDate=\"" + next_midnight(options_.clock()) + "\"";
    out += ">" + (next ? http::encode_component(token_text(*next)) : "") + "</resumptionToken>\n";
  }
  out += "</ListRecords>";
  return out;
}

Listing::Day OaiService::read_day(const Arguments& arguments, std::string_view name) const {
  const std::string* text = argument(arguments, name);
  if (text == nullptr) return std::nullopt;
  const auto day = parse_day(*text);
  if (!day) throw refused("badArgument", "Reason: " + std::string(name) + " is not YYYY-MM-DD.");
  return day;
}

ListSelection OaiService::read_arguments(const Arguments& arguments) const {
  check_arguments(arguments, kListArguments);
  check_prefix(arguments);
  ListSelection selection;
  selection.from = read_day(arguments, "from");
  selection.until = read_day(arguments, "until");
  const sys_days today = std::chrono::floor<days>(options_.clock());
  if (selection.from && *selection.from < kEarliest) {
    throw refused("badArgument", "Reason: from lies before the earliest datestamp.");
  }
  if (selection.until && *selection.until > today) {
    throw refused("badArgument", "Reason: until lies in the future.");
  }
  if (selection.from && selection.until && *selection.from > *selection.until) {
    throw refused("badArgument", "Reason: from is later than until.");
  }
  return selection;
}

ListSelection OaiService::read_token(const std::string& token) const {
  const Arguments inside = parse_query(unquoted(token));
  Arguments listed = inside;
  std::erase_if(listed, [](const auto& entry) { return entry.first == "skip"; });
  const std::string* verb = argument(inside, "verb");
  const std::string* skip = argument(inside, "skip");
  const auto count = skip != nullptr ? parse_count(*skip) : std::nullopt;
  if (verb == nullptr || *verb != "ListRecords" || !count) throw bad_token();
  try {
    ListSelection selection = read_arguments(listed);
    selection.skip = *count;
    selection.by_token = true;
    return selection;
  } catch (const base::Fault&) {
    throw bad_token();
  }
}

std::string OaiService::envelope(const Arguments& echoed, std::string_view content) const {
  std::string out;
  out.reserve(content.size() + kEnvelopeBytes);
  out +=
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\""
      " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
      " xsi:schemaLocation=\"http://www.openarchives.org/OAI/2.0/"
      " http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd\">\n";
  append_element(out, "responseDate", to_seconds(options_.clock()));
  out += "\n<request";
  for (const auto& [name, value] : echoed)
    out += " " + name + "=\"" + escaped(value) + "\"";
  out += ">" + escaped(options_.base_url) + "</request>\n";
  out += content;
  out += "\n</OAI-PMH>\n";
  return out;
}

}  // namespace standin
