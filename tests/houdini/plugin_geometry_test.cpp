// Geometry on its way through the plugin: samples, smooth curves, other primitives, groups.
#include <algorithm>
#include <filesystem>

#include "cli/io/geometry_file.h"
#include "plugin.h"
#include "standin/values.h"
#include "tests/support/shared_files.h"

namespace tendril::test {
namespace {

class PluginSamples : public SampleTest {};

TEST_F(PluginSamples, GeometryGoesInAndOutOfDetails) {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(samplesFolder())) {
    const std::string name = entry.path().filename().string();
    if (name.find("geo") == std::string::npos) continue;
    SCOPED_TRACE(name);
    Geometry geometry = io::readGeometryFile(entry.path().string(), {});
    auto& details = geometry.attributes[static_cast<std::size_t>(Owner::detail)];
    details.erase(std::remove_if(details.begin(), details.end(),
                                 [](const Attribute& a) { return a.kind == AttributeKind::dict; }),
                  details.end());
    std::unique_ptr<GU_Detail> detail = detailOf(geometry);
    expectSame(geometry, hdk::fromDetail(*detail, 0));
    standin::addPrivate(*detail);  // nobody sees what is Houdini's own
    expectSame(geometry, hdk::fromDetail(*detail, 0));
    standin::shuffle(*detail, 5);  // offsets in any order
    EXPECT_EQ(hdk::fromDetail(*detail, 0).pointCount(), geometry.pointCount());
    ++files;
  }
  EXPECT_GE(files, 10);
}

// The same node on the command line, on what the adapters read of a detail.
Geometry onTheCommandLine(Host& host, const char* type,
                          const std::vector<std::pair<std::string, std::string>>& parms,
                          const std::vector<const GU_Detail*>& details) {
  std::vector<hdk::Input> inputs;
  std::vector<const Geometry*> geometries;
  for (std::size_t i = 0; i < details.size(); ++i)
    inputs.push_back(hdk::readInput(details[i], {static_cast<int>(i), 4, nullptr}));
  for (const hdk::Input& input : inputs) geometries.push_back(input.read.get());
  return cook(host, type, parms, geometries);
}

TEST_F(Plugin, SmoothCurvesAreSampled) {
  for (const int elements : {3, 11, 12, 13}) {  // 13 knots are as many as there are samples
    SCOPED_TRACE(elements);
    auto detail = std::make_unique<GU_Detail>();
    standin::appendNurbs(*detail, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {2, 1, 0}});
    TestHost host;
    const Geometry expected =
        onTheCommandLine(host, "rods", {{"elements", std::to_string(elements)}}, {detail.get()});
    Session::Node& source = session.sourceNode(std::move(detail));
    Session::Node& rods = session.create("tendril::rods::1.0", "rods");
    session.setInt(rods, "elements", elements);
    session.connect(rods, 0, source);
    expectSame(expected, readBack(session.cook(rods, 0)));
    // and back: the artist's curve as a polyline, moved
    Session::Node& curves = session.create("tendril::curves::1.0", "curves");
    session.connect(curves, 0, rods);
    session.connect(curves, 1, source);
    EXPECT_EQ(readBack(session.cook(curves, 0)).pointCount(), 13u);
  }
}

TEST_F(Plugin, OtherPrimitivesAreHandedOnInTheirPlaces) {
  auto detail = std::make_unique<GU_Detail>();
  standin::appendVdb(*detail, {5, 5, 5});
  standin::appendPolygon(*detail, {{0, 2, 0}, {1, 2, 0}, {2, 3, 0}});
  standin::appendSphere(*detail, {7, 7, 7});
  standin::appendVdb(*detail, {8, 8, 8});
  const GA_Offset shared = standin::appendPolygon(*detail, {{0, 0, 0}, {1, 0, 0}, {2, 0, 1}});
  standin::appendPolygonOn(
      *detail, {detail->vertexPoint(detail->getPrimitiveVertexList(shared)(2)), detail->pointOffset(0)});
  GA_Attribute& density =
      *detail->addFloatTuple(GA_ATTRIB_PRIMITIVE, "gain", 1, GA_Defaults(2.5)).getAttribute();
  density.getAIFTuple()->set(&density, detail->primitiveOffset(3), 0.75f, 0);
  detail->newPrimitiveGroup("smoke")->addOffset(detail->primitiveOffset(0));
  TestHost host;
  host.allowWarnings();
  const Geometry expectedRods = onTheCommandLine(host, "rods", {}, {detail.get()});
  EXPECT_EQ(expectedRods.find(Owner::primitive, "gain")->defaultNumber(0), 2.5);
  Session::Node& source = session.sourceNode(std::move(detail));
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  session.connect(rods, 0, source);
  const Session::Cooked cooked = session.cook(rods, 0);
  ASSERT_FALSE(cooked.failed()) << cooked.text();
  expectSame(expectedRods, hdk::fromDetail(*cooked.geometry));
  const GA_PrimitiveTypeId types[] = {GEO_PRIMVDB, GEO_PRIMPOLY, GA_PRIMSPHERE,
                                      GEO_PRIMVDB, GEO_PRIMPOLY, GEO_PRIMPOLY};
  for (GA_Index i = 0; i < 6; ++i)
    EXPECT_TRUE(cooked.geometry->getPrimitiveTypeId(cooked.geometry->primitiveOffset(i)) == types[i]) << i;
  // what a node removes stays removed
  Session::Node& curves = session.create("tendril::curves::1.0", "curves");
  session.connect(curves, 0, rods);
  const Session::Cooked drawn = session.cook(curves, 0);
  ASSERT_FALSE(drawn.failed()) << drawn.text();
  expectSame(cook(host, "curves", {}, {&expectedRods}), hdk::fromDetail(*drawn.geometry));
  EXPECT_EQ(hdk::fromDetail(*drawn.geometry).find(Owner::point, "kapparest"), nullptr);
}

// Where topology stays, so does all that Tendril does not know.
TEST_F(Plugin, MovedCurvesKeepWhatIsHoudinis) {
  const Geometry hair = made("scalp", {{"hairs", "5"}});
  Session::Node& original = session.sourceNode([&](double) {
    auto detail = detailOf(hair);
    standin::addPrivate(*detail);
    return detail;
  });
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  session.connect(rods, 0, original);
  Session::Node& curves = session.create("tendril::curves::1.0", "curves");
  session.connect(curves, 0, rods);
  session.connect(curves, 1, original);
  const Session::Cooked cooked = session.cook(curves, 0);
  ASSERT_FALSE(cooked.failed()) << cooked.text();
  EXPECT_FALSE(cooked.geometry->getAttributeDict(GA_ATTRIB_POINT).begin(GA_SCOPE_PRIVATE).atEnd());
  int internal = 0;
  for (auto it = cooked.geometry->getElementGroupTable(GA_ATTRIB_POINT).beginTraverse(); !it.atEnd(); ++it)
    internal += it.group()->isInternal();
  EXPECT_EQ(internal, 1);
  EXPECT_EQ(hdk::fromDetail(*cooked.geometry).groups[static_cast<std::size_t>(Owner::point)].size(),
            hair.groups[static_cast<std::size_t>(Owner::point)].size());
}

TEST_F(Plugin, OpenAndClosedAreNotTheSame) {
  Geometry ring = made("arc", {{"angle", "300"}});
  ring.kinds[0] = PrimitiveKind::polygon;
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  session.connect(rods, 0, session.sourceNode(detailOf(ring)));
  session.setInt(rods, "elements", static_cast<long long>(ring.pointCount()) - 1);
  const Session::Cooked cooked = session.cook(rods, 0);
  ASSERT_FALSE(cooked.failed()) << cooked.text();
  EXPECT_TRUE(hdk::fromDetail(*cooked.geometry).kinds[0] == PrimitiveKind::polyline);
}

// Patterns that only Houdini knows.
TEST_F(Plugin, GroupsAreHoudinisPatterns) {
  auto detail = detailOf(made("scalp", {{"hairs", "6"}}));
  GA_Attribute& thick =
      *detail->addFloatTuple(GA_ATTRIB_PRIMITIVE, "thick", 1, GA_Defaults(0.0)).getAttribute();
  for (const int i : {1, 4}) thick.getAIFTuple()->set(&thick, detail->primitiveOffset(i), 1.0f, 0);
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  session.connect(rods, 0, session.sourceNode(std::move(detail)));
  session.setString(rods, "group", "@thick>0.5");
  const Geometry made = readBack(session.cook(rods, 0));
  const Attribute& model = *made.find(Owner::primitive, "rodmodel");
  for (std::size_t p = 0; p < 6; ++p) EXPECT_EQ(model.stringAt(p).empty(), p != 1 && p != 4) << p;
}

TEST_F(Plugin, PInDoublePrecisionStaysSo) {
  Geometry line = made("line");
  std::vector<double> numbers(3 * line.pointCount(), 0.1);
  for (std::size_t i = 0; i < line.pointCount(); ++i) numbers[3 * i] = static_cast<double>(i) + 1e-12;
  line.find(Owner::point, "P")->numbers = numbers;
  TestHost host;
  GU_Detail detail;
  hdk::toDetail(line, detail, {}, &host);
  const auto numbersOf = [](const GU_Detail& g) {
    return hdk::fromDetail(g).find(Owner::point, "P")->numbers;
  };
  EXPECT_TRUE(numbersOf(detail) == Numbers(numbers));
  GU_Detail copy;
  copy.replaceWith(detail);
  EXPECT_TRUE(numbersOf(copy) == Numbers(numbers));
  // also where it comes beside what is carried: that brings P again, and nobody may destroy it
  standin::appendSphere(detail, {0, 1, 0});
  const hdk::Input input = hdk::readInput(&detail, {});
  Geometry moved = *input.read;
  moved.remove(Owner::point, "P");
  moved.add(Owner::point, "P", Storage::real32, 3);
  GU_Detail made;
  hdk::toDetail(moved, made, {input}, &host);
  EXPECT_EQ(hdk::fromDetail(made).find(Owner::point, "P")->storage(), Storage::real32);
  // a Houdini that knows no better is told of
  standin::refusesDoubles = true;
  host.expect("P was in double precision");
  GU_Detail single;
  hdk::toDetail(line, single, {}, &host);
  standin::refusesDoubles = false;
}

}  // namespace
}  // namespace tendril::test
