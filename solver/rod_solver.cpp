// One rod inside a step, for any model.
#include "solver/rod_solver.h"

#include <algorithm>
#include <cmath>

#include "solver/error.h"
#include "solver/models/chain.h"
#include "solver/models/clothoid.h"
#include "solver/models/helix.h"

namespace tendril {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// Cholesky of a 3x3 in place (lower); false where it is not positive.
bool factor(Matrix3d& a) {
  for (int j = 0; j < 3; ++j) {
    double d = a(j, j);
    for (int k = 0; k < j; ++k) d -= a(j, k) * a(j, k);
    if (!(d > 0)) return false;
    a(j, j) = std::sqrt(d);
    for (int i = j + 1; i < 3; ++i) {
      double v = a(i, j);
      for (int k = 0; k < j; ++k) v -= a(i, k) * a(j, k);
      a(i, j) = v / a(j, j);
    }
  }
  return true;
}

template <class Matrix>
void mirror(Matrix& m) {
  m.template triangularView<Eigen::StrictlyUpper>() = m.transpose();
}

template <class M>
class RodSolverOf final : public RodSolver {
  static constexpr int kEnds = M::kEnds, kSize = kStates<kEnds>;
  static constexpr int kKept = kSize - 3;  // what is left when the last rates are eliminated
  using Matrix = MatRC<double, kSize, kSize>;
  using Vector = VecN<double, kSize>;

  struct Element {
    Stations<double> stations;
    Terms<double, kEnds> terms;
    ElementSection<double> section;
    Frame<double> world;
    Vec6d motion;                        // of the start frame
    std::vector<Beyond<double>> beyond;  // at the stations
    Vector3d momentAtStart = Vector3d::Zero();
    Matrix matrix;  // what the sweep sees of this element alone
    Vector vector;
    Matrix total;  // and with all that is beyond
    Vector totalVector;
    MatRC<double, 3, kKept> gain;  // rates' = -(gain kept + offset)
    Vector3d offset;
    Vec6d endBias;
    Vector acceleration;          // z'
    Vector stateHat, stateThere;  // z without acceleration; z that leads to where the element is placed
    VecN<double, 3 * kEnds> elastic;
    MatRC<double, 3 * kEnds, 3 * kEnds> stiffness;
  };

 public:
  explicit RodSolverOf(const SceneRod& rod) : rod_(rod), all_(rod.elements()) {
    accelerations_.assign(rod.coordinates(), Vector3d::Zero());
    for (std::size_t e = 0; e < all_.size(); ++e) {
      const Section &a = rod.sections[e], &b = rod.sections[e + 1];
      all_[e].section = {a.stiffness, b.stiffness, a.inertia, b.inertia, a.mass, b.mass, rod.length(e)};
      all_[e].acceleration.setZero();
    }
  }

  void place(const Pose& pose, const Vec6d& rootMotion, const std::vector<Vector3d>& rates) override {
    pose_ = &pose;
    rates_ = &rates;
    Frame<double> world = pose.root;
    Vec6d motion = rootMotion;
    for (std::size_t e = 0; e < all_.size(); ++e) {
      Element& at = all_[e];
      at.world = world;
      at.motion = motion;
      M::stations(rod_, pose, rates, e, at.stations);
      makeTerms<double, kEnds>(at.stations, motion.head<3>(), at.section, at.terms);
      M::elastic(rod_, pose, e, at.elastic, at.stiffness);
      world = world * at.stations.end.frame;
      motion = at.terms.end * stateOf(motion, rates, e);
    }
    forces_.clear();
    for (const PointForce& force : rod_.forces) {
      forces_.push_back(hookAt(force.arc, {}));
      Hook& hook = forces_.back();
      hook.load << Vector3d::Zero(), hook.world.axes.transpose() * force.force;
    }
  }

  Hook hookAt(double arc, const Frame<double>& attachment) const override {
    const auto next = std::upper_bound(rod_.arc.begin() + 1, rod_.arc.end() - 1, arc);
    Hook hook;
    hook.element = static_cast<std::size_t>(next - rod_.arc.begin()) - 1;
    const Element& at = all_[hook.element];
    const double length = rod_.length(hook.element);
    hook.arc = std::clamp(arc - rod_.arc[hook.element], 0.0, length);
    const Station<double> station = hook.arc == length ? at.stations.end
                                    : hook.arc == 0 && !std::is_same_v<M, ChainModel>
                                        ? startStation()
                                        : M::stationAt(rod_, *pose_, *rates_, hook.element, hook.arc);
    const auto map = motionMap<double, kEnds>(station);
    const Vec6d bias = motionBias<double>(station, at.motion.template head<3>());
    const Vector3d turning = (map * stateOf(at.motion, *rates_, hook.element)).template head<3>();
    // on to the attached frame, which moves with the station's
    Mat6d carry = Mat6d::Zero();
    const Matrix3d back = attachment.axes.transpose();
    carry.topLeftCorner<3, 3>() = carry.bottomRightCorner<3, 3>() = back;
    carry.bottomLeftCorner<3, 3>() = -back * crossMatrix(attachment.position);
    hook.map = carry * map;
    hook.bias = carry * bias;
    hook.bias.tail<3>() += back * turning.cross(turning.cross(attachment.position));
    hook.frame = station.frame * attachment;
    hook.world = at.world * hook.frame;
    hook.motion = hook.map * stateOf(at.motion, *rates_, hook.element);
    return hook;
  }

  void load(const Implicit& how, const Loading& with) override {
    Vec6d hat = with.rootHat, there = with.rootThere;
    for (std::size_t e = 0; e < all_.size(); ++e) {
      Element& at = all_[e];
      Matrix stiffness = Matrix::Zero();
      addGeometry(at, how.wholeStiffness, e, stiffness);
      stiffness.template bottomRightCorner<3 * kEnds, 3 * kEnds>() += at.stiffness * (1 + how.shift);
      if (how.statics)
        loadStatics(at, stiffness, with);
      else
        loadDynamics(at, e, stiffness, how, with, hat, there);
      at.vector.template tail<3 * kEnds>() += at.elastic;
      if (std::is_same_v<M, ChainModel> && rod_.root == Root::free && e == 0) lockFirstJoint(at);
      at.total = at.matrix;
      at.totalVector = at.vector;
    }
    for (const Hook& force : forces_) {
      Element& at = all_[force.element];
      at.vector -= force.map.transpose() * force.load;
      at.totalVector = at.vector;
    }
  }

  void motionsAt(const Hook& hook, double gamma, Vec6d& hat, Vec6d& there) const override {
    const Element& at = all_[hook.element];
    if (statics_) return;
    hat = hook.map * at.stateHat - gamma * hook.bias;
    if (gamma > 0) there = hook.map * at.stateThere;
  }

  void hang(const Hook& hook, const Mat6d& inertia, const Vec6d& bias) override {
    Element& at = all_[hook.element];
    const MatRC<double, 6, kSize> map = hook.map;
    at.total += map.transpose() * (inertia * map).eval();
    at.totalVector += map.transpose() * (bias + inertia * (statics_ ? Vec6d(Vec6d::Zero()) : hook.bias));
  }

  bool backward() override {
    MatRC<double, kKept, kKept> inertia = MatRC<double, kKept, kKept>::Zero();
    VecN<double, kKept> bias = VecN<double, kKept>::Zero();
    for (std::size_t e = all_.size(); e-- > 0;) {
      Element& at = all_[e];
      const auto& next = at.terms.end;
      if (e + 1 < all_.size()) {
        // x = (V', rates' shared with the next element)
        const Mat6d corner = inertia.template topLeftCorner<6, 6>();
        const MatRC<double, 6, kSize> pushed = corner * next;
        at.total += next.transpose() * pushed;
        at.totalVector += next.transpose() * (bias.template head<6>() + corner * at.endBias);
        if constexpr (kEnds == 2) {
          const MatRC<double, 3, 6> coupling = inertia.template bottomLeftCorner<3, 6>();
          const MatRC<double, 3, kSize> rows = coupling * next;
          at.total.template bottomRows<3>() += rows;
          at.total.template rightCols<3>() += rows.transpose();
          at.total.template bottomRightCorner<3, 3>() += inertia.template bottomRightCorner<3, 3>();
          at.totalVector.template tail<3>() += bias.template tail<3>() + coupling * at.endBias;
        }
      }
      mirror(at.total);
      if (!eliminate(at, inertia, bias)) return false;
    }
    if constexpr (kEnds == 2) {  // the root's own rates
      Matrix3d pivot = inertia.template bottomRightCorner<3, 3>();
      if (!factor(pivot)) return false;
      MatRC<double, 3, 6> half = inertia.template bottomLeftCorner<3, 6>();
      Vector3d halfBias = bias.template tail<3>();
      pivot.template triangularView<Eigen::Lower>().solveInPlace(half);
      pivot.template triangularView<Eigen::Lower>().solveInPlace(halfBias);
      rootInertia_ = inertia.template topLeftCorner<6, 6>() - half.transpose() * half;
      rootBias_ = bias.template head<6>() - half.transpose() * halfBias;
      pivot.transpose().template triangularView<Eigen::Upper>().solveInPlace(half);
      pivot.transpose().template triangularView<Eigen::Upper>().solveInPlace(halfBias);
      rootGain_ = half;
      rootOffset_ = halfBias;
    } else {
      rootInertia_ = inertia;
      rootBias_ = bias;
    }
    mirror(rootInertia_);
    return true;
  }

  void forward(const Vec6d& rootAcceleration) override {
    VecN<double, kKept> kept;
    kept.template head<6>() = rootAcceleration;
    if constexpr (kEnds == 2) kept.template tail<3>() = -(rootGain_ * rootAcceleration + rootOffset_);
    for (std::size_t e = 0; e < all_.size(); ++e) {
      Element& at = all_[e];
      at.acceleration.template head<kKept>() = kept;
      at.acceleration.template tail<3>() = -(at.gain * kept + at.offset);
      kept.template head<6>() = at.terms.end * at.acceleration + at.endBias;
      if constexpr (kEnds == 2) {
        accelerations_[e] = at.acceleration.template segment<3>(6);
        kept.template tail<3>() = at.acceleration.template tail<3>();
        accelerations_[e + 1] = kept.template tail<3>();
      } else {
        accelerations_[e] = at.acceleration.template tail<3>();
      }
    }
  }

  Vec6d accelerationAt(const Hook& hook) const override {
    const Vec6d free = hook.map * all_[hook.element].acceleration;
    return statics_ ? free : Vec6d(free + hook.bias);
  }

  void findLoads(const std::vector<Hook>& hooks) override {
    Vec6d wrench = Vec6d::Zero();  // what holds all beyond, in the frame at the element's end
    for (std::size_t e = all_.size(); e-- > 0;) wrench = findLoads(e, wrench, hooks);
    rootWrench_ = wrench;
  }

  void clearLoads() override {
    for (Element& at : all_) {
      at.beyond.assign(at.stations.inside.size(), {});
      at.momentAtStart.setZero();
    }
  }

  Energies energies(const Vector3d& gravity) const override {
    Energies sum;
    for (std::size_t e = 0; e < all_.size(); ++e) {
      const Element& at = all_[e];
      const Vector state = stateOf(at.motion, *rates_, e);
      sum.kinetic += 0.5 * state.dot(at.terms.inertia * state);
      if constexpr (std::is_same_v<M, ChainModel>) {
        const Vector3d theta = turnOf(rod_.jointRest[e].conjugate() * pose_->joints[e]);
        sum.elastic += 0.5 * theta.dot(M::spring(rod_, e).cwiseProduct(theta));
      } else {
        VecN<double, 3 * kEnds> bend;
        for (int k = 0; k < kEnds; ++k) {
          const std::size_t knot = e + static_cast<std::size_t>(k);
          bend.template segment<3>(3 * k) = pose_->kappa[knot] - rod_.kappaRest[knot];
        }
        sum.elastic += 0.5 * bend.dot(at.elastic);
      }
      for (const Station<double>& station : at.stations.inside)
        sum.potential -= at.section.at(station.arc).mass * station.weight *
                         gravity.dot(at.world.position + at.world.axes * station.frame.position);
    }
    for (std::size_t i = 0; i < forces_.size(); ++i)
      sum.potential -= rod_.forces[i].force.dot(forces_[i].world.position);
    return sum;
  }

  std::size_t elements() const override { return all_.size(); }
  int ends() const override { return kEnds; }
  ElementMatrix elementMatrix(std::size_t e) const override { return all_[e].matrix; }
  ElementVector elementVector(std::size_t e) const override { return all_[e].vector; }
  HookMap endMap(std::size_t e) const override { return all_[e].terms.end; }
  Vec6d endBias(std::size_t e) const override { return all_[e].endBias; }
  Frame<double> elementFrame(std::size_t e) const override { return all_[e].world; }
  Vec6d elementMotion(std::size_t e) const override { return all_[e].motion; }

 private:
  static Vector stateOf(const Vec6d& motion, const std::vector<Vector3d>& rates, std::size_t e) {
    Vector z;
    z.template head<6>() = motion;
    for (int k = 0; k < kEnds; ++k) z.template segment<3>(6 + 3 * k) = rates[e + static_cast<std::size_t>(k)];
    return z;
  }

  static Station<double> startStation() {
    Station<double> at;
    at.arc = at.weight = 0;
    for (int k = 0; k < 2; ++k) {
      at.turn[static_cast<std::size_t>(k)].setZero();
      at.shift[static_cast<std::size_t>(k)].setZero();
    }
    at.spin = at.rate = at.spinBias = at.rateBias = Vector3d::Zero();
    return at;
  }

  void addGeometry(const Element& at, bool whole, std::size_t e, Matrix& to) const {
    if (at.beyond.size() != at.stations.inside.size()) return;
    for (std::size_t k = 0; k < at.beyond.size(); ++k) {
      const Station<double>& station = at.stations.inside[k];
      addGeometricStiffness<double, kEnds>(station, at.beyond[k], M::phi(rod_, e, station.arc), !whole, to);
    }
    if constexpr (std::is_same_v<M, ChainModel>) {
      if (!whole) return;
      // all of a chain's bend is at its joint: -m . (d(theta) x R d(phi))
      const Matrix3d rows = -0.5 * at.stations.end.frame.axes.transpose() * crossMatrix(at.momentAtStart);
      to.template block<3, 3>(6, 0) += rows;
      to.template block<3, 3>(0, 6) += rows.transpose();
    }
  }

  // A free chain turns with its first link: the joint before it has nothing to hold on to.
  static void lockFirstJoint(Element& at) {
    at.matrix.template bottomRows<3>().setZero();
    at.matrix.template rightCols<3>().setZero();
    at.matrix.template bottomRightCorner<3, 3>().setIdentity();
    at.vector.template tail<3>().setZero();
  }

  void loadStatics(Element& at, const Matrix& stiffness, const Loading& with) {
    statics_ = true;
    at.matrix = stiffness;
    at.endBias.setZero();
    Vector weight = Vector::Zero();
    weight.template segment<3>(3) = -at.world.axes.transpose() * with.gravity;
    at.vector.noalias() = at.terms.inertia * weight;
  }

  // hat: motion that the start frame would have without acceleration; there: that leads to where it is placed
  void loadDynamics(Element& at, std::size_t e, const Matrix& stiffness, const Implicit& how,
                    const Loading& with, Vec6d& hat, Vec6d& there) {
    statics_ = false;
    const double gamma = how.gamma;
    const Vector& stateHat = at.stateHat = stateOf(hat, *with.ratesHat, e);
    at.endBias = at.terms.endBias;
    at.matrix = at.terms.inertia * (1 + gamma * rod_.massDamping);
    at.vector = at.terms.bias + at.terms.inertia * stateHat * rod_.massDamping;
    if (gamma > 0) {
      const Vector& stateThere = at.stateThere = stateOf(there, *with.ratesThere, e);
      at.matrix += gamma * gamma * stiffness;
      at.vector -= gamma * (stiffness * (stateThere - stateHat));
      there = at.terms.end * stateThere;
    }
    const MatRC<double, 3 * kEnds, 3 * kEnds> damping = at.stiffness * rod_.damping;
    at.matrix.template bottomRightCorner<3 * kEnds, 3 * kEnds>() += gamma * damping;
    at.vector.template tail<3 * kEnds>() += damping * stateHat.template tail<3 * kEnds>();
    hat = at.terms.end * stateHat - gamma * at.terms.endBias;
  }

  // Removes the last three of z. What is left of `at.total` is the start's share.
  bool eliminate(Element& at, MatRC<double, kKept, kKept>& inertia, VecN<double, kKept>& bias) const {
    Matrix3d pivot = at.total.template bottomRightCorner<3, 3>();
    if (!factor(pivot)) return false;
    MatRC<double, 3, kKept> half = at.total.template bottomLeftCorner<3, kKept>();
    Vector3d halfBias = at.totalVector.template tail<3>();
    pivot.template triangularView<Eigen::Lower>().solveInPlace(half);
    pivot.template triangularView<Eigen::Lower>().solveInPlace(halfBias);
    inertia = at.total.template topLeftCorner<kKept, kKept>() - half.transpose() * half;
    bias = at.totalVector.template head<kKept>() - half.transpose() * halfBias;
    mirror(inertia);
    pivot.transpose().template triangularView<Eigen::Upper>().solveInPlace(half);
    pivot.transpose().template triangularView<Eigen::Upper>().solveInPlace(halfBias);
    at.gain = half;
    at.offset = halfBias;
    return true;
  }

  Vec6d findLoads(std::size_t e, const Vec6d& endWrench, const std::vector<Hook>& hooks) {
    Element& at = all_[e];
    const Station<double>& end = at.stations.end;
    at.beyond.resize(at.stations.inside.size());
    const Vector3d omega = at.motion.template head<3>();
    // all in the start frame: what is beyond pulls with minus what holds it
    const Vector3d endForce = -(end.frame.axes * endWrench.template tail<3>());
    const Vector3d endMoment = -(end.frame.axes * endWrench.template head<3>());
    Vector3d force = endForce;                                         // beyond the station
    Vector3d moment = endMoment + end.frame.position.cross(endForce);  // of it about the start
    constexpr int kPoints = std::is_same_v<M, ChainModel> ? 2 : curved::kPoints;
    constexpr auto& gauss = kGauss<kPoints>;
    const std::size_t count = at.stations.inside.size();
    std::array<Vector3d, kPoints> density, couple;  // per length of the unit piece
    for (std::size_t piece = count / kPoints; piece-- > 0;) {
      double length = 0;
      for (int k = 0; k < kPoints; ++k) {
        const Station<double>& station = at.stations.inside[piece * kPoints + static_cast<std::size_t>(k)];
        length += station.weight;
        const SectionAt<double> section = at.section.at(station.arc);
        Vector3d velocity = velocityMap<double, kEnds>(station) * at.acceleration;
        Vector3d spin = spinMap<double, kEnds>(station) * at.acceleration;
        if (!statics_) {
          velocity += velocityBiasAt(station, omega);
          spin += spinBiasAt(station, omega);
        }
        const Matrix3d rotary = rotaryInertia(station, section);
        const Vector3d turned = omega + station.spin;
        const std::size_t i = static_cast<std::size_t>(k);
        density[i] = -section.mass * velocity;
        couple[i] = station.frame.position.cross(density[i]) - rotary * spin -
                    turned.cross(Vector3d(rotary * turned));
      }
      for (int k = 0; k < kPoints; ++k) {
        const std::size_t index = piece * kPoints + static_cast<std::size_t>(k);
        const Station<double>& station = at.stations.inside[index];
        Vector3d rest = force, restMoment = moment;
        for (int j = 0; j < kPoints; ++j) {
          const std::size_t i = static_cast<std::size_t>(j);
          const double part = length * (gauss.weight[i] - gauss.upTo[static_cast<std::size_t>(k)][i]);
          rest += part * density[i];
          restMoment += part * couple[i];
        }
        for (const std::vector<Hook>* list : {&hooks, static_cast<const std::vector<Hook>*>(&forces_)})
          for (const Hook& hook : *list) {
            if (hook.element != e || hook.arc < station.arc) continue;
            const Vector3d pull = hook.frame.axes * hook.load.tail<3>();
            rest += pull;
            restMoment += hook.frame.axes * hook.load.head<3>() + hook.frame.position.cross(pull);
          }
        at.beyond[index] = {rest, restMoment - station.frame.position.cross(rest)};
      }
      for (int k = 0; k < kPoints; ++k) {
        const std::size_t i = static_cast<std::size_t>(k);
        force += length * gauss.weight[i] * density[i];
        moment += length * gauss.weight[i] * couple[i];
      }
    }
    for (const std::vector<Hook>* list : {&hooks, static_cast<const std::vector<Hook>*>(&forces_)})
      for (const Hook& hook : *list) {
        if (hook.element != e) continue;
        const Vector3d pull = hook.frame.axes * hook.load.tail<3>();
        force += pull;
        moment += hook.frame.axes * hook.load.head<3>() + hook.frame.position.cross(pull);
      }
    at.momentAtStart = moment;
    Vec6d wrench;
    wrench << -moment, -force;
    return wrench;
  }

  const SceneRod& rod_;
  std::vector<Element> all_;
  std::vector<Hook> forces_;
  const Pose* pose_ = nullptr;
  const std::vector<Vector3d>* rates_ = nullptr;
  MatRC<double, 3, 6> rootGain_ = MatRC<double, 3, 6>::Zero();
  Vector3d rootOffset_ = Vector3d::Zero();
  bool statics_ = false;
};

}  // namespace

std::unique_ptr<RodSolver> makeRodSolver(const SceneRod& rod) {
  switch (rod.model) {
    case Model::clothoid:
      return std::make_unique<RodSolverOf<ClothoidModel>>(rod);
    case Model::helix:
      return std::make_unique<RodSolverOf<HelixModel>>(rod);
    case Model::chain:
      return std::make_unique<RodSolverOf<ChainModel>>(rod);
  }
  throw Error("a model without a solver");
}

}  // namespace tendril
