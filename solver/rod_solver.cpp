// One rod inside a step, for any model.
#include "solver/rod_solver.h"

#include <algorithm>
#include <cmath>

#include "solver/eliminate.h"
#include "solver/error.h"
#include "solver/models/chain.h"
#include "solver/models/clothoid.h"
#include "solver/models/helix.h"

namespace tendril {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

template <class M>
class RodSolverOf final : public RodSolver {
  static constexpr int kEnds = M::kEnds, kSize = kStates<kEnds>;
  static constexpr int kKept = kSize - 3;  // what is left when the last rates are eliminated
  using Matrix = MatRC<double, kSize, kSize>;
  using Vector = VecN<double, kSize>;

  // A material point and both directors there, in the world: where, and how fast.
  struct Point {
    Matrix3d place;  // columns: centreline, n1, n2
    Matrix3d speed;
  };

  struct Element {
    int pieces = 0;  // 0: as the pose needs
    std::vector<Point> kept[2];
    std::vector<Matrix3d> hat, aim;  // places where the step begins; where it would end without forces
    std::vector<Matrix3d> load;      // N and (directors) N m, start frame
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
    Vector acceleration;  // z'
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
      M::stations(rod_, pose, rates, e, at.pieces > 0 ? at.pieces : M::pieces(rod_, pose, e), at.stations);
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
    hook.offset = station.frame.axes * attachment.position;
    hook.world = at.world * hook.frame;
    hook.motion = hook.map * stateOf(at.motion, *rates_, hook.element);
    return hook;
  }

  void loadMoment() override {
    moment_ = true;
    for (std::size_t e = 0; e < all_.size(); ++e) {
      Element& at = all_[e];
      const Vector state = stateOf(at.motion, *rates_, e);
      at.endBias = at.terms.endBias;
      at.matrix = at.terms.inertia;
      at.vector = at.terms.bias + at.terms.inertia * state * rod_.massDamping;
      at.vector.template tail<3 * kEnds>() +=
          at.elastic + at.stiffness * state.template tail<3 * kEnds>() * rod_.damping;
    }
    addForces();
  }

  void hang(const Hook& hook, const Mat6d& inertia, const Vec6d& bias) override {
    Element& at = all_[hook.element];
    const MatRC<double, 6, kSize> map = hook.map;
    at.total += map.transpose() * (inertia * map).eval();
    at.totalVector += map.transpose() * (bias + inertia * (moment_ ? hook.bias : Vec6d(Vec6d::Zero())));
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
      if (e == 0 && firstIsLocked()) lockFirstJoint(at);
      if (!eliminateLast<kKept>(at.total, at.totalVector, inertia, bias, at.gain, at.offset)) return false;
    }
    if constexpr (kEnds == 2)  // the root's own rates
      return eliminateLast<6>(inertia, bias, rootInertia_, rootBias_, rootGain_, rootOffset_);
    rootInertia_ = inertia.template topLeftCorner<6, 6>();
    rootBias_ = bias.template head<6>();
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
    return moment_ ? Vec6d(free + hook.bias) : free;
  }

  void findLoads(const std::vector<Hook>& hooks) override {
    Vec6d wrench = Vec6d::Zero();  // what holds all beyond, in the frame at the element's end
    for (std::size_t e = all_.size(); e-- > 0;) wrench = findLoads(e, wrench, hooks);
    rootWrench_ = wrench;
  }

  void allow(const Pose& pose, bool fresh) override {
    for (std::size_t e = 0; e < all_.size(); ++e) {
      const int wanted = M::pieces(rod_, pose, e);
      all_[e].pieces = fresh ? wanted : std::max(all_[e].pieces, wanted);
    }
  }

  void keep(int slot) override {
    for (Element& at : all_) {
      std::vector<Point>& points = at.kept[slot];
      points.resize(at.stations.inside.size());
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Station<double>& station = at.stations.inside[i];
        points[i] = {placesOf(at, station), at.world.axes * speedsOf(at, station)};
      }
    }
  }

  void aim(double carried, double gamma) override {
    for (Element& at : all_) {
      at.hat.resize(at.kept[1].size());
      at.aim.resize(at.kept[1].size());
      for (std::size_t i = 0; i < at.hat.size(); ++i) {
        const Point& now = at.kept[1][i];
        Matrix3d place = now.place, speed = now.speed;
        if (carried > 0) {
          place += carried * (now.place - at.kept[0][i].place);
          speed += carried * (now.speed - at.kept[0][i].speed);
        }
        at.hat[i] = place;
        at.aim[i] = place + gamma * speed;
      }
    }
  }

  void refineAim(double gamma, const Vec6d& rootAcceleration,
                 const std::vector<Vector3d>& accelerations) override {
    constexpr double kFar = 0.012;  // of a step's way: there both aims count alike
    Vec6d root = rootAcceleration;
    for (std::size_t e = 0; e < all_.size(); ++e) {
      Element& at = all_[e];
      at.acceleration = stateOf(root, accelerations, e);
      root = at.terms.end * at.acceleration + at.terms.endBias;
      const Vector3d omega = at.motion.template head<3>();
      for (std::size_t i = 0; i < at.aim.size(); ++i) {
        const Station<double>& station = at.stations.inside[i];
        const Vector3d turning =
            spinMap<double, kEnds>(station) * at.acceleration + spinBiasAt(station, omega);
        const Matrix3d speed = speedsOf(at, station);
        Matrix3d gain;
        gain.col(0) = velocityMap<double, kEnds>(station) * at.acceleration + velocityBiasAt(station, omega);
        for (int c = 1; c < 3; ++c)
          gain.col(c) = turning.cross(Vector3d(station.frame.axes.col(c))) +
                        Vector3d(omega + station.spin).cross(Vector3d(speed.col(c)));
        const Matrix3d place = placesOf(at, station);
        const Matrix3d hat = place - gamma * (at.world.axes * speed),
                       aim = place - gamma * gamma * (at.world.axes * gain);
        for (int c = 0; c < 3; ++c) {
          const double way = kFar * gamma * speed.col(c).norm() + 1e-100;  // m, or 1 for directors
          const double far = (aim.col(c) - at.aim[i].col(c)).norm() / way;
          const double square = far * far, fourth = square * square, part = 1 / (1 + fourth * fourth);
          at.hat[i].col(c) += part * (hat.col(c) - at.hat[i].col(c));
          at.aim[i].col(c) += part * (aim.col(c) - at.aim[i].col(c));
        }
      }
    }
  }

  Vec6d foretoldAt(const Hook& hook) const override {
    return hook.map * all_[hook.element].acceleration + hook.bias;
  }

  void weigh(const Newton& how, const std::vector<Hook>& hooks) override {
    Vec6d wrench = Vec6d::Zero();
    for (std::size_t e = all_.size(); e-- > 0;) {
      Element& at = all_[e];
      at.load.resize(at.stations.inside.size());
      for (std::size_t i = 0; i < at.load.size(); ++i) at.load[i] = loadAt(at, i, how);
      wrench = spread(e, wrench, hooks, [&](std::size_t i, Vector3d& force, Vector3d& couple) {
        const Station<double>& station = at.stations.inside[i];
        force = at.load[i].col(0);
        couple = station.frame.axes.col(1).cross(at.load[i].col(1)) +
                 station.frame.axes.col(2).cross(at.load[i].col(2));
      });
    }
    rootWrench_ = wrench;
  }

  void loadNewton(const Newton& how, const std::vector<Vector3d>& rates,
                  const std::vector<Hook>& hooks) override {
    moment_ = false;
    for (std::size_t e = 0; e < all_.size(); ++e) {
      Element& at = all_[e];
      at.matrix.setZero();
      at.vector.setZero();
      at.endBias.setZero();
      addGeometry(at, how.whole, e, at.matrix);
      for (std::size_t i = 0; i < at.load.size(); ++i) addLoad(at, i, how.whole);
      at.matrix.template bottomRightCorner<3 * kEnds, 3 * kEnds>() += at.stiffness;
      at.vector.template tail<3 * kEnds>() += at.elastic;
      if (how.gamma > 0) {
        at.matrix += at.terms.inertia * ((1 / how.gamma + rod_.massDamping) / how.gamma);
        at.matrix.template bottomRightCorner<3 * kEnds, 3 * kEnds>() +=
            at.stiffness * (rod_.damping / how.gamma);
        VecN<double, 3 * kEnds> moving;
        for (int k = 0; k < kEnds; ++k)
          moving.template segment<3>(3 * k) = rates[e + static_cast<std::size_t>(k)];
        at.vector.template tail<3 * kEnds>() += at.stiffness * moving * rod_.damping;
      }
    }
    if (how.whole)
      for (const Hook& hook : hooks) addLever(hook);
    addForces();
  }

  void loadRates(const Newton& how, const std::vector<Vector3d>& rates) override {
    moment_ = false;
    for (std::size_t e = 0; e < all_.size(); ++e) {
      Element& at = all_[e];
      at.endBias.setZero();
      at.matrix = at.terms.inertia;
      at.vector.setZero();
      for (std::size_t i = 0; i < at.hat.size(); ++i) {
        const Station<double>& station = at.stations.inside[i];
        const SectionAt<double> section = at.section.at(station.arc);
        const Matrix3d speed = at.world.axes.transpose() * (placesOf(at, station) - at.hat[i]) / how.gamma;
        const Vector3d spin = section.inertia[2] * station.frame.axes.col(1).cross(speed.col(1)) +
                              section.inertia[1] * station.frame.axes.col(2).cross(speed.col(2));
        at.vector.noalias() -= station.weight * (velocityMap<double, kEnds>(station).transpose() *
                                                     (section.mass * speed.col(0)) +
                                                 spinMap<double, kEnds>(station).transpose() * spin);
      }
      const MatRC<double, 3 * kEnds, 3 * kEnds> stiffness = at.stiffness * (how.gamma * how.gamma);
      VecN<double, 3 * kEnds> moving;
      for (int k = 0; k < kEnds; ++k)
        moving.template segment<3>(3 * k) = rates[e + static_cast<std::size_t>(k)];
      at.matrix.template bottomRightCorner<3 * kEnds, 3 * kEnds>() += stiffness;
      at.vector.template tail<3 * kEnds>() -= stiffness * moving;
      at.total = at.matrix;
      at.totalVector = at.vector;
    }
  }

  double potential(const Newton& how, const std::vector<Vector3d>& rates) const override {
    double sum = 0;
    for (std::size_t e = 0; e < all_.size(); ++e) {
      const Element& at = all_[e];
      sum += elasticEnergy(e);
      for (std::size_t i = 0; i < at.stations.inside.size(); ++i) {
        const Station<double>& station = at.stations.inside[i];
        const SectionAt<double> section = at.section.at(station.arc);
        const Matrix3d place = placesOf(at, station);
        sum -= section.mass * station.weight * how.gravity.dot(place.col(0));
        if (how.gamma == 0) continue;
        const Vector3d mass(section.mass, section.inertia[2], section.inertia[1]);
        const Matrix3d off = place - at.aim[i], moved = place - at.hat[i];
        for (int c = 0; c < 3; ++c)
          sum += 0.5 * mass[c] * station.weight *
                 (off.col(c).squaredNorm() / how.gamma + rod_.massDamping * moved.col(c).squaredNorm()) /
                 how.gamma;
      }
      if (how.gamma == 0) continue;
      VecN<double, 3 * kEnds> moving;
      for (int k = 0; k < kEnds; ++k)
        moving.template segment<3>(3 * k) = rates[e + static_cast<std::size_t>(k)];
      sum += 0.5 * how.gamma * rod_.damping * moving.dot(at.stiffness * moving);
    }
    for (std::size_t i = 0; i < forces_.size(); ++i)
      sum -= rod_.forces[i].force.dot(forces_[i].world.position);
    return sum;
  }

  Energies energies(const Vector3d& gravity) const override {
    Energies sum;
    for (std::size_t e = 0; e < all_.size(); ++e) {
      const Element& at = all_[e];
      const Vector state = stateOf(at.motion, *rates_, e);
      sum.kinetic += 0.5 * state.dot(at.terms.inertia * state);
      sum.elastic += elasticEnergy(e);
      for (const Station<double>& station : at.stations.inside)
        sum.potential -= at.section.at(station.arc).mass * station.weight *
                         gravity.dot(at.world.position + at.world.axes * station.frame.position);
    }
    for (std::size_t i = 0; i < forces_.size(); ++i)
      sum.potential -= rod_.forces[i].force.dot(forces_[i].world.position);
    return sum;
  }

  bool firstIsLocked() const override { return std::is_same_v<M, ChainModel> && rod_.root == Root::free; }
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

  double elasticEnergy(std::size_t e) const {
    if constexpr (std::is_same_v<M, ChainModel>) {
      const Vector3d theta = turnOf(rod_.jointRest[e].conjugate() * pose_->joints[e]);
      return 0.5 * theta.dot(M::spring(rod_, e).cwiseProduct(theta));
    } else {
      VecN<double, 3 * kEnds> bend;
      for (int k = 0; k < kEnds; ++k) {
        const std::size_t knot = e + static_cast<std::size_t>(k);
        bend.template segment<3>(3 * k) = pose_->kappa[knot] - rod_.kappaRest[knot];
      }
      return 0.5 * bend.dot(all_[e].elastic);
    }
  }

  // Columns: the centreline's point, n1, n2; world.
  static Matrix3d placesOf(const Element& at, const Station<double>& station) {
    Matrix3d place;
    place << at.world.position + at.world.axes * station.frame.position,
        at.world.axes * station.frame.axes.rightCols<2>();
    return place;
  }

  // How fast those are, in the start frame.
  static Matrix3d speedsOf(const Element& at, const Station<double>& station) {
    const Vector3d omega = at.motion.template head<3>(), spin = omega + station.spin;
    Matrix3d speed;
    speed << at.motion.template tail<3>() + omega.cross(station.frame.position) + station.rate,
        spin.cross(station.frame.axes.col(1)), spin.cross(station.frame.axes.col(2));
    return speed;
  }

  // Loads per length on the point and on its directors, in the start frame: gravity, and what holds them back
  // from where they would be without forces.
  Matrix3d loadAt(const Element& at, std::size_t i, const Newton& how) const {
    const Station<double>& station = at.stations.inside[i];
    const SectionAt<double> section = at.section.at(station.arc);
    Matrix3d load = Matrix3d::Zero();
    load.col(0) = section.mass * how.gravity;
    if (how.gamma > 0) {
      const Matrix3d place = placesOf(at, station);
      const Vector3d mass(section.mass, section.inertia[2], section.inertia[1]);
      load -= ((place - at.aim[i]) / how.gamma + (place - at.hat[i]) * rod_.massDamping) *
              (mass / how.gamma).asDiagonal();
    }
    return at.world.axes.transpose() * load;
  }

  // The gradient of a station's loads; and of directors, which turn only, the second derivative, too.
  void addLoad(Element& at, std::size_t i, bool whole) const {
    const Station<double>& station = at.stations.inside[i];
    const Matrix3d& load = at.load[i];
    const Vector3d first = station.frame.axes.col(1), second = station.frame.axes.col(2);
    const Vector3d couple = first.cross(load.col(1)) + second.cross(load.col(2));
    const auto spin = spinMap<double, kEnds>(station);
    at.vector.noalias() -= station.weight * (velocityMap<double, kEnds>(station).transpose() * load.col(0) +
                                             spin.transpose() * couple);
    if (!whole) return;
    Matrix3d turned = Matrix3d::Identity() * (first.dot(load.col(1)) + second.dot(load.col(2)));
    const Matrix3d mixed = first * load.col(1).transpose() + second * load.col(2).transpose();
    turned -= 0.5 * (mixed + mixed.transpose());
    at.matrix.noalias() += spin.transpose() * (turned * spin * station.weight);
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

  // What hangs beside the centreline pulls at a lever that turns with it.
  void addLever(const Hook& hook) {
    Element& at = all_[hook.element];
    const Vector3d pull = hook.frame.axes * hook.load.tail<3>();
    const MatRC<double, 3, kSize> spin = hook.frame.axes * hook.map.topRows<3>();
    const Matrix3d mixed = hook.offset * pull.transpose();
    const Matrix3d lever = Matrix3d::Identity() * hook.offset.dot(pull) - 0.5 * (mixed + mixed.transpose());
    at.matrix.noalias() += spin.transpose() * (lever * spin);
  }

  // A free chain turns with its first link: the joint before it has nothing to hold on to.
  static void lockFirstJoint(Element& at) {
    at.total.template bottomRows<3>().setZero();
    at.total.template rightCols<3>().setZero();
    at.total.template bottomRightCorner<3, 3>().setIdentity();
    at.totalVector.template tail<3>().setZero();
  }

  // Forces at points; then all is ready for what hangs here.
  void addForces() {
    for (const Hook& force : forces_) all_[force.element].vector -= force.map.transpose() * force.load;
    for (Element& at : all_) {
      at.total = at.matrix;
      at.totalVector = at.vector;
    }
  }

  static constexpr int kPoints = std::is_same_v<M, ChainModel> ? 2 : curved::kPoints;

  Vec6d findLoads(std::size_t e, const Vec6d& endWrench, const std::vector<Hook>& hooks) {
    Element& at = all_[e];
    const Vector3d omega = at.motion.template head<3>();
    return spread(e, endWrench, hooks, [&](std::size_t i, Vector3d& force, Vector3d& couple) {
      const Station<double>& station = at.stations.inside[i];
      const SectionAt<double> section = at.section.at(station.arc);
      Vector3d velocity = velocityMap<double, kEnds>(station) * at.acceleration;
      Vector3d spin = spinMap<double, kEnds>(station) * at.acceleration;
      if (moment_) {
        velocity += velocityBiasAt(station, omega);
        spin += spinBiasAt(station, omega);
      }
      const Matrix3d rotary = rotaryInertia(station, section);
      const Vector3d turned = omega + station.spin;
      force = -section.mass * velocity;
      couple = -rotary * spin - turned.cross(Vector3d(rotary * turned));
    });
  }

  // What is beyond each station, from loads per length: densities(i, force, couple). Takes and gives what
  // holds the rest, at the element's end and start, each in its own frame.
  template <class F>
  Vec6d spread(std::size_t e, const Vec6d& endWrench, const std::vector<Hook>& hooks, const F& densities) {
    constexpr auto& gauss = kGauss<kPoints>;
    Element& at = all_[e];
    const Station<double>& end = at.stations.end;
    at.beyond.resize(at.stations.inside.size());
    // in the start frame: what is beyond pulls with minus what holds it
    Vector3d force = -(end.frame.axes * endWrench.template tail<3>());
    Vector3d moment =
        end.frame.position.cross(force) - end.frame.axes * endWrench.template head<3>();  // about the start
    std::array<Vector3d, kPoints> density, couple;
    for (std::size_t piece = at.stations.inside.size() / kPoints; piece-- > 0;) {
      const std::size_t first = piece * kPoints;
      double length = 0;
      for (std::size_t k = 0; k < kPoints; ++k) {
        length += at.stations.inside[first + k].weight;
        densities(first + k, density[k], couple[k]);
        couple[k] += at.stations.inside[first + k].frame.position.cross(density[k]);
      }
      for (std::size_t k = 0; k < kPoints; ++k) {
        const Station<double>& station = at.stations.inside[first + k];
        Vector3d rest = force, restMoment = moment;
        for (std::size_t j = 0; j < kPoints; ++j) {
          const double part = length * (gauss.weight[j] - gauss.upTo[k][j]);
          rest += part * density[j];
          restMoment += part * couple[j];
        }
        pullOfHooks(e, station.arc, hooks, rest, restMoment);
        pullOfHooks(e, station.arc, forces_, rest, restMoment);
        at.beyond[first + k] = {rest, restMoment - station.frame.position.cross(rest)};
      }
      for (std::size_t k = 0; k < kPoints; ++k) {
        force += length * gauss.weight[k] * density[k];
        moment += length * gauss.weight[k] * couple[k];
      }
    }
    pullOfHooks(e, -1, hooks, force, moment);
    pullOfHooks(e, -1, forces_, force, moment);
    at.momentAtStart = moment;
    Vec6d wrench;
    wrench << -moment, -force;
    return wrench;
  }

  static void pullOfHooks(std::size_t e, double from, const std::vector<Hook>& hooks, Vector3d& force,
                          Vector3d& moment) {
    for (const Hook& hook : hooks) {
      if (hook.element != e || hook.arc < from) continue;
      const Vector3d pull = hook.frame.axes * hook.load.tail<3>();
      force += pull;
      moment += hook.frame.axes * hook.load.head<3>() + hook.frame.position.cross(pull);
    }
  }

  const SceneRod& rod_;
  std::vector<Element> all_;
  std::vector<Hook> forces_;
  const Pose* pose_ = nullptr;
  const std::vector<Vector3d>* rates_ = nullptr;
  MatRC<double, 3, 6> rootGain_ = MatRC<double, 3, 6>::Zero();
  Vector3d rootOffset_ = Vector3d::Zero();
  bool moment_ = false;  // what is solved for are accelerations, which frames have without forces, too
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
