// Contacts of rods that rows couple.
#include "solver/step/coupled_contacts.h"

#include <algorithm>

namespace tendril::solver {

void CoupledContacts::solve(const std::vector<Tree*>& trees, ConstraintSolver& coupling,
                            const std::vector<std::pair<std::size_t, std::size_t>>& rods, RodPairs& pairs) {
  addRows(trees, coupling, rods, !pairs.empty());
  responses_.clear();
  cones_.clear();
  firstOf_.clear();
  std::size_t size = 0;
  for (const Tree* tree : trees) {
    firstOf_.push_back(size);
    size += tree->sweep.responseSize();
  }
  double least = 0;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    if (trees[t]->contacts.empty()) continue;
    own_.clear();
    const std::size_t first = cones_.size();
    const double its = trees[t]->contacts.addCones(own_, cones_);
    least = least > 0 ? std::min(least, its) : its;
    for (std::size_t c = first; c < cones_.size(); ++c) {
      Cone& cone = cones_[c];
      const std::size_t part = responses_.parts.size();
      for (std::size_t p = cone.firstPart; p < cone.lastPart; ++p) {
        const Responses::Part& from = own_.parts[p];
        const auto y = own_.y.begin() + static_cast<std::ptrdiff_t>(from.at);
        std::copy(y, y + static_cast<std::ptrdiff_t>(3 * from.rows),
                  responses_.add(firstOf_[t] + from.first, from.rows));
      }
      cone.firstPart = part;
      cone.lastPart = responses_.parts.size();
      if (coupling.rows() > 0) hold(coupling, cone, size);
    }
  }
  const std::size_t ofTrees = cones_.size();
  if (!pairs.empty()) {
    const double its = pairs.addCones(firstOf_, responses_, cones_);
    least = least > 0 ? std::min(least, its) : its;
    if (coupling.rows() > 0) holdPairs(coupling, ofTrees, size);
  }
  solver_.begin(responses_, cones_, size + coupling.rows());
  solver_.solve(responses_, cones_, least);
  std::size_t first = 0;
  for (Tree* tree : trees) {
    tree->contacts.takeCones(cones_, first);
    first += tree->contacts.touches().size();
  }
  pairs.takeCones(cones_, ofTrees);
}

void CoupledContacts::apply(const std::vector<Tree*>& trees) const {
  for (std::size_t t = 0; t < trees.size(); ++t)
    trees[t]->sweep.applyResponse(solver_.response().data() + firstOf_[t]);
}

// A cone's parts lie side by side: those of pairs are copied behind all others, with what rows take.
void CoupledContacts::holdPairs(ConstraintSolver& coupling, std::size_t firstCone, std::size_t size) {
  std::swap(pairParts_, responses_.parts);
  const std::size_t others = firstCone > 0 ? cones_[firstCone - 1].lastPart : 0;
  responses_.parts.assign(pairParts_.begin(), pairParts_.begin() + static_cast<std::ptrdiff_t>(others));
  for (std::size_t c = firstCone; c < cones_.size(); ++c) {
    Cone& cone = cones_[c];
    const std::size_t from = responses_.parts.size();
    responses_.parts.insert(responses_.parts.end(),
                            pairParts_.begin() + static_cast<std::ptrdiff_t>(cone.firstPart),
                            pairParts_.begin() + static_cast<std::ptrdiff_t>(cone.lastPart));
    cone.firstPart = from;
    cone.lastPart = responses_.parts.size();
    hold(coupling, cone, size);
  }
}

// The rows' own responses A.
void CoupledContacts::addRows(const std::vector<Tree*>& trees, const ConstraintSolver& coupling,
                              const std::vector<std::pair<std::size_t, std::size_t>>& rods, bool all) {
  rowResponses_.clear();
  rows_.clear();
  if (coupling.rows() == 0) return;
  const std::vector<ConstraintSolver::Column>& columns = coupling.columns();
  for (std::size_t i = 0; i < columns.size();) {
    const auto [tree, rod] = rods[columns[i].rod];
    const std::size_t from = i;
    ThreeLoads loads = ThreeLoads::Zero();
    Rows made;
    made.tree = tree;
    for (; i < columns.size() && i < from + 3 && columns[i].rod == columns[from].rod &&
           columns[i].hook == columns[from].hook;
         ++i) {
      made.row[made.count] = columns[i].row;
      loads.col(static_cast<Eigen::Index>(made.count++)) = columns[i].load;
    }
    if (!all && trees[tree]->contacts.empty()) continue;
    made.firstPart = rowResponses_.parts.size();
    trees[tree]->sweep.respondAtHook(rod, columns[from].hook, loads, rowResponses_);
    made.lastPart = rowResponses_.parts.size();
    rows_.push_back(made);
  }
}

// q = A^T y of a contact, and D^-1 q.
void CoupledContacts::hold(ConstraintSolver& coupling, Cone& cone, std::size_t first) {
  const Eigen::Index count = static_cast<Eigen::Index>(coupling.rows());
  moved_.setZero(count, 3);
  using Columns = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3>>;
  for (const Rows& rows : rows_) {
    Matrix3d by = Matrix3d::Zero();
    for (std::size_t p = cone.firstPart; p < cone.lastPart; ++p)
      for (std::size_t k = rows.firstPart; k < rows.lastPart; ++k) {
        const Responses::Part &a = responses_.parts[p], &b = rowResponses_.parts[k];
        if (a.first != firstOf_[rows.tree] + b.first) continue;
        const Eigen::Index common = static_cast<Eigen::Index>(std::min(a.rows, b.rows));
        const Columns ofRows(&rowResponses_.y[b.at], static_cast<Eigen::Index>(b.rows), 3),
            ofCone(&responses_.y[a.at], static_cast<Eigen::Index>(a.rows), 3);
        for (Eigen::Index i = 0; i < common; ++i) by += ofRows.row(i).transpose() * ofCone.row(i);
      }
    for (std::size_t i = 0; i < rows.count; ++i)
      moved_.row(static_cast<Eigen::Index>(rows.row[i])) += by.row(static_cast<Eigen::Index>(i));
  }
  double* to = responses_.addHolding(first, coupling.rows());
  cone.lastPart = responses_.parts.size();
  for (Eigen::Index c = 0; c < 3; ++c) {
    motion_.set(count) = moved_.col(c);
    coupling.answerRows(motion_, multipliers_);
    for (Eigen::Index i = 0; i < count; ++i) {
      to[c * count + i] = moved_(i, c);
      to[(3 + c) * count + i] = multipliers_[i];
    }
  }
}

}  // namespace tendril::solver
