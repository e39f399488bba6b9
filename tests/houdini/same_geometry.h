// Geometries that have been in Houdini, compared with those that have not.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "hdk/geometry.h"
#include "tests/support/test_host.h"

namespace tendril::test {

inline std::unique_ptr<GU_Detail> detailOf(const Geometry& geometry) {
  auto detail = std::make_unique<GU_Detail>();
  hdk::toDetail(geometry, *detail, {});
  return detail;
}

inline std::string textOf(const Attribute& a, std::size_t i) {
  return std::string(a.stringAt(i));
}

// The same, whatever the order of attributes and of tables of strings.
inline bool sameValues(const Attribute& a, const Attribute& b) {
  if (a.kind != b.kind || a.tupleSize != b.tupleSize || a.typeInfo != b.typeInfo || a.starts != b.starts)
    return false;
  if (!a.isString()) return sameBits(a.numbers, b.numbers);
  if (sizeOf(a.numbers) != sizeOf(b.numbers)) return false;
  for (std::size_t i = 0; i < sizeOf(a.numbers); ++i)
    if (textOf(a, i) != textOf(b, i)) return false;
  return true;
}

inline void expectSame(const Geometry& a, const Geometry& b) {
  EXPECT_EQ(a.pointCount(), b.pointCount());
  EXPECT_EQ(a.vertexPoints, b.vertexPoints);
  EXPECT_EQ(a.starts, b.starts);
  EXPECT_TRUE(a.kinds == b.kinds);
  for (const Owner owner : kOwners) {
    const auto& all = a.attributes[static_cast<std::size_t>(owner)];
    EXPECT_EQ(all.size(), b.attributes[static_cast<std::size_t>(owner)].size()) << nameOf(owner);
    for (const Attribute& attribute : all) {
      if (attribute.kind == AttributeKind::dict || attribute.kind == AttributeKind::carried) continue;
      const Attribute* other = b.find(owner, attribute.name);
      EXPECT_TRUE(other && sameValues(attribute, *other)) << nameOf(owner) << " " << attribute.name;
    }
  }
  for (const Owner owner : {Owner::vertex, Owner::point, Owner::primitive}) {
    EXPECT_EQ(a.groups[static_cast<std::size_t>(owner)].size(),
              b.groups[static_cast<std::size_t>(owner)].size());
    for (const Group& group : a.groups[static_cast<std::size_t>(owner)]) {
      const Group* other = b.findGroup(owner, group.name);
      EXPECT_TRUE(other && other->members == group.members) << nameOf(owner) << " group " << group.name;
    }
  }
}

}  // namespace tendril::test
