// Rows between two rods, contacts and cuts: their system, and its solution.
#include <algorithm>

#include "solver/coupling/constraint_solver.h"

namespace tendril::solver {

using Eigen::Index;

namespace {

constexpr int kRowsOfRod = 60, kRowsOfPiece = 24;  // a rod with more than the first is cut after so many

}  // namespace

// Where a rod's rows are many, it is cut: else each would know of all.
void Ties::setCuts() {
  std::vector<std::vector<std::pair<std::size_t, int>>> rows(sweep_.size());  // by rods: element, rows
  const auto count = [&](int rod, std::size_t hook, int n) {
    const std::size_t r = static_cast<std::size_t>(rod);
    rows[r].emplace_back(sweep_.rod(r).hook(hook).element, n);
  };
  for (const Tie& tie : ties_) {
    if (!tie.active) continue;
    if (tie.is->type->carries) count(tie.rod[0], tie.hook[0], 1);
    if (!tie.two) continue;
    for (int k = 0; k < 2; ++k) count(tie.rod[k], tie.hook[k], tie.is->type->oneSided ? 1 : 3);
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::sort(rows[r].begin(), rows[r].end());
    int all = 0, since = 0;
    for (const auto& [element, n] : rows[r]) all += n;
    std::vector<std::size_t> cuts;
    for (std::size_t i = 0; i + 1 < rows[r].size() && all > kRowsOfRod; ++i) {
      since += rows[r][i].second;
      if (since < kRowsOfPiece || rows[r][i].first == rows[r][i + 1].first) continue;
      cuts.push_back(rows[r][i].first + 1);
      since = 0;
    }
    if (cuts == cuts_[r]) continue;
    cuts_[r] = cuts;
    sweep_.rod(r).setCuts(cuts);
  }
}

void Ties::cut(bool on) {
  for (std::size_t r = 0; r < sweep_.size(); ++r) sweep_.rod(r).cut(on);
}

void Ties::findSwing(Tie& tie) {
  constexpr double kWorth = 0.1;  // of the stiffness of masses
  tie.swing = 0;
  if (!(tie.rows.swing > 0)) return;
  const double pull = forceOf(tie)[0] / tie.rows.swing;
  if (std::abs(pull) > kWorth * massStiffness_) tie.swing = pull;
}

std::size_t Ties::numberRows() {
  std::size_t rows = 0;
  for (Tie& tie : ties_) {
    tie.firstRow = rows;
    if (!tie.active || !tie.two) continue;
    rows += static_cast<std::size_t>(tie.kept) + (swings(tie) ? 2 : 0);
  }
  rows += contacts_.size();
  for (std::size_t r = 0; r < sweep_.size(); ++r) {
    cutRows_[r] = rows;
    rows += cuts_[r].size() * static_cast<std::size_t>(sweep_.rod(r).rowsOfCut());
  }
  return rows;
}

void Ties::addColumns() {
  for (std::size_t r = 0; r < sweep_.size(); ++r) sweep_.rod(r).beginColumns(cutRows_[r]);
  for (const Tie& tie : ties_) {
    if (!tie.active || !tie.two) continue;
    for (int k = 0; k < 2; ++k) {
      if (tie.rod[k] < 0) continue;
      for (Index i = 0; i < tie.kept; ++i) {
        const Vec6d load = tie.rows.by[k].transpose() * tie.across.col(i);
        sweep_.rod(static_cast<std::size_t>(tie.rod[k]))
            .addColumn(tie.firstRow + static_cast<std::size_t>(i), tie.hook[k], load);
      }
      if (!swings(tie)) continue;
      const Vector3d along = tie.rows.by[0].row(0).tail<3>(), first = along.unitOrthogonal();
      const Vector3d across[] = {first, along.cross(first)};
      for (std::size_t i = 0; i < 2; ++i) {
        Vec6d load = Vec6d::Zero();
        load.tail<3>() = k == 0 ? across[i] : Vector3d(-across[i]);
        sweep_.rod(static_cast<std::size_t>(tie.rod[k]))
            .addColumn(tie.firstRow + static_cast<std::size_t>(tie.kept) + i, tie.hook[k], load);
      }
    }
  }
}

// Pearls i and j with arc lengths u_i < u_j: gap = u_j - u_i - r_i - r_j >= 0, of which what slides was
// eliminated, du = -(b . dz + r + sigma lambda) / a (Ties::loadOne). What sticks does not give way.
void Ties::addContacts() {
  const std::size_t first = contacts_.empty() ? 0 : cutRows_[0] - contacts_.size();
  const auto answers = [&](const Tie& tie) { return tie.active && slidesFreely(tie); };
  for (std::size_t c = 0; c < contacts_.size(); ++c)
    for (const auto& [number, sign] :
         {std::pair(contacts_[c].first, -1.0), std::pair(contacts_[c].second, 1.0)}) {
      const Tie& tie = ties_[number];
      if (!answers(tie)) continue;
      sweep_.rod(static_cast<std::size_t>(tie.rod[0]))
          .addColumn(first + c, tie.hook[0], Vec6d(-sign / tie.slideStiffness * tie.slideBy));
    }
}

void Ties::solveRows() {
  pushes_ = whole_;
  if (solvedRows()) return;
  pushes_ = false;
  solvedRows();
}

// What pushes swings out: without that the step is too stiff, which is slow at the worst.
bool Ties::swings(const Tie& tie) const {
  return tie.swing > 0 || (pushes_ && tie.swing < 0);
}

bool Ties::solvedRows() {
  const std::size_t rows = numberRows();
  for (Tie& tie : ties_) tie.contact = 0;
  if (rows == 0) return true;
  addColumns();
  addContacts();
  sweep_.addColumns();
  system_.begin(rows, cutRows_[0]);
  sweep_.addGram(system_);
  right_ = system_.reach();
  rowActive_.assign(rows, 1);
  for (const Tie& tie : ties_) {
    if (!tie.active || !tie.two) continue;
    Vec6d violation = tie.rows.violation;
    if (tie.slide != Slide::none && !slidesFreely(tie)) violation += tie.rows.slide.col(0) * wantOf(tie);
    // lambda = base + w (g + J dq), of which forceOf() is in the loads
    if (tie.soft) violation += (tie.base - forceOf(tie)).cwiseQuotient(tie.weight);
    for (std::size_t i = 0; i < 2 && swings(tie); ++i) {
      const std::size_t row = tie.firstRow + static_cast<std::size_t>(tie.kept) + i;
      if (tie.swing > 0)
        system_.addTo(row, row, 1 / tie.swing);
      else
        system_.addNegative(row, 1 / tie.swing);
    }
    for (Index i = 0; i < tie.kept; ++i) {
      const Index row = static_cast<Index>(tie.firstRow) + i;
      right_[row] += tie.across.col(i).dot(violation);
      for (Index j = 0; tie.soft && j <= i; ++j) {
        const double give = tie.across.col(i).dot(Vec6d(tie.across.col(j).cwiseQuotient(tie.weight)));
        if (give != 0)
          system_.addTo(static_cast<std::size_t>(row), tie.firstRow + static_cast<std::size_t>(j), give);
      }
    }
  }
  const std::size_t firstContact = contacts_.empty() ? 0 : cutRows_[0] - contacts_.size();
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const Tie &a = ties_[contacts_[c].first], &b = ties_[contacts_[c].second];
    double gap = b.arc[0] - a.arc[0] - a.is->radius - b.is->radius;
    for (const auto& [tie, sign] : {std::pair(&a, -1.0), std::pair(&b, 1.0)}) {
      if (!tie->active) continue;
      if (!slidesFreely(*tie)) {
        gap += sign * wantOf(*tie);
        continue;
      }
      gap -= sign * tie->slideRest / tie->slideStiffness;
      system_.addTo(firstContact + c, firstContact + c, 1 / tie->slideStiffness);
    }
    right_[static_cast<Index>(firstContact + c)] += gap;
    // the neighbour of a neighbour shares a pearl
    if (c + 1 < contacts_.size() && contacts_[c].second == contacts_[c + 1].first && slidesFreely(b))
      system_.addTo(firstContact + c, firstContact + c + 1, -1 / b.slideStiffness);
  }
  if (!solveSides()) return false;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    Contact& contact = contacts_[c];
    const double force = lambda_[static_cast<Index>(firstContact + c)];
    contact.touches = force < 0;
    ties_[contact.first].contact -= force;
    ties_[contact.second].contact += force;
  }
  for (Tie& tie : ties_) {
    if (!tie.active || !tie.two) continue;
    Vec6d gain = Vec6d::Zero();
    for (Index i = 0; i < tie.kept; ++i)
      gain += tie.across.col(i) * lambda_[static_cast<Index>(tie.firstRow) + i];
    tie.next = forceOf(tie) + gain;
  }
  sweep_.combineColumns(lambda_);
  return true;
}

// One-sided rows: those that would pull are let go, those that would be crossed push, until none is either.
bool Ties::solveSides() {
  std::vector<std::size_t> sided;
  std::vector<double> known;  // lambda, which the matrices have already
  for (const Tie& tie : ties_)
    if (tie.active && tie.two && tie.is->type->oneSided) {
      sided.push_back(tie.firstRow);
      known.push_back(forceOf(tie)[0]);
    }
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    sided.push_back(cutRows_[0] - contacts_.size() + c);
    known.push_back(0);
  }
  for (std::size_t s = 0; s < sided.size(); ++s)
    rowActive_[sided[s]] = known[s] < 0 || right_[static_cast<Index>(sided[s])] < 0;
  constexpr int kTurns = 20;
  for (int turn = 0;; ++turn) {
    Eigen::VectorXd right = right_;
    // what is let go takes its known force back
    for (std::size_t s = 0; s < sided.size(); ++s)
      if (!rowActive_[sided[s]] && known[s] != 0) right -= system_.column(sided[s]) * -known[s];
    if (!system_.solve(right, rowActive_, lambda_)) return false;
    for (std::size_t s = 0; s < sided.size(); ++s)
      if (!rowActive_[sided[s]]) lambda_[static_cast<Index>(sided[s])] = -known[s];
    if (sided.empty() || turn == kTurns) return true;
    const Eigen::VectorXd left = right_ - system_.times(lambda_);
    bool changed = false;
    for (std::size_t s = 0; s < sided.size(); ++s) {
      const Index row = static_cast<Index>(sided[s]);
      const bool active = rowActive_[sided[s]];
      if (active && known[s] + lambda_[row] > 0) rowActive_[sided[s]] = 0;
      if (!active && left[row] < -1e-12 * size_) rowActive_[sided[s]] = 1;
      changed = changed || active != bool(rowActive_[sided[s]]);
    }
    if (!changed) return true;
  }
}

}  // namespace tendril::solver
