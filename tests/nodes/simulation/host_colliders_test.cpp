// Colliders of a host that knows this frame alone, as a DOP network does.
#include <gtest/gtest.h>

#include "nodes/microsolver.h"
#include "nodes/simulation/collider_memory.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using ColliderOf = std::function<Geometry(int frame)>;

Matrix4d risingAt(int frame) {
  Matrix4d m = Matrix4d::Identity();
  m.topLeftCorner<3, 3>() = Eigen::AngleAxisd(0.05 * frame, Vector3d::UnitZ()).toRotationMatrix().transpose();
  m.bottomLeftCorner<1, 3>() << 0.2 + 0.002 * frame, -0.125 + 0.003 * frame, 0.001 * frame;
  return m;
}

Geometry carried(Geometry g, const Matrix4d& matrix) {
  transform(g, matrix);
  return g;
}

class WarningList : public Host {
 public:
  void warn(const std::string& message) override { all += message + "\n"; }
  std::string all;
};

// A rope that lies on an object.
class RopeObject {
 public:
  RopeObject(Host& host, ColliderOf collider) : host_(host), collider_(std::move(collider)) {}

  std::shared_ptr<const Geometry> next(const std::shared_ptr<const Geometry>& state, int frame) {
    const Parms parms(*findNode("tendril_rodsolver"));
    nodes::Surroundings around;
    if (collider_)
      around.colliders.push_back(
          {"ball", [=] { return std::make_shared<const Geometry>(collider_(frame)); }});
    Placed placed;
    placed.geometry = state;
    return std::make_shared<const Geometry>(
        solver_.step(host_, parms.data(), placed, {}, {}, around, 1.0 / 24, 1));
  }
  std::shared_ptr<const Geometry> run(std::shared_ptr<const Geometry> state, int from, int to) {
    for (int frame = from + 1; frame <= to; ++frame) state = next(state, frame);
    return state;
  }

 private:
  Host& host_;
  ColliderOf collider_;
  Microsolver solver_;
};

class HostColliders : public ::testing::Test {
 protected:
  HostColliders() { host_.allowWarnings(); }  // the ball comes fast
  Geometry shape() { return cook(host_, "collider", {{"type", "sphere"}, {"radius", "0.1"}}, {}); }
  Geometry mesh() {
    Geometry g = shape();
    for (const char* name : {"collidertype", "colliderplace", "collideraxes", "collidernumbers"})
      g.remove(Owner::primitive, name);
    return g;
  }
  std::shared_ptr<const Geometry> rope() {
    return std::make_shared<const Geometry>(
        lineRod(host_, {{"length", "0.5"}, {"direction", "1 0 0"}},
                {{"material", "rope"}, {"elements", "12"}, {"radius", "0.004"}}));
  }
  // Exactly the same from any frame on, by whoever has stepped anything else before.
  void expectExact(const ColliderOf& collider) {
    RopeObject whole(host_, collider);
    const auto middle = whole.run(rope(), 1, 10), end = whole.run(middle, 10, 16);
    EXPECT_GT(detailNumber(*end, "contacts"), 0);
    RopeObject fresh(host_, collider);
    EXPECT_TRUE(*fresh.run(middle, 10, 16) == *end);
    EXPECT_TRUE(*whole.run(middle, 10, 16) == *end) << "after going back";
  }

  ShotHost host_;
};

TEST_F(HostColliders, RestartsAreExact) {
  const Geometry ball = shape(), skin = mesh();
  expectExact([&](int frame) { return carried(ball, risingAt(frame)); });
  expectExact([&](int frame) { return carried(skin, risingAt(frame)); });
  // one that stands still until it moves
  expectExact([&](int frame) { return carried(skin, risingAt(frame < 11 ? 8 : frame)); });
}

// The node is a step, too.
TEST_F(HostColliders, TheNodeKnowsTheirMotion) {
  const Geometry skin = mesh();
  RopeObject whole(host_, [&](int frame) { return carried(skin, risingAt(frame)); });
  auto state = rope();
  for (int frame = 2; frame <= 12; ++frame) {
    const Geometry now = carried(skin, risingAt(frame));
    state =
        std::make_shared<const Geometry>(cook(host_, "tendril_rodsolver", {}, {state.get(), nullptr, &now}));
  }
  EXPECT_EQ(farthest(*state, *whole.run(rope(), 1, 12)), 0);
}

TEST_F(HostColliders, AMotionThatIsNotKeptIsAWarning) {
  const Geometry skin = mesh();
  const ColliderOf changing = [&](int frame) {
    Geometry now = carried(skin, risingAt(frame));
    std::vector<std::uint8_t> marked(now.primitiveCount(), 0);
    marked[0] = frame == 11;
    removePrimitives(now, marked);
    return now;
  };
  RopeObject whole(host_, [&](int frame) { return carried(skin, risingAt(frame)); });
  const auto middle = whole.run(rope(), 1, 10);
  const auto says = [&](const ColliderOf& collider) {
    WarningList list;
    RopeObject(list, collider).next(middle, 11);
    return list.all.find("collider ball: the cache does not say where its points were") != std::string::npos;
  };
  EXPECT_TRUE(says(changing));
  EXPECT_FALSE(says([&](int frame) { return carried(skin, risingAt(frame)); }));
  EXPECT_FALSE(says([&](int frame) {
    Geometry now = changing(frame);
    now.add(Owner::point, "v", Storage::real32, 3, "vector");
    return now;
  }));
}

// Where a collider is gone, so are its contacts.
TEST_F(HostColliders, ReadOutsEndWithTheContact) {
  const Geometry ball = shape();
  RopeObject whole(host_, [&](int frame) { return carried(ball, risingAt(frame)); }), free(host_, {});
  const auto middle = whole.run(rope(), 1, 10);
  EXPECT_GT(detailNumber(*middle, "contacts"), 0);
  const auto after = free.next(middle, 11);
  EXPECT_EQ(detailNumber(*after, "contacts"), 0);
  EXPECT_FALSE(after->find(Owner::detail, "collidernames"));
  for (std::size_t i = 0; i < after->pointCount(); ++i)
    EXPECT_EQ(numberAt(after->find(Owner::point, "contact")->numbers, i), 0);
}

TEST_F(HostColliders, GuidesShowContactsThatHaveFailed) {
  Geometry rods = *rope();
  Attribute& penetration = rods.add(Owner::point, "penetration", Storage::real32, 1);
  setNumber(penetration.numbers, 4, 0.8);
  setNumber(penetration.numbers, 5, 0.3);
  RodGuide guide;
  guide.frames = guide.pins = false;
  Placed placed;
  placed.geometry = std::make_shared<const Geometry>(rods);
  const Geometry made = guideOf(placed, {}, guide);
  ASSERT_EQ(made.primitiveCount(), 3u);
  EXPECT_LT((0.5 * (pointAt(made, 0) + pointAt(made, 1)) - pointAt(rods, 4)).norm(), 1e-6);
  EXPECT_EQ(tupleAt(*made.find(Owner::point, "Cd"), 0).head<3>(), Vector3d(1, 0, 0));
  guide.contacts = false;
  EXPECT_EQ(guideOf(placed, {}, guide).primitiveCount(), 0u);
}

TEST_F(HostColliders, DamagedMemoryIsNone) {
  const auto now = std::make_shared<const Geometry>(mesh());
  Geometry state;
  ColliderMemory memory(state);
  memory.keep("ball", *now);
  memory.keep("other", *now);
  memory.write(state);
  state.check();
  std::shared_ptr<const Geometry> found;
  EXPECT_EQ(ColliderMemory(state).before("other", now, nullptr, found), ColliderMemory::Past::known);
  EXPECT_EQ(found, now);
  const auto elsewhere = std::make_shared<const Geometry>(carried(*now, risingAt(3)));
  EXPECT_EQ(ColliderMemory(state).before("ball", elsewhere, nullptr, found), ColliderMemory::Past::known);
  EXPECT_TRUE(*found == *now);
  EXPECT_EQ(ColliderMemory(state).before("none", now, nullptr, found), ColliderMemory::Past::unknown);
  for (const char* name : {"collidernames", "colliderkeys", "colliderplaces"}) {
    Geometry cut = state;
    Attribute& list = *cut.find(Owner::detail, name);
    list.numbers = makeNumbers(list.storage(), sizeOf(list.numbers) / 3);
    EXPECT_EQ(ColliderMemory(cut).before("ball", now, nullptr, found), ColliderMemory::Past::unknown) << name;
  }
}

}  // namespace
}  // namespace tendril::test
