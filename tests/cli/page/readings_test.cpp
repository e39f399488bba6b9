// What the page tells of contacts.
#include "cli/page/readings.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "solver/geometry/tuples.h"
#include "tests/support/drawn.h"

namespace tendril::test {
namespace {

TEST(Readings, RodsTellTheirContacts) {
  Geometry free = geometryOf({coil(Model::clothoid, 4, 1)}, 0.01), touching = free;
  show::Readings none;
  none.study({free});
  none.add({free});
  EXPECT_FALSE(none.any());
  setNumber(touching.add(Owner::primitive, "contacts", Storage::int32, 1).numbers, 0, 3);
  setTuple(touching.add(Owner::primitive, "contactforce", Storage::real32, 3), 0, Eigen::Vector3d(3, 4, 0));
  show::Readings some;
  some.study({free, touching});
  some.add({free, touching});
  EXPECT_TRUE(some.any());
  const nlohmann::ordered_json header = some.header();
  EXPECT_EQ(header["file"], nlohmann::ordered_json::array({1}));
  EXPECT_EQ(header["names"].size(), header["units"].size());
  EXPECT_NE(header["names"].dump().find("\"contactforce\""), std::string::npos);
}

}  // namespace
}  // namespace tendril::test
