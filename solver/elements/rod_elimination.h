// A rod's part of the sweep, a Riccati recursion: elimination from the tip to the root, and substitution.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "solver/elements/rod_terms.h"

namespace tendril::solver {

template <class E>
class RodEliminationOf final : public RodElimination {
  using Parts = RodParts<E>;
  using Element = typename Parts::Element;
  using KeptMatrix = typename E::KeptMatrix;
  using KeptVector = typename E::KeptVector;
  static constexpr int kEnds = E::kEnds, kKept = E::kKept;

 public:
  RodEliminationOf(Parts& parts, RodTermsOf<E>& terms) : p_(parts), terms_(terms) {
    accelerations_.assign(p_.rod.coordinates(), Vector3d::Zero());
    makePieces();
  }

  void attach(std::size_t i, const Mat6d& inertia, const Vec6d& bias) override {
    Hook& hook = p_.hooks[i];
    hook.inertia = inertia;
    hook.inertiaBias = bias;
    hook.hasInertia = true;
  }

  bool eliminate(double least) override {
    typename E::Left left;
    ElementScratch<E>& scratch = ElementScratch<E>::here();
    const bool good = p_.eachBlockFromTip([&](ElementRange range) {
      terms_.assemble(range, scratch);
      for (std::size_t e = range.end; e-- > range.first;)
        if (!eliminateElement(e, least, terms_.of(e, scratch), left)) return false;
      return true;
    });
    for (Hook& hook : p_.hooks) hook.hasInertia = false;
    if (!good || !root_.factor(left, least, rootInertia_)) return false;
    rootBias_ = left.vector.template head<6>();
    return true;
  }

  void substitute(const Vec6d& rootAcceleration) override {
    StateVector kept = beginSubstitution(rootAcceleration);
    substitute(p_.whole(), kept);
  }
  // The same for some elements, from the root on. `kept`: at the range's start, which becomes that at its
  // end.
  StateVector beginSubstitution(const Vec6d& rootAcceleration) {
    StateVector kept = StateVector::Zero();
    kept.template head<6>() = rootAcceleration;
    root_.substitute(kept, accelerations_);
    return kept;
  }
  void substitute(ElementRange range, StateVector& kept) {
    for (std::size_t e = range.first; e < range.end; ++e) {
      Element& at = p_.all[e];
      if (isCut(e)) kept.template head<kKept>() = -pieceFrom(e).offset;
      const Vector3d found = at.last(kept);
      at.acceleration = kept;
      at.acceleration.template segment<3>(kKept) = found;
      accelerations_[kEnds == 2 ? e + 1 : e] = found;
      RateVector<kEnds> rates = RateVector<kEnds>::Zero();
      rates.template head<E::kOwn>() = at.acceleration.template segment<E::kOwn>(6);
      kept.template head<6>() = at.endOf(at.end, at.acceleration.template head<6>(), rates);
      if (terms_.isMoment()) kept.template head<6>() += at.endBias;
      if constexpr (kEnds == 2) kept.template segment<3>(6) = found;
    }
  }

  Vec6d accelerationAt(std::size_t i) const override {
    const Hook& hook = p_.hooks[i];
    Vec6d found = hook.map.transpose() * p_.all[hook.element].acceleration;
    if (terms_.isMoment()) found += hook.bias;
    return found;
  }

  // solver/elements/delassus_columns.h
  void setCuts(const std::vector<std::size_t>& elements) override;
  void cut(bool on) override { p_.cutting = on; }
  std::size_t cuts() const override { return cuts_.size(); }
  int rowsOfCut() const override { return kKept; }
  void beginColumns(std::size_t firstRow) override;
  void addColumn(std::size_t row, std::size_t hook, const Vec6d& load) override;
  void eliminateColumns() override;
  const std::vector<std::size_t>& rootRows() const override { return pieces_.back().rows; }
  Pooled<6>::ConstMap rootColumns() const override { return rootColumns_.get(); }
  void addDelassusBlock(DelassusSystem& to) override;
  void applyMultipliers(const PooledVector& by) override;

  // solver/elements/response.h
  Vec6d changeAt(const RodPoint& at) const override {
    return at.map.transpose() * p_.all[at.element].acceleration;
  }
  std::size_t respondingCoordinates(std::size_t element) const override {
    return element + (kEnds == 2 ? 2 : 1);
  }
  void respond(const RodPoint& at, ThreeLoads& loads, double* to) override {
    respond(at.element, at.map, at.world.position, loads, to);
  }
  void respondAtHook(std::size_t hook, ThreeLoads& loads, double* to) override {
    const Hook& at = p_.hooks[hook];
    respond(at.element, at.map, at.world.position, loads, to);
  }
  std::size_t elementOfHook(std::size_t hook) const override { return p_.hooks[hook].element; }
  void applyResponse(const double* z) override;

 private:
  void respond(std::size_t element, const MotionMap& map, const Vector3d& place, ThreeLoads& loads,
               double* to);

  // A piece of the rod between two cuts, and its columns; those that begin farthest out come first.
  struct Piece {
    std::size_t first = 0, end = 0;  // elements
    std::vector<std::size_t> rows;   // rows of the columns
    PooledMatrix own, answer;        // y and D^-1 y: three rows an element, from the last element on
    // of the cut at the piece's start:
    Eigen::LLT<KeptMatrix> inertia;
    KeptVector bias, offset;
    Pooled<kKept> left;  // remainders of its columns at the cut
  };
  struct Event {
    std::size_t element, row;
    Vec6d load;
    std::size_t hook, number;
  };
  using Events = typename std::vector<Event>::const_iterator;

  bool eliminateElement(std::size_t e, double least, typename E::Terms& terms, typename E::Left& left) {
    Element& at = p_.all[e];
    attachHooks(e, terms);
    const Vec6d* bias = terms_.isMoment() ? &at.endBias : nullptr;
    if (e + 1 < p_.all.size() && isCut(e + 1)) {
      KeptMatrix share = left.symmetric();
      if (!factorCut(e + 1, share)) return false;
      left.setMatrix(share);
      pieceFrom(e + 1).bias = left.kept();
      at.pushBackMatrix(at.end, left, bias, terms);
    } else if (e + 1 < p_.all.size()) {
      at.pushBackMatrix(at.end, left, bias, terms);
      at.pushBackVector(at.end, left, bias, terms);
    }
    terms.lock(p_.isLocked(kEnds == 2 ? e + 1 : e), kEnds == 2 && e == 0 && p_.isLocked(0));
    return at.factor(at.end, terms, left, least);
  }

  // Constraints in their order, then attached rods, the last one first.
  void attachHooks(std::size_t e, typename E::Terms& terms) {
    const Element& at = p_.all[e];
    for (std::size_t o = at.firstHook; o < at.lastHook && terms_.hasGrips(); ++o)
      if (p_.order[o] >= p_.grips) attachHook(p_.hooks[p_.order[o]], terms);
    for (std::size_t o = at.lastHook; o-- > at.firstHook;)
      if (p_.order[o] < p_.forces) attachHook(p_.hooks[p_.order[o]], terms);
  }
  void attachHook(const Hook& hook, typename E::Terms& terms) {
    if (!hook.hasInertia) return;
    const Vector3d lever = p_.lever(hook);
    terms.addAt(hook, lever, hook.inertia);
    terms.addAt(hook, lever,
                terms_.isMoment() ? Vec6d(hook.inertiaBias + hook.inertia * hook.bias) : hook.inertiaBias);
  }

  void makePieces();
  bool isCut(std::size_t e) const { return p_.cutting && isCut_[e]; }
  Piece& pieceFrom(std::size_t element) {
    return *std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& p) { return p.first == element; });
  }
  bool factorCut(std::size_t element, KeptMatrix& left);
  void numberRows(std::size_t p, Events event, Events end);
  void addColumnLoad(const Event& event, Eigen::Index column, typename E::Columns& front);
  void eliminateRoot(Piece& piece, typename E::Columns& front);
  void eliminatePiece(std::size_t p);

  Parts& p_;
  RodTermsOf<E>& terms_;
  typename E::RootElimination root_;
  std::vector<std::size_t> cuts_;    // elements with a cut in front
  std::vector<std::uint8_t> isCut_;  // by element
  std::vector<Piece> pieces_;        // from the tip to the root
  std::vector<Event> events_;        // loads of columns
  std::size_t firstCutRow_ = 0;
  Pooled<6> rootColumns_;
  Pooled<kRows> front_;
  PooledVector offsets_;  // scratch
  PooledMatrix ends_, endAnswer_;
};

}  // namespace tendril::solver

#include "solver/elements/delassus_columns.h"
#include "solver/elements/response.h"
