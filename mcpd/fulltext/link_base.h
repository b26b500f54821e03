#pragma once

/// Relative references of a page made absolute (RFC 3986, 5.2).

#include <string>
#include <string_view>

namespace fulltext {

class LinkBase {
 public:
  /// `url` is the address that served the page, absolute. One longer than any real address, or
  /// without host, resolves nothing.
  explicit LinkBase(std::string_view url);

  /// Takes the page's own `<base href>` for the base from here on, as a browser does; not one that
  /// is no address.
  void rebase(std::string_view reference);

  /// `reference` made absolute. One that is absolute, empty or only a fragment stays as written,
  /// and so does every one where nothing can be resolved. Its bytes are not changed otherwise.
  std::string resolve(std::string_view reference) const;

  /// True of a reference that resolve() would change.
  bool is_relative(std::string_view reference) const;

 private:
  std::string scheme_;     // with its colon
  std::string authority_;  // with its slashes
  std::string path_;       // from its first slash; never empty where there is an authority
  std::string query_;      // with its question mark
};

}  // namespace fulltext
