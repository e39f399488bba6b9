// Columns of the Delassus system, and cuts of long rods.
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

#include "solver/elements/rod_elimination.h"

namespace tendril::solver {

template <class E>
void RodEliminationOf<E>::setCuts(const std::vector<std::size_t>& elements) {
  if (elements == cuts_) return;
  cuts_ = elements;
  makePieces();
}

template <class E>
void RodEliminationOf<E>::makePieces() {
  isCut_.assign(p_.all.size(), 0);
  pieces_.clear();
  std::size_t end = p_.all.size();
  for (std::size_t i = cuts_.size(); i-- > 0;) {
    isCut_[cuts_[i]] = 1;
    pieces_.emplace_back();
    pieces_.back().first = cuts_[i];
    pieces_.back().end = end;
    end = cuts_[i];
  }
  pieces_.emplace_back();
  pieces_.back().end = end;
}

template <class E>
void RodEliminationOf<E>::beginColumns(std::size_t firstRow) {
  firstCutRow_ = firstRow;
  events_.clear();
}

template <class E>
void RodEliminationOf<E>::addColumn(std::size_t row, std::size_t hook, const Vec6d& load) {
  events_.push_back({p_.hooks[hook].element, row, load, hook, events_.size()});
}

template <class E>
void RodEliminationOf<E>::eliminateColumns() {
  std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
    return a.element != b.element ? a.element > b.element : a.number < b.number;
  });
  for (std::size_t p = 0; p < pieces_.size(); ++p) eliminatePiece(p);
}

// Rows of a piece, in the order in which they begin. A row that occurs again gets its second load at that
// hook.
template <class E>
void RodEliminationOf<E>::numberRows(std::size_t p, Events event, Events end) {
  std::vector<std::size_t>& rows = pieces_[p].rows;
  rows.clear();
  if (p > 0)  // of the cut at its far end
    for (int k = 0; k < kKept; ++k)
      rows.push_back(firstCutRow_ + (p - 1) * kKept + static_cast<std::size_t>(k));
  for (; event != end; ++event)
    if (std::find(rows.begin(), rows.end(), event->row) == rows.end()) rows.push_back(event->row);
}

template <class E>
void RodEliminationOf<E>::addColumnLoad(const Event& event, Eigen::Index c, typename E::Columns& front) {
  const Hook& hook = p_.hooks[event.hook];
  E::addColumnLoad(hook.map, p_.lever(hook), event.load, c, front);
}

// Eliminates the coordinates at the root, which only clothoids have.
template <class E>
void RodEliminationOf<E>::eliminateRoot(Piece& piece, typename E::Columns& front) {
  if constexpr (kEnds == 2) {
    PooledMatrix::Map own = piece.own.get(), answer = piece.answer.get();
    const Eigen::Index step = 3 * static_cast<Eigen::Index>(piece.end - piece.first);
    for (Eigen::Index c = 0; c < front.cols(); ++c) {
      auto column = front.col(c);
      own.template block<3, 1>(step, c) = column.template segment<3>(6);
      answer.template block<3, 1>(step, c) = root_.elimination.solveBeside(column);
    }
  }
  rootColumns_.set(6, front.cols()) = front.template topRows<6>();
}

template <class E>
void RodEliminationOf<E>::eliminatePiece(std::size_t p) {
  Piece& piece = pieces_[p];
  const bool cutBehind = p > 0, cutBefore = piece.first > 0;
  const auto beyond = [](const Event& event, std::size_t element) { return event.element >= element; };
  const Events begin = std::lower_bound(events_.cbegin(), events_.cend(), piece.end, beyond),
               end = std::lower_bound(begin, events_.cend(), piece.first, beyond);
  numberRows(p, begin, end);
  const Eigen::Index columns = static_cast<Eigen::Index>(piece.rows.size());
  const Eigen::Index steps =
      static_cast<Eigen::Index>(piece.end - piece.first) + (kEnds == 2 && !cutBefore ? 1 : 0);
  PooledMatrix::Map owns = piece.own.setZero(3 * steps, columns),
                    answers = piece.answer.setZero(3 * steps, columns);
  typename E::Columns front = front_.setZero(kRows, columns);
  Eigen::Index begun = cutBehind ? kKept : 0;
  if (cutBehind) front.template topLeftCorner<kKept, kKept>().setIdentity();
  Events event = begin;
  for (std::size_t e = piece.end; e-- > piece.first;) {
    const Element& at = p_.all[e];
    for (Eigen::Index c = 0; c < begun && (e + 1 < piece.end || cutBehind); ++c) at.carry(at.end, c, front);
    for (; event != end && event->element == e; ++event) {
      const Eigen::Index c = std::find(piece.rows.begin(), piece.rows.end(), event->row) - piece.rows.begin();
      begun = std::max(begun, c + 1);
      addColumnLoad(*event, c, front);
    }
    const bool last = p_.isLocked(kEnds == 2 ? e + 1 : e), first = kEnds == 2 && e == 0 && p_.isLocked(0);
    const Eigen::Index step = 3 * static_cast<Eigen::Index>(piece.end - 1 - e);
    for (Eigen::Index c = 0; c < begun; ++c) {
      Vector3d own, answer;
      at.eliminateColumn(at.end, last, first, c, front, own, answer);
      owns.template block<3, 1>(step, c) = own;
      answers.template block<3, 1>(step, c) = answer;
    }
  }
  if (cutBefore)
    piece.left.set(kKept, columns) = front.template topRows<kKept>();
  else
    eliminateRoot(piece, front);
}

template <class E>
void RodEliminationOf<E>::addDelassusBlock(DelassusSystem& to) {
  using Eigen::Index;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    Piece& piece = pieces_[p];
    const bool cutBefore = piece.first > 0;
    if (piece.rows.empty() && !cutBefore) continue;
    DelassusSystem::Block& block = to.addBlock(piece.rows);
    const Index n = static_cast<Index>(piece.rows.size()), all = n + (cutBefore ? kKept : 0);
    const PooledMatrix::Map own = piece.own.get();
    PooledMatrix::Map values = block.values.setZero(all, all);
    PooledVector::Map reach = block.reach.setZero(all), found = offsets_.set(own.rows());
    values.topLeftCorner(n, n).noalias() = own.transpose() * piece.answer.get();
    for (std::size_t e = piece.end; e-- > piece.first;)
      found.segment<3>(3 * static_cast<Index>(piece.end - 1 - e)) = p_.all[e].elimination.offset();
    if constexpr (kEnds == 2)
      if (!cutBefore) found.template tail<3>() = root_.elimination.offset();
    reach.head(n).noalias() = -own.transpose() * found;
    if (cutBefore) {
      PooledMatrix::Map ends = ends_.set(kKept, all), answer = endAnswer_.set(kKept, all);
      ends << piece.left.get(), -KeptMatrix::Identity();
      answer = piece.inertia.solve(ends);
      values.noalias() += ends.transpose() * answer;
      reach.noalias() -= answer.transpose() * piece.bias;
      for (int k = 0; k < kKept; ++k)
        block.rows.push_back(firstCutRow_ + p * kKept + static_cast<std::size_t>(k));
    }
    to.close(block);
  }
}

template <class E>
void RodEliminationOf<E>::applyMultipliers(const PooledVector& by) {
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    Piece& piece = pieces_[p];
    const bool cutBefore = piece.first > 0;
    const Eigen::Index n = static_cast<Eigen::Index>(piece.rows.size()), m = piece.own.rows();
    PooledVector::Map both = offsets_.set(n + m);
    auto its = both.head(n), gain = both.tail(m);
    for (std::size_t c = 0; c < piece.rows.size(); ++c)
      its[static_cast<Eigen::Index>(c)] = by[static_cast<Eigen::Index>(piece.rows[c])];
    if (n > 0) {
      gain.noalias() = piece.answer.get() * its;
      for (std::size_t e = piece.end; e-- > piece.first;)
        p_.all[e].elimination.addOffset(gain.segment<3>(3 * static_cast<Eigen::Index>(piece.end - 1 - e)));
      if constexpr (kEnds == 2)
        if (!cutBefore) root_.elimination.addOffset(gain.template tail<3>());
    }
    if (!cutBefore) {
      if (n > 0) rootBias_ += Vec6d(rootColumns_.get() * its);
      continue;
    }
    KeptVector load = piece.bias;
    if (n > 0) load += KeptVector(piece.left.get() * its);
    for (int k = 0; k < kKept; ++k) load[k] -= by[static_cast<Eigen::Index>(firstCutRow_ + p * kKept) + k];
    piece.offset = piece.inertia.solve(load);
  }
}

// Splits the matrix of everything beyond a cut. Both sides move alike there, so any split is exact. The side
// before the cut keeps nearly all: loads beyond reduce its pivots. The far side gets just enough to be solved
// by itself. The matrix may be indefinite (a column under load); then the far side's share is made positive.
template <class E>
bool RodEliminationOf<E>::factorCut(std::size_t element, KeptMatrix& left) {
  constexpr double kStays = 1e-2, kLeast = 1e-3;  // of the matrix; of its diagonal
  Piece& piece = pieceFrom(element);
  piece.inertia.compute(kStays * left);
  if (piece.inertia.info() == Eigen::Success) {
    left *= 1 - kStays;
    return true;
  }
  const double most = left.diagonal().cwiseAbs().maxCoeff();
  if (!(most > 0 && std::isfinite(most))) return false;
  const KeptVector size = left.diagonal().cwiseAbs().cwiseMax(1e-12 * most).cwiseSqrt();
  const KeptMatrix scaled = size.cwiseInverse().asDiagonal() * left * size.cwiseInverse().asDiagonal();
  const Eigen::SelfAdjointEigenSolver<KeptMatrix> found(scaled);
  if (found.info() != Eigen::Success) return false;
  const KeptVector stays = kStays * found.eigenvalues().cwiseAbs().cwiseMax(kLeast);
  const KeptMatrix axes = size.asDiagonal() * found.eigenvectors(),
                   own = axes * stays.asDiagonal() * axes.transpose();
  piece.inertia.compute(own);
  left -= own;
  return piece.inertia.info() == Eigen::Success;
}

}  // namespace tendril::solver
