// Is the stand-in as unkind as it should be? Its geometry, dialog scripts and interfaces by themselves.
#include <GEO/GEO_PrimPoly.h>
#include <GOP/GOP_Manager.h>
#include <PRM/PRM_TemplateBuilder.h>
#include <UT/UT_IStream.h>
#include <UT/UT_Ramp.h>
#include <UT/UT_Vector4.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "standin/faults.h"
#include "standin/geometry.h"
#include "standin/parms.h"

namespace {

using standin::findAttribute;

std::vector<std::string> names(const GU_Detail& detail, GA_AttributeScope scope) {
  std::vector<std::string> all;
  for (auto at = detail.getAttributeDict(GA_ATTRIB_POINT).begin(scope); !at.atEnd(); ++at)
    all.push_back(at.attrib()->getName().toStdString());
  return all;
}

TEST(StandIn, OffsetsHaveHolesAndAnOddBase) {
  GU_Detail detail;
  const GA_Offset first = detail.appendPointBlock(30);
  EXPECT_NE(first, 0);
  EXPECT_EQ(first, detail.pointOffset(0));
  int holes = 0;
  for (GA_Index i = 0; i < 30; ++i) {
    EXPECT_EQ(detail.pointIndex(detail.pointOffset(i)), i);
    if (i > 0 && detail.pointOffset(i) != detail.pointOffset(i - 1) + 1) {
      EXPECT_EQ(detail.pointIndex(detail.pointOffset(i) - 1), -1);
      ++holes;
    }
  }
  EXPECT_GT(holes, 3);
  const GA_Offset last = detail.pointOffset(29);
  detail.clearAndDestroy();
  EXPECT_EQ(detail.getNumPoints(), 0);
  EXPECT_GT(detail.appendPointBlock(1), last + 1);
}

TEST(StandIn, AShuffledDetailHasOffsetsInNoOrder) {
  GU_Detail detail;
  detail.appendPointBlock(30);
  standin::shuffle(detail, 1);
  int down = 0;
  for (GA_Index i = 1; i < 30; ++i) down += detail.pointOffset(i) < detail.pointOffset(i - 1);
  EXPECT_GT(down, 5);
}

TEST(StandInDeathTest, HolesAreNotWritten) {
  GU_Detail detail;
  detail.appendPointBlock(30);
  GA_Offset hole = detail.pointOffset(0);
  while (detail.pointIndex(hole) >= 0) ++hole;
  EXPECT_DEATH(detail.setPos3(hole, UT_Vector3(1, 2, 3)), "is no point");
  EXPECT_DEATH(detail.setPos3(0, UT_Vector3(1, 2, 3)), "is no point");
  EXPECT_DEATH(detail.pointOffset(30), "has the index 30 of 30");
  EXPECT_DEATH(detail.newPointGroup("g")->addOffset(hole), "has no element");
  EXPECT_DEATH(
      detail.addFloatTuple(GA_ATTRIB_POINT, "f", 1, GA_Defaults(0.0f), nullptr, nullptr, GA_STORE_INT32),
      "storage");
}

TEST(StandIn, PIsAlwaysThereAndSingle) {
  GU_Detail detail;
  EXPECT_EQ(names(detail, GA_SCOPE_PUBLIC), std::vector<std::string>{"P"});
  EXPECT_EQ(detail.getP()->getTypeInfo(), GA_TYPE_POINT);
  EXPECT_EQ(detail.getP()->getAIFTuple()->getStorage(detail.getP()), GA_STORE_REAL32);
  EXPECT_EQ(detail.addFloatTuple(GA_ATTRIB_POINT, "P", 4).getAttribute(), detail.getP());
  detail.clearAndDestroy();
  EXPECT_EQ(names(detail, GA_SCOPE_PUBLIC), std::vector<std::string>{"P"});
}

TEST(StandIn, DictionariesHaveAnOrderOfTheirOwn) {
  GU_Detail detail;
  std::vector<std::string> made = {"P"};
  for (const char* name : {"a", "b", "c", "d", "radius", "mass", "id"}) {
    detail.addFloatTuple(GA_ATTRIB_POINT, name, 1);
    made.push_back(name);
  }
  const std::vector<std::string> listed = names(detail, GA_SCOPE_PUBLIC);
  EXPECT_NE(listed, made);
  EXPECT_FALSE(std::is_sorted(listed.begin(), listed.end()));
  EXPECT_EQ(std::set<std::string>(listed.begin(), listed.end()),
            std::set<std::string>(made.begin(), made.end()));
}

TEST(StandIn, PrivateThingsAreThereButNotPublic) {
  GU_Detail detail;
  detail.appendPointBlock(3);
  standin::addPrivate(detail);
  EXPECT_EQ(names(detail, GA_SCOPE_PUBLIC), std::vector<std::string>{"P"});
  EXPECT_EQ(names(detail, GA_SCOPE_PRIVATE), std::vector<std::string>{"__private"});
  auto group = detail.getElementGroupTable(GA_ATTRIB_POINT).beginTraverse();
  ASSERT_FALSE(group.atEnd());
  EXPECT_TRUE(group.group()->isInternal());
  EXPECT_EQ(group.group()->entries(), 3);
}

// What of 1 / 3 and 300 is left in each storage.
TEST(StandIn, ValuesHaveTheirStorage) {
  GU_Detail detail;
  const auto real = [&](const char* name, GA_Storage storage) {
    GA_Attribute* a =
        detail.addFloatTuple(GA_ATTRIB_DETAIL, name, 1, GA_Defaults(0.0f), nullptr, nullptr, storage)
            .getAttribute();
    double value = 0;
    EXPECT_TRUE(a->getAIFTuple()->set(a, GA_DETAIL_OFFSET, 1.0 / 3));
    EXPECT_TRUE(a->getAIFTuple()->get(a, GA_DETAIL_OFFSET, value));
    EXPECT_FALSE(a->getAIFTuple()->set(a, GA_DETAIL_OFFSET, 1.0, 1));
    return value;
  };
  EXPECT_EQ(real("h", GA_STORE_REAL16), 1365.0 / 4096);
  EXPECT_EQ(real("f", GA_STORE_REAL32), static_cast<double>(static_cast<float>(1.0 / 3)));
  EXPECT_EQ(real("d", GA_STORE_REAL64), 1.0 / 3);
  const auto whole = [&](const char* name, GA_Storage storage) {
    GA_Attribute* a = detail.addIntTuple(GA_ATTRIB_DETAIL, name, 1, GA_Defaults(0), nullptr, nullptr, storage)
                          .getAttribute();
    int64 value = 0;
    a->getAIFTuple()->set(a, GA_DETAIL_OFFSET, (int64(1) << 40) + 300);
    a->getAIFTuple()->get(a, GA_DETAIL_OFFSET, value);
    return value;
  };
  EXPECT_EQ(whole("i8", GA_STORE_INT8), 44);
  EXPECT_EQ(whole("u8", GA_STORE_UINT8), 44);
  EXPECT_EQ(whole("i16", GA_STORE_INT16), 300);
  EXPECT_EQ(whole("i32", GA_STORE_INT32), 300);
  EXPECT_EQ(whole("i64", GA_STORE_INT64), (int64(1) << 40) + 300);
  EXPECT_EQ(whole("b", GA_STORE_BOOL), 1);
}

TEST(StandIn, StringsAndArraysAndDefaults) {
  GU_Detail detail;
  const float defaults[] = {1, 2};
  detail.addFloatTuple(GA_ATTRIB_POINT, "f", 3, GA_Defaults(defaults, 2));
  const GA_Offset point = detail.appendPointBlock(2);
  GA_Attribute* f = findAttribute(detail, GA_ATTRIB_POINT, "f");
  double value = -1;
  for (int c = 0; c < 3; ++c) {
    f->getAIFTuple()->get(f, point, value, c);
    EXPECT_EQ(value, c == 2 ? 0 : c + 1);
  }
  GA_Attribute* s = detail.addStringTuple(GA_ATTRIB_POINT, "s", 1).getAttribute();
  EXPECT_EQ(s->getAIFTuple(), nullptr);
  EXPECT_EQ(s->getAIFSharedStringTuple()->getString(s, point), nullptr);
  s->getAIFSharedStringTuple()->setString(s, point, "guide");
  EXPECT_STREQ(s->getAIFSharedStringTuple()->getString(s, point), "guide");
  GA_Attribute* a = detail.addFloatArray(GA_ATTRIB_POINT, "a", 2);
  UT_Array<fpreal64> three, four;
  for (int i = 0; i < 4; ++i) four.append(i + 0.5);
  for (int i = 0; i < 3; ++i) three.append(i);
  EXPECT_FALSE(a->getAIFNumericArray()->set(a, point, three));
  EXPECT_TRUE(a->getAIFNumericArray()->set(a, point, four));
  UT_Array<int64> whole;
  a->getAIFNumericArray()->get(a, point, whole);
  ASSERT_EQ(whole.size(), 4);
  EXPECT_EQ(whole(3), 3);
  GA_Attribute* t = detail.addStringArray(GA_ATTRIB_POINT, "t", 1);
  UT_StringArray texts;
  texts.append("x");
  t->getAIFSharedStringArray()->set(t, point, texts);
  texts.clear();
  t->getAIFSharedStringArray()->get(t, point, texts);
  ASSERT_EQ(texts.size(), 1);
  EXPECT_EQ(texts(0).toStdString(), "x");
  standin::takeFaults();
  EXPECT_FALSE(detail.addFloatTuple(GA_ATTRIB_POINT, "no name", 1).isValid());
  EXPECT_EQ(detail.newPointGroup("no name"), nullptr);
  EXPECT_EQ(standin::takeFaults().size(), 2u);
}

TEST(StandIn, BlocksOfPolygonsCountPointsFromTheirOwnStart) {
  GU_Detail detail;
  detail.appendPointBlock(5);
  const GA_Offset start = detail.appendPointBlock(9);
  GEO_PolyCounts sizes;
  sizes.append(2, 3);
  sizes.append(3);
  const int numbers[] = {0, 1, 2, 3, 4, 5, 8, 7, 6};
  const GA_Offset first = GEO_PrimPoly::buildBlock(&detail, start, 9, sizes, numbers, false);
  EXPECT_EQ(first, detail.primitiveOffset(0));
  ASSERT_EQ(detail.getNumPrimitives(), 4);
  EXPECT_EQ(detail.getNumVertices(), 9);
  const GEO_Primitive* last = detail.getGEOPrimitive(detail.primitiveOffset(3));
  EXPECT_EQ(last->getTypeId(), GEO_PRIMPOLY);
  EXPECT_FALSE(static_cast<const GEO_Face*>(last)->isClosed());
  EXPECT_EQ(detail.pointIndex(last->getPointOffset(0)), 13);
  EXPECT_NE(detail.primitiveOffset(3), 3);
  EXPECT_DEATH(GEO_PrimPoly::buildBlock(&detail, start, 8, sizes, numbers, false), "number 8 of 8");
}

TEST(StandIn, CurvesAreEvaluated) {
  GU_Detail detail;
  const standin::Points line = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}, {5, 0, 0}, {6, 0, 0}};
  const auto at = [&](GA_Offset primitive, float u) {
    UT_Vector4 position;
    EXPECT_TRUE(detail.getGEOPrimitive(primitive)->evaluateInteriorPoint(position, u, 0));
    return position.x();
  };
  EXPECT_NEAR(at(standin::appendNurbs(detail, line, false, false), 0), 1, 1e-6);
  EXPECT_NEAR(at(detail.primitiveOffset(0), 1), 5, 1e-6);
  EXPECT_NEAR(at(detail.primitiveOffset(0), 0.3f), 1 + 0.3 * 4, 1e-6);
  EXPECT_NEAR(at(standin::appendNurbs(detail, line), 0), 0, 1e-6);
  EXPECT_NEAR(at(detail.primitiveOffset(1), 1), 6, 1e-6);
  EXPECT_NEAR(at(detail.primitiveOffset(1), 0.5f), 3, 1e-6);
  EXPECT_NEAR(at(standin::appendBezier(detail, line), 0.25f), 1.5, 1e-6);
  EXPECT_NEAR(at(standin::appendPolygon(detail, line), 0.75f), 4.5, 1e-6);
  const standin::Points arch = {{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}};
  UT_Vector4 top;
  detail.getGEOPrimitive(standin::appendNurbs(detail, arch))->evaluateInteriorPoint(top, 0.5f, 0);
  EXPECT_NEAR(top.y(), 0.75, 1e-6);  // four points, clamped: a Bezier curve
  EXPECT_EQ(detail.getGEOPrimitive(standin::appendVdb(detail, {1, 2, 3}))->getTypeId(), GEO_PRIMVDB);
  EXPECT_FALSE(detail.getGEOPrimitive(detail.primitiveOffset(0))->evaluateInteriorPoint(top, 1.5f, 0));
}

std::unique_ptr<GU_Detail> twoLines() {
  auto detail = std::make_unique<GU_Detail>();
  detail->appendPointBlock(1);  // on no primitive
  standin::appendPolygon(*detail, {{0, 0, 0}, {1, 0, 0}});
  standin::appendPolygon(*detail, {{0, 1, 0}, {1, 1, 0}, {2, 1, 0}}, true);
  GA_Attribute* id = detail->addIntTuple(GA_ATTRIB_PRIMITIVE, "id", 1).getAttribute();
  id->getAIFTuple()->set(id, detail->primitiveOffset(1), 7);
  detail->newPrimitiveGroup("second")->addOffset(detail->primitiveOffset(1));
  standin::addPrivate(*detail);
  return detail;
}

TEST(StandIn, CopiesHaveOtherOffsets) {
  const auto from = twoLines();
  GU_Detail to;
  to.appendPointBlock(4);
  to.replaceWith(*from);
  ASSERT_EQ(to.getNumPoints(), 6);
  EXPECT_NE(to.pointOffset(3), from->pointOffset(3));
  EXPECT_EQ(to.getPos3(to.pointOffset(5)).x(), 2);
  EXPECT_EQ(names(to, GA_SCOPE_PRIVATE).size(), 1u);
  int32 id = 0;
  const GA_Attribute* ids = findAttribute(to, GA_ATTRIB_PRIMITIVE, "id");
  ids->getAIFTuple()->get(ids, to.primitiveOffset(1), id);
  EXPECT_EQ(id, 7);
  const GA_ElementGroup* second = to.getElementGroupTable(GA_ATTRIB_PRIMITIVE).find("second");
  ASSERT_NE(second, nullptr);
  EXPECT_TRUE(second->containsOffset(to.primitiveOffset(1)));
  EXPECT_EQ(second->entries(), 1);
}

TEST(StandIn, MergesTakeAGroupAndItsPoints) {
  const auto from = twoLines();
  GU_Detail to;
  to.appendPointBlock(2);
  GOP_Manager groups;
  const GA_PrimitiveGroup* second =
      groups.parsePrimitiveGroups("second", GOP_Manager::GroupCreator(from.get()));
  ASSERT_NE(second, nullptr);
  to.merge(*from, second);
  EXPECT_EQ(to.getNumPoints(), 5);
  ASSERT_EQ(to.getNumPrimitives(), 1);
  EXPECT_TRUE(static_cast<const GEO_Face*>(to.getGEOPrimitive(to.primitiveOffset(0)))->isClosed());
  EXPECT_TRUE(names(to, GA_SCOPE_PRIVATE).empty());
  to.merge(to);
  EXPECT_EQ(to.getNumPoints(), 10);
}

TEST(StandIn, ChecksumsSeeEveryChange) {
  const auto detail = twoLines();
  std::set<std::uint64_t> sums = {standin::checksum(*detail)};
  EXPECT_EQ(sums.count(standin::checksum(*detail)), 1u);
  detail->setPos3(detail->pointOffset(2), UT_Vector3(0, 0, 1e-20f));
  EXPECT_TRUE(sums.insert(standin::checksum(*detail)).second);
  detail->getP()->bumpDataId();
  EXPECT_TRUE(sums.insert(standin::checksum(*detail)).second);
  detail->newPointGroup("new");
  EXPECT_TRUE(sums.insert(standin::checksum(*detail)).second);
  detail->addStringTuple(GA_ATTRIB_DETAIL, "s", 1);
  EXPECT_TRUE(sums.insert(standin::checksum(*detail)).second);
  standin::shuffle(*detail, 5);
  EXPECT_TRUE(sums.insert(standin::checksum(*detail)).second);
}

TEST(StandIn, ManyThreadsReadOneDetail) {
  const auto detail = twoLines();
  std::vector<float> sums(4);
  std::vector<std::thread> threads;
  for (float& sum : sums)
    threads.emplace_back([&sum, &detail = std::as_const(*detail)] {
      for (int k = 0; k < 1000; ++k)
        for (GA_Index i = 0; i < detail.getNumPoints(); ++i) sum += detail.getPos3(detail.pointOffset(i)).x();
    });
  for (std::thread& thread : threads) thread.join();
  for (const float sum : sums) EXPECT_EQ(sum, 4000);
}

TEST(StandIn, GroupPatterns) {
  GU_Detail detail;
  detail.appendPointBlock(10);
  GA_Attribute* mass = detail.addFloatTuple(GA_ATTRIB_POINT, "mass", 1).getAttribute();
  GA_PointGroup* low = detail.newPointGroup("low");
  for (GA_Index i = 0; i < 10; ++i) {
    mass->getAIFTuple()->set(mass, detail.pointOffset(i), static_cast<double>(i) / 10);
    if (i < 4) low->addOffset(detail.pointOffset(i));
  }
  standin::addPrivate(detail);
  GOP_Manager groups;
  const GOP_Manager::GroupCreator creator(&detail);
  const auto parse = [&](const char* pattern) {
    const GA_PointGroup* group = groups.parsePointGroups(pattern, creator);
    std::string members = group ? "" : "bad";
    for (GA_Index i = 0; group && i < 10; ++i)
      if (group->containsOffset(detail.pointOffset(i))) members += std::to_string(i);
    return members;
  };
  EXPECT_EQ(groups.parsePointGroups("low", creator), low);
  EXPECT_EQ(parse("l*"), "0123");
  EXPECT_EQ(parse("!low"), "456789");
  EXPECT_EQ(parse("* ^low"), "456789");
  EXPECT_EQ(parse("2 5-7 99"), "2567");
  EXPECT_EQ(parse("0-9:3"), "0369");
  EXPECT_EQ(parse("@mass>0.65"), "789");
  EXPECT_EQ(parse("low @mass>=0.9"), "01239");
  EXPECT_EQ(parse("nosuch"), "bad");
  EXPECT_EQ(parse("@nosuch>1"), "bad");
  EXPECT_EQ(parse("__internal"), "bad");
  EXPECT_EQ(parse(""), "bad");
  groups.destroyAdhocGroups();
}

TEST(StandIn, DialogScriptsThatAreWrongAreFaults) {
  const auto faultOf = [](const char* script) {
    standin::takeFaults();
    const PRM_TemplateBuilder builder("t", script);
    const auto faults = standin::takeFaults();
    EXPECT_EQ(faults.empty(), !builder.templates()->isEnd());
    return faults.empty() ? "" : faults[0];
  };
  EXPECT_EQ(faultOf("{ name parameters parm { name \"a\" type float default { \"1\" } } }"), "");
  EXPECT_EQ(faultOf("{ parm { name \"a\" type nosuch } }"),
            "dialog script of t: line 1: unexpected \"parm\"");
  EXPECT_NE(faultOf("{ parm { name \"a\" type float } "), "");
  EXPECT_NE(faultOf("{ parm { name \"a\" type float colour } }"), "");
  EXPECT_NE(faultOf("{ parm { name \"a#\" type float } }"), "");
  EXPECT_NE(faultOf("{ parm { name \"a\" type float } parm { name \"a\" type toggle } }"), "");
}

TEST(StandIn, Ramps) {
  standin::Parms parms;
  UT_Ramp ramp;
  float value[4];
  const auto at = [&](const std::string& text, double position) {
    UT_IStream stream(text.c_str(), static_cast<exint>(text.size()), UT_ISTREAM_ASCII);
    EXPECT_TRUE(ramp.load(stream));
    ramp.rampLookup(position, value);
    return value[0];
  };
  EXPECT_FLOAT_EQ(at("ramp 2 0 1 linear 1 3 linear", 0.25), 1.5f);
  EXPECT_FLOAT_EQ(at("ramp 2 0 1 constant 1 3 linear", 0.25), 1);
  EXPECT_FLOAT_EQ(at("ramp 2 1 3 linear 0 1 linear", 2), 3);
  EXPECT_FLOAT_EQ(at("ramp 2 0 0 monotonecubic 1 1 linear", 0.25), 0.15625f);
  UT_IStream wrong("nothing", 7, UT_ISTREAM_ASCII);
  EXPECT_FALSE(ramp.load(wrong));
}

}  // namespace
