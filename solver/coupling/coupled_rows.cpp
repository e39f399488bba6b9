// Coupled rows: rows between two rods, contacts and cuts; the Delassus system and its solution.
#include <algorithm>
#include <tuple>

#include "solver/coupling/constraint_solver.h"

namespace tendril::solver {

using Eigen::Index;

namespace {

constexpr int kRowsOfRod = 60,
              kRowsOfPiece = 24;  // a rod with more rows than the first is cut after every second

}  // namespace

// Cuts rods with many rows, so that columns end early.
void ConstraintSolver::setCuts() {
  rowsOn_.clear();
  const auto count = [&](int rod, std::size_t hook, int n) {
    const std::size_t r = static_cast<std::size_t>(rod);
    rowsOn_.push_back({r, rods_.rod(r).kinematics.hook(hook).element, n});
  };
  for (const ActiveConstraint& constraint : active_) {
    if (!constraint.active) continue;
    if (constraint.spec->type->carries) count(constraint.rod[0], constraint.hook[0], 1);
    if (!constraint.two) continue;
    for (int k = 0; k < 2; ++k)
      count(constraint.rod[k], constraint.hook[k], constraint.spec->type->oneSided ? 1 : 3);
  }
  std::sort(rowsOn_.begin(), rowsOn_.end(), [](const RowsOnElement& a, const RowsOnElement& b) {
    return std::tie(a.rod, a.element, a.rows) < std::tie(b.rod, b.element, b.rows);
  });
  std::size_t first = 0;
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    std::size_t last = first;
    int all = 0, since = 0;
    for (; last < rowsOn_.size() && rowsOn_[last].rod == r; ++last) all += rowsOn_[last].rows;
    cuts_.clear();
    for (; first + 1 < last && all > kRowsOfRod; ++first) {
      since += rowsOn_[first].rows;
      if (since < kRowsOfPiece || rowsOn_[first].element == rowsOn_[first + 1].element) continue;
      cuts_.push_back(rowsOn_[first].element + 1);
      since = 0;
    }
    first = last;
    rods_.rod(r).elimination.setCuts(cuts_);
  }
}

void ConstraintSolver::cut(bool on) {
  for (std::size_t r = 0; r < rods_.size(); ++r) rods_.rod(r).elimination.cut(on);
}

void ConstraintSolver::leaveWhole() {
  for (std::size_t r = 0; r < rods_.size(); ++r) rods_.rod(r).elimination.setCuts({});
}

void ConstraintSolver::findGeometricStiffness(ActiveConstraint& constraint) {
  constexpr double kWorth = 0.1;  // of massStiffness_: smaller ones are left out
  constraint.geometricStiffness = 0;
  if (!(constraint.rows.swingLength > 0)) return;
  const double pull = forceOf(constraint)[0] / constraint.rows.swingLength;
  if (std::abs(pull) > kWorth * massStiffness_) constraint.geometricStiffness = pull;
}

std::size_t ConstraintSolver::numberRows() {
  std::size_t rows = 0;
  for (ActiveConstraint& constraint : active_) {
    constraint.firstRow = rows;
    if (!constraint.active || !constraint.two) continue;
    rows += static_cast<std::size_t>(constraint.kept) + (hasGeometricStiffness(constraint) ? 2 : 0);
  }
  rows += contacts_.size();
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    cutRows_[r] = rows;
    rows += rods_.rod(r).elimination.cuts() * static_cast<std::size_t>(rods_.rod(r).elimination.rowsOfCut());
  }
  return rows;
}

void ConstraintSolver::addColumn(std::size_t rod, std::size_t hook, std::size_t row, const Vec6d& load) {
  rods_.rod(rod).elimination.addColumn(row, hook, load);
  columns_.push_back({rod, hook, row, load});
}

void ConstraintSolver::addColumns() {
  columns_.clear();
  for (std::size_t r = 0; r < rods_.size(); ++r) rods_.rod(r).elimination.beginColumns(cutRows_[r]);
  for (const ActiveConstraint& constraint : active_) {
    if (!constraint.active || !constraint.two) continue;
    for (int k = 0; k < 2; ++k) {
      if (constraint.rod[k] < 0) continue;
      for (Index i = 0; i < constraint.kept; ++i) {
        const Vec6d load = constraint.rows.by[k].transpose() * constraint.across.col(i);
        addColumn(static_cast<std::size_t>(constraint.rod[k]), constraint.hook[k],
                  constraint.firstRow + static_cast<std::size_t>(i), load);
      }
      if (!hasGeometricStiffness(constraint)) continue;
      const Vector3d along = constraint.rows.by[0].row(0).tail<3>(), first = along.unitOrthogonal();
      const Vector3d across[] = {first, along.cross(first)};
      for (std::size_t i = 0; i < 2; ++i) {
        Vec6d load = Vec6d::Zero();
        load.tail<3>() = k == 0 ? across[i] : Vector3d(-across[i]);
        addColumn(static_cast<std::size_t>(constraint.rod[k]), constraint.hook[k],
                  constraint.firstRow + static_cast<std::size_t>(constraint.kept) + i, load);
      }
    }
  }
}

// Pearls i and j at arc lengths u_i < u_j: gap = u_j - u_i - r_i - r_j >= 0. Free slides are eliminated, du =
// -(b . dz + r + sigma lambda) / a (ConstraintSolver::loadOne); stuck ones do not move.
void ConstraintSolver::addContacts() {
  const std::size_t first = contacts_.empty() ? 0 : cutRows_[0] - contacts_.size();
  const auto answers = [&](const ActiveConstraint& constraint) {
    return constraint.active && slidesFreely(constraint);
  };
  for (std::size_t c = 0; c < contacts_.size(); ++c)
    for (const auto& [number, sign] :
         {std::pair(contacts_[c].first, -1.0), std::pair(contacts_[c].second, 1.0)}) {
      const ActiveConstraint& constraint = active_[number];
      if (!answers(constraint)) continue;
      addColumn(static_cast<std::size_t>(constraint.rod[0]), constraint.hook[0], first + c,
                -sign / constraint.slideStiffness * constraint.slideBy);
    }
}

void ConstraintSolver::solveRows() {
  pushes_ = whole_;
  if (solvedRows()) return;
  pushes_ = false;
  solvedRows();
}

// A compressive force lowers the stiffness. Leaving these rows out only makes the step stiffer and slower.
bool ConstraintSolver::hasGeometricStiffness(const ActiveConstraint& constraint) const {
  return constraint.geometricStiffness > 0 || (pushes_ && constraint.geometricStiffness < 0);
}

bool ConstraintSolver::solvedRows() {
  const std::size_t rows = rows_ = numberRows();
  for (ActiveConstraint& constraint : active_) constraint.contact = 0;
  if (rows == 0) return true;
  addColumns();
  addContacts();
  rods_.eachSweep([](Sweep& sweep) { sweep.addColumns(); });
  system_.begin(rows, cutRows_[0]);
  for (std::size_t r = 0; r < rods_.size(); ++r) rods_.addDelassusBlock(r, system_);
  right_.set(static_cast<Index>(rows)) = system_.reach();
  rowActive_.assign(rows, 1);
  for (const ActiveConstraint& constraint : active_) {
    if (!constraint.active || !constraint.two) continue;
    Vec6d violation = constraint.rows.violation;
    if (constraint.slide != Slide::none && !slidesFreely(constraint))
      violation += constraint.rows.slide.col(0) * wantOf(constraint);
    // lambda = base + w (g + J dq); the loads contain forceOf()
    if (constraint.compliant)
      violation += (constraint.lambda - forceOf(constraint)).cwiseQuotient(constraint.weight);
    if (constraint.gives) violation -= constraint.give * forceOf(constraint);
    for (std::size_t i = 0; i < 2 && hasGeometricStiffness(constraint); ++i) {
      const std::size_t row = constraint.firstRow + static_cast<std::size_t>(constraint.kept) + i;
      if (constraint.geometricStiffness > 0)
        system_.addTo(row, row, 1 / constraint.geometricStiffness);
      else
        system_.addNegative(row, 1 / constraint.geometricStiffness);
    }
    for (Index i = 0; i < constraint.kept; ++i) {
      const Index row = static_cast<Index>(constraint.firstRow) + i;
      right_[row] += constraint.across.col(i).dot(violation);
      for (Index j = 0; (constraint.compliant || constraint.gives) && j <= i; ++j) {
        const Vec6d column = constraint.across.col(j);
        const double give =
            constraint.across.col(i).dot(constraint.gives ? Vec6d(constraint.give * column)
                                                          : Vec6d(column.cwiseQuotient(constraint.weight)));
        if (give != 0)
          system_.addTo(static_cast<std::size_t>(row), constraint.firstRow + static_cast<std::size_t>(j),
                        give);
      }
    }
  }
  const std::size_t firstContact = contacts_.empty() ? 0 : cutRows_[0] - contacts_.size();
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const ActiveConstraint &a = active_[contacts_[c].first], &b = active_[contacts_[c].second];
    double gap = b.arc[0] - a.arc[0] - a.spec->radius - b.spec->radius;
    for (const auto& [constraint, sign] : {std::pair(&a, -1.0), std::pair(&b, 1.0)}) {
      if (!constraint->active) continue;
      if (!slidesFreely(*constraint)) {
        gap += sign * wantOf(*constraint);
        continue;
      }
      gap -= sign * constraint->slideRest / constraint->slideStiffness;
      system_.addTo(firstContact + c, firstContact + c, 1 / constraint->slideStiffness);
    }
    right_[static_cast<Index>(firstContact + c)] += gap;
    // neighbouring contacts share a pearl
    if (c + 1 < contacts_.size() && contacts_[c].second == contacts_[c + 1].first && slidesFreely(b))
      system_.addTo(firstContact + c, firstContact + c + 1, -1 / b.slideStiffness);
  }
  if (!solveSides()) return false;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    Contact& contact = contacts_[c];
    const double force = lambda_[static_cast<Index>(firstContact + c)];
    contact.touches = force < 0;
    active_[contact.first].contact -= force;
    active_[contact.second].contact += force;
  }
  for (ActiveConstraint& constraint : active_) {
    if (!constraint.active || !constraint.two) continue;
    Vec6d gain = Vec6d::Zero();
    for (Index i = 0; i < constraint.kept; ++i)
      gain += constraint.across.col(i) * lambda_[static_cast<Index>(constraint.firstRow) + i];
    constraint.lambdaNext = forceOf(constraint) + gain;
  }
  rods_.eachSweep([&](Sweep& sweep) { sweep.applyMultipliers(lambda_); });
  return true;
}

// Active-set iteration of one-sided rows: releases rows that pull, adds rows that are crossed.
bool ConstraintSolver::solveSides() {
  sided_.clear();
  known_.clear();
  for (const ActiveConstraint& constraint : active_)
    if (constraint.active && constraint.two && constraint.spec->type->oneSided) {
      sided_.push_back(constraint.firstRow);
      known_.push_back(forceOf(constraint)[0]);
    }
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    sided_.push_back(cutRows_[0] - contacts_.size() + c);
    known_.push_back(0);
  }
  for (std::size_t s = 0; s < sided_.size(); ++s)
    rowActive_[sided_[s]] = known_[s] < 0 || right_[static_cast<Index>(sided_[s])] < 0;
  constexpr int kTurns = 20;
  for (int turn = 0;; ++turn) {
    PooledVector::Map right = sidedRight_.set(right_.size());
    right = right_.get();
    // a released row takes back its multiplier
    for (std::size_t s = 0; s < sided_.size(); ++s) {
      if (rowActive_[sided_[s]] || known_[s] == 0) continue;
      system_.findColumn(sided_[s], column_);
      right -= column_.get() * -known_[s];
    }
    if (!system_.solve(sidedRight_, rowActive_, lambda_)) return false;
    for (std::size_t s = 0; s < sided_.size(); ++s)
      if (!rowActive_[sided_[s]]) lambda_[static_cast<Index>(sided_[s])] = -known_[s];
    if (sided_.empty() || turn == kTurns || !switchSides()) return true;
  }
}

// Rows after a solution. False: none has changed.
bool ConstraintSolver::switchSides() {
  system_.multiply(lambda_, left_);
  bool changed = false;
  for (std::size_t s = 0; s < sided_.size(); ++s) {
    const Index row = static_cast<Index>(sided_[s]);
    const bool active = rowActive_[sided_[s]];
    if (active && known_[s] + lambda_[row] > 0) rowActive_[sided_[s]] = 0;
    if (!active && right_[row] - left_[row] < -1e-12 * size_) rowActive_[sided_[s]] = 1;
    changed = changed || active != bool(rowActive_[sided_[s]]);
  }
  return changed;
}

}  // namespace tendril::solver
