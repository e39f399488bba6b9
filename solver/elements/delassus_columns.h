// A rod's solver: grips of constraints, and the columns of the Delassus system.
//
// eliminate() leaves the factors H = L D L^T, with a 3 x 3 pivot D for each coordinate. A constraint row is a
// load J^T on hooks. With y = L^-1 J^T (three numbers for each coordinate between the hook and the root),
//
//   J_i H^-1 J_j^T = sum of y_i^T D^-1 y_j
//
// and no back substitution is needed: D^-1 y is added to what the sweep keeps (applyMultipliers).
//
// A cut in front of an element separates both sides, with the motion z_0 of the far side's start as further
// unknowns. Rows (end of one side) - (start of the other) = 0 join them. A cut changes no result, but columns
// end there.
#pragma once

#include "solver/elements/rod_solver_of.h"

namespace tendril::solver {

template <class M>
void RodSolverOf<M>::moveGrip(std::size_t i, double arc) {
  seatHook(hooks_[i], arc);
  gripsMoved_ = true;
}

template <class M>
void RodSolverOf<M>::placeGrips() {
  if (gripsMoved_) orderHooks();
  for (std::size_t i = grips_; i < hooks_.size(); ++i) {
    Hook& hook = hooks_[i];
    placeHook(hook);
    hook.motion = hook.map.transpose() * stateOf(all_[hook.element].motion, all_[hook.element].eta);
  }
}

template <class M>
void RodSolverOf<M>::setCuts(const std::vector<std::size_t>& elements) {
  isCut_.assign(all_.size(), 0);
  pieces_.clear();
  std::size_t end = all_.size();
  for (std::size_t i = elements.size(); i-- > 0;) {
    isCut_[elements[i]] = 1;
    pieces_.emplace_back();
    pieces_.back().first = elements[i];
    pieces_.back().end = end;
    end = elements[i];
  }
  pieces_.emplace_back();
  pieces_.back().end = end;
}

template <class M>
void RodSolverOf<M>::beginColumns(std::size_t firstRow) {
  firstCutRow_ = firstRow;
  events_.clear();
}

template <class M>
void RodSolverOf<M>::addColumn(std::size_t row, std::size_t hook, const Vec6d& load) {
  events_.push_back({hooks_[hook].element, row, load, hook});
}

template <class M>
void RodSolverOf<M>::eliminateColumns() {
  std::stable_sort(events_.begin(), events_.end(),
                   [](const Event& a, const Event& b) { return a.element > b.element; });
  for (std::size_t p = 0; p < pieces_.size(); ++p) eliminatePiece(p);
}

// Rows of a piece, in the order in which they begin. A row that occurs again gets its second load at that
// hook.
template <class M>
void RodSolverOf<M>::numberRows(std::size_t p, Events event, Events end) {
  std::vector<std::size_t>& rows = pieces_[p].rows;
  rows.clear();
  if (p > 0)  // of the cut at its far end
    for (int k = 0; k < kKept; ++k)
      rows.push_back(firstCutRow_ + (p - 1) * kKept + static_cast<std::size_t>(k));
  for (; event != end; ++event)
    if (std::find(rows.begin(), rows.end(), event->row) == rows.end()) rows.push_back(event->row);
}

// Moves the columns from an element's end to its start.
template <class M>
void RodSolverOf<M>::pushColumns(const Element& at, Eigen::Index columns) {
  for (Eigen::Index c = 0; c < columns; ++c) {
    if constexpr (M::kRigid) {
      const Vec6d left = front_.col(c).template head<6>();
      front_.col(c).template head<3>() += at.end.position.cross(left.template tail<3>());
    } else {
      const StateVector left = front_.col(c);
      StateVector pushed = at.endMap * left.template head<6>();
      if constexpr (kEnds == 2) pushed.template segment<3>(9) += left.template segment<3>(6);
      front_.col(c) = pushed;
    }
  }
}

template <class M>
void RodSolverOf<M>::addColumnLoad(const Element& at, const Event& event, Eigen::Index c) {
  const Hook& hook = hooks_[event.hook];
  if constexpr (M::kRigid) {
    const Vector3d r = hook.world.position - at.world.position, force = event.load.template tail<3>();
    front_.col(c).template head<3>() += event.load.template head<3>() + r.cross(force);
    front_.col(c).template segment<3>(3) += force;
  } else {
    front_.col(c) += hook.map * event.load;
  }
}

// Eliminates an element's coordinates.
template <class M>
void RodSolverOf<M>::eliminateBeside(std::size_t e, Eigen::Index columns, Piece& piece) {
  Element& at = all_[e];
  const Eigen::Index step = 3 * static_cast<Eigen::Index>(piece.end - 1 - e);
  const bool locked = isLocked(kEnds == 2 ? e + 1 : e);
  for (Eigen::Index c = 0; c < columns; ++c) {
    auto column = front_.col(c);
    if constexpr (M::kRigid) {
      const Vector3d rates =
          locked ? Vector3d(Vector3d::Zero()) : Vector3d(at.end.axes.transpose() * column.template head<3>());
      auto kept = column.template head<6>();
      piece.own.template block<3, 1>(step, c) = rates;
      piece.answer.template block<3, 1>(step, c) = at.elimination.solveBeside(kept, rates);
    } else {
      if (locked) column.template segment<3>(kKept).setZero();
      if (kEnds == 2 && e == 0 && isLocked(0)) column.template segment<3>(6).setZero();
      piece.own.template block<3, 1>(step, c) = column.template segment<3>(kKept);
      piece.answer.template block<3, 1>(step, c) = at.elimination.solveBeside(column);
    }
  }
}

// Eliminates the coordinates at the root, which only clothoids have.
template <class M>
void RodSolverOf<M>::eliminateRoot(Piece& piece) {
  if constexpr (kEnds == 2) {
    const Eigen::Index step = 3 * static_cast<Eigen::Index>(piece.end - piece.first);
    for (Eigen::Index c = 0; c < front_.cols(); ++c) {
      auto column = front_.col(c);
      piece.own.template block<3, 1>(step, c) = column.template segment<3>(6);
      piece.answer.template block<3, 1>(step, c) = root_.solveBeside(column);
    }
  }
  rootColumns_ = front_.template topRows<6>();
}

template <class M>
void RodSolverOf<M>::eliminatePiece(std::size_t p) {
  Piece& piece = pieces_[p];
  const bool cutBehind = p > 0, cutBefore = piece.first > 0;
  const auto beyond = [](const Event& event, std::size_t element) { return event.element >= element; };
  const Events first = std::lower_bound(events_.cbegin(), events_.cend(), piece.end, beyond),
               last = std::lower_bound(first, events_.cend(), piece.first, beyond);
  numberRows(p, first, last);
  const Eigen::Index columns = static_cast<Eigen::Index>(piece.rows.size());
  const Eigen::Index steps =
      static_cast<Eigen::Index>(piece.end - piece.first) + (kEnds == 2 && !cutBefore ? 1 : 0);
  piece.own.setZero(3 * steps, columns);
  piece.answer.setZero(3 * steps, columns);
  front_.setZero(kRows, columns);
  Eigen::Index begun = cutBehind ? kKept : 0;
  if (cutBehind) front_.template topLeftCorner<kKept, kKept>().setIdentity();
  Events event = first;
  for (std::size_t e = piece.end; e-- > piece.first;) {
    if (e + 1 < piece.end || cutBehind) pushColumns(all_[e], begun);
    for (; event != last && event->element == e; ++event) {
      const Eigen::Index c = std::find(piece.rows.begin(), piece.rows.end(), event->row) - piece.rows.begin();
      begun = std::max(begun, c + 1);
      addColumnLoad(all_[e], *event, c);
    }
    eliminateBeside(e, begun, piece);
  }
  if (cutBefore)
    piece.left = front_.template topRows<kKept>();
  else
    eliminateRoot(piece);
}

template <class M>
void RodSolverOf<M>::addDelassusBlock(DelassusSystem& to) const {
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    const Piece& piece = pieces_[p];
    const bool cutBefore = piece.first > 0;
    if (piece.rows.empty() && !cutBefore) continue;
    std::vector<std::size_t> rows = piece.rows;
    const Eigen::Index n = static_cast<Eigen::Index>(rows.size());
    const Eigen::Index all = n + (cutBefore ? kKept : 0);
    Eigen::MatrixXd block = Eigen::MatrixXd::Zero(all, all);
    Eigen::VectorXd reach = Eigen::VectorXd::Zero(all);
    block.topLeftCorner(n, n).noalias() = piece.own.transpose() * piece.answer;
    Eigen::VectorXd found(piece.own.rows());
    for (std::size_t e = piece.end; e-- > piece.first;)
      found.segment<3>(3 * static_cast<Eigen::Index>(piece.end - 1 - e)) = all_[e].elimination.offset();
    if constexpr (kEnds == 2)
      if (!cutBefore) found.template tail<3>() = root_.offset();
    reach.head(n).noalias() = -piece.own.transpose() * found;
    if (cutBefore) {
      Eigen::MatrixXd ends(kKept, all);
      ends << piece.left, -Eigen::Matrix<double, kKept, kKept>::Identity();
      const Eigen::MatrixXd answer = piece.inertia.solve(ends);
      block.noalias() += ends.transpose() * answer;
      reach.noalias() -= answer.transpose() * piece.bias;
      for (int k = 0; k < kKept; ++k) rows.push_back(firstCutRow_ + p * kKept + static_cast<std::size_t>(k));
    }
    to.add(rows, block, reach);
  }
}

template <class M>
void RodSolverOf<M>::applyMultipliers(const Eigen::VectorXd& by) {
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    Piece& piece = pieces_[p];
    const bool cutBefore = piece.first > 0;
    Eigen::VectorXd its(static_cast<Eigen::Index>(piece.rows.size()));
    for (std::size_t c = 0; c < piece.rows.size(); ++c)
      its[static_cast<Eigen::Index>(c)] = by[static_cast<Eigen::Index>(piece.rows[c])];
    if (!piece.rows.empty()) {
      const Eigen::VectorXd gain = piece.answer * its;
      for (std::size_t e = piece.end; e-- > piece.first;)
        all_[e].elimination.addOffset(gain.segment<3>(3 * static_cast<Eigen::Index>(piece.end - 1 - e)));
      if constexpr (kEnds == 2)
        if (!cutBefore) root_.addOffset(gain.template tail<3>());
    }
    if (!cutBefore) {
      if (!piece.rows.empty()) rootBias_ += rootColumns_ * its;
      continue;
    }
    Eigen::Matrix<double, kKept, 1> load = piece.bias;
    if (!piece.rows.empty()) load += piece.left * its;
    for (int k = 0; k < kKept; ++k) load[k] -= by[static_cast<Eigen::Index>(firstCutRow_ + p * kKept) + k];
    piece.offset = piece.inertia.solve(load);
  }
}

}  // namespace tendril::solver
