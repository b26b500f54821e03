#include "common/mirror/hit_walk.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace mirror {
namespace {

// What a walk in an order runs: `by_updated` takes the opening as one more parameter, `by_id` the
// code alone.
struct Walk {
  Sql sql;
  bool by_updated = false;
  bool by_id = false;
};

Walk window_statement(const Order& order) {
  if (order.date == nullptr) return {Sql::kWindowEntries};
  if (order.date == &Hit::updated)
    return {order.ascending ? Sql::kWindowByUpdated : Sql::kWindowByUpdatedDown, true};
  return {order.ascending ? Sql::kWindowByPublished : Sql::kWindowByPublishedDown};
}

Walk code_statement(const Order& order) {
  if (order.date == &Hit::updated)
    return {order.ascending ? Sql::kCodeByUpdated : Sql::kCodeByUpdatedDown, true};
  return {order.ascending ? Sql::kCodeByPublished : Sql::kCodeByPublishedDown};
}

// No paper of the window was updated before this: a revision follows its submission, but for the
// few that one partial index lists.
std::string opening_of(Statements& statements, const arxiv::DateWindow& window) {
  Rows rows = statements[Sql::kEarliestEarlyRevision].query();
  return rows.next() ? std::min(std::string(rows.text(0)), window.from) : window.from;
}

class WindowWalk : public HitWalk {
 public:
  WindowWalk(Statements& statements, const Order& order, arxiv::DateWindow window)
      : window_(std::move(window)) {
    const Walk walk = window_statement(order);
    if (walk.by_updated) opening_ = opening_of(statements, window_);
    Statement& statement = statements[walk.sql];
    rows_.emplace(walk.by_updated ? statement.query(window_.from, window_.to, opening_)
                                  : statement.query(window_.from, window_.to));
  }

  bool next(Hit& hit) override {
    if (!rows_->next()) return false;
    hit.rowid = rows_->integer(0);
    hit.published = rows_->text(1);
    hit.updated = rows_->text(2);
    return true;
  }

 private:
  arxiv::DateWindow window_;
  std::string opening_;
  std::optional<Rows> rows_;
};

// The walk along one code, standing on `head`.
struct CodeWalk {
  std::string code;
  std::unique_ptr<Statement> statement;
  std::optional<Rows> rows;
  Hit head;

  bool advance() {
    if (!rows->next()) return false;
    head.paper_id = rows->text(0);
    head.published = rows->text(1);
    head.updated = rows->text(2);
    return true;
  }
};

using CodeWalks = std::vector<std::unique_ptr<CodeWalk>>;

// Orders a heap whose first element is to be the first in `order`.
struct Later {
  Order order;
  bool operator()(const CodeWalks::value_type& a, const CodeWalks::value_type& b) const {
    return precedes(b->head, a->head, order);
  }
};

// Merges the walks along several codes. A paper filed under two of them stands in both at the same
// place of the order, since the junction's dates are copies of the paper's: equal neighbours are
// one paper.
class MergedCodes : public HitWalk {
 public:
  MergedCodes(Statements& statements, const Order& order, arxiv::DateWindow window,
              const arxiv::CategoryGroup& group)
      : order_(order.date == nullptr ? Order{&Hit::published, true} : order),
        window_(std::move(window)) {
    const Walk walk = code_statement(order_);
    if (walk.by_updated) opening_ = opening_of(statements, window_);
    start(statements, walk, group);
  }

  // In the order of the identifiers.
  MergedCodes(Statements& statements, const arxiv::CategoryGroup& group) {
    start(statements, {Sql::kCodeById, false, true}, group);
  }

  bool next(Hit& hit) override {
    while (!walks_.empty()) {
      const bool repeated = started_ && first().head.paper_id == last_;
      if (!repeated) {
        hit = first().head;
        last_ = hit.paper_id;
        started_ = true;
      }
      advance_first();
      if (!repeated) return true;
    }
    return false;
  }

 private:
  void start(Statements& statements, const Walk& walk, const arxiv::CategoryGroup& group) {
    for (const std::string& code : group)
      start(statements, walk, code);
    std::make_heap(walks_.begin(), walks_.end(), Later{order_});
  }

  Rows query(Statement& statement, const Walk& walk, const std::string& code) const {
    if (walk.by_id) return statement.query(code);
    if (walk.by_updated) return statement.query(code, window_.from, window_.to, opening_);
    return statement.query(code, window_.from, window_.to);
  }

  void start(Statements& statements, const Walk& walk, const std::string& code) {
    auto entry = std::make_unique<CodeWalk>();
    entry->code = code;
    entry->statement = statements.another(walk.sql);
    Statement& statement = *entry->statement;
    entry->rows.emplace(query(statement, walk, entry->code));
    if (entry->advance()) walks_.push_back(std::move(entry));
  }

  CodeWalk& first() { return *walks_.front(); }

  void advance_first() {
    std::pop_heap(walks_.begin(), walks_.end(), Later{order_});
    if (walks_.back()->advance()) {
      std::push_heap(walks_.begin(), walks_.end(), Later{order_});
    } else {
      walks_.pop_back();
    }
  }

  Order order_;
  arxiv::DateWindow window_;
  std::string opening_;
  CodeWalks walks_;  ///< a heap, the first in order in front
  std::string last_;
  bool started_ = false;
};

class FiledUnder : public HitWalk {
 public:
  FiledUnder(std::unique_ptr<HitWalk> walk, Statements& statements,
             std::vector<arxiv::CategoryGroup> groups)
      : walk_(std::move(walk)), statements_(statements), groups_(std::move(groups)) {}

  bool next(Hit& hit) override {
    while (walk_->next(hit)) {
      if (carries_all(hit.paper_id)) return true;
    }
    return false;
  }

 private:
  bool carries_all(const std::string& paper_id) {
    std::vector<std::string> codes;
    Rows rows = statements_[Sql::kCodesOfPaper].query(paper_id);
    while (rows.next())
      codes.emplace_back(rows.text(0));
    return std::all_of(groups_.begin(), groups_.end(), [&](const arxiv::CategoryGroup& group) {
      return std::find_first_of(codes.begin(), codes.end(), group.begin(), group.end()) !=
             codes.end();
    });
  }

  std::unique_ptr<HitWalk> walk_;
  Statements& statements_;
  std::vector<arxiv::CategoryGroup> groups_;
};

}  // namespace

std::unique_ptr<HitWalk> walk_window(Statements& statements, const Order& order,
                                     arxiv::DateWindow window) {
  return std::make_unique<WindowWalk>(statements, order, std::move(window));
}

std::unique_ptr<HitWalk> walk_codes(Statements& statements, const Order& order,
                                    arxiv::DateWindow window, const arxiv::CategoryGroup& group) {
  return std::make_unique<MergedCodes>(statements, order, std::move(window), group);
}

std::unique_ptr<HitWalk> walk_codes_by_id(Statements& statements,
                                          const arxiv::CategoryGroup& group) {
  return std::make_unique<MergedCodes>(statements, group);
}

std::unique_ptr<HitWalk> keep_filed_under(std::unique_ptr<HitWalk> walk, Statements& statements,
                                          std::vector<arxiv::CategoryGroup> groups) {
  if (groups.empty()) return walk;
  return std::make_unique<FiledUnder>(std::move(walk), statements, std::move(groups));
}

}  // namespace mirror
