// render, view and USD as a person calls them: missing frames, odd geometry, wrong flags.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "cli/io/geometry_file.h"
#include "cli/render/picture.h"
#include "tests/support/drawn.h"
#include "tests/support/file_text.h"
#include "tests/support/program.h"

namespace tendril::test {
namespace {

namespace fs = std::filesystem;

class ShowCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tendril_show_" + std::to_string(getpid()));
    fs::create_directories(folder_);
    for (const int frame : {1, 2, 4, 5}) writeFrame(frame, 4);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void writeFrame(int frame, std::size_t points) const {
    Geometry g;
    std::vector<Eigen::Vector3d> places;
    for (std::size_t i = 0; i < points; ++i)
      places.emplace_back(0.3 * static_cast<double>(i), 0.1 * frame, 0);
    addCurve(g, places);
    io::writeGeometryFile(path("sim.000" + std::to_string(frame) + ".bgeo.sc"), g);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string quoted(const std::string& name) const { return "'" + path(name) + "'"; }
  Outcome render(const std::string& rest) const {
    return run("render " + quoted("sim.$F4.bgeo.sc") + " --width 64 --height 36 --samples 2 " + rest);
  }
  fs::path folder_;
};

TEST_F(ShowCommand, RendersWhatIsThereAndNamesWhatIsNot) {
  const Outcome made = render("-o " + quoted("out.$F4.png"));
  EXPECT_EQ(made.code, 0) << made.text;
  EXPECT_NE(made.text.find("1 frame is missing and left out: 3"), std::string::npos) << made.text;
  for (const char* frame : {"out.0001.png", "out.0005.png"}) EXPECT_TRUE(fs::exists(path(frame)));
  EXPECT_FALSE(fs::exists(path("out.0003.png")));
  EXPECT_EQ(show::readPng(path("out.0002.png")).width, 64);
  // twice the same bits
  const std::string first = fileText(path("out.0001.png"));
  EXPECT_EQ(render("-o " + quoted("again.$F4.png") + " --frames 1-5").code, 0);
  EXPECT_EQ(first, fileText(path("again.0001.png")));
}

TEST_F(ShowCommand, SheetsHoldAllFrames) {
  const Outcome made = render("-o " + quoted("sheet.png") + " --sheet 3 --color speed");
  EXPECT_EQ(made.code, 1);  // no velocities
  EXPECT_NE(made.text.find("--color speed"), std::string::npos) << made.text;
  EXPECT_EQ(render("-o " + quoted("sheet.png") + " --sheet 3 --color bend --range 0,2 --dark").code, 0);
  const show::Picture sheet = show::readPng(path("sheet.png"));
  EXPECT_EQ(sheet.width, 3 * 64);
  EXPECT_EQ(sheet.height, 2 * 36);
}

TEST_F(ShowCommand, WrongCallsAreNamed) {
  EXPECT_EQ(render("-o " + quoted("one.png")).code, 2);  // four frames, one name
  EXPECT_EQ(render("-o " + quoted("out.$F4.png") + " --eye 1,2").code, 2);
  EXPECT_EQ(render("-o " + quoted("out.$F4.png") + " --ground high").code, 2);
  EXPECT_EQ(render("-o " + quoted("out.$F4.png") + " --range 2,1").code, 2);
  std::ofstream(path("camera.json")) << "{\"eye\": [0, 0, 5]}";
  const Outcome camera = render("-o " + quoted("out.$F4.png") + " --camera " + quoted("camera.json"));
  EXPECT_EQ(camera.code, 1);
  EXPECT_NE(camera.text.find("target"), std::string::npos) << camera.text;
  EXPECT_EQ(run("render " + quoted("none.$F4.bgeo.sc") + " -o x.png").code, 1);
  EXPECT_EQ(run("view " + quoted("none.bgeo.sc") + " -o x.html").code, 1);
}

TEST_F(ShowCommand, ACameraFromAFileSeesWhatItShould) {
  std::ofstream(path("camera.json")) << "{\"eye\": [0.45, 0.1, 5], \"target\": [0.45, 0.1, 0], \"fov\": 20}";
  EXPECT_EQ(
      render("-o " + quoted("a.png") + " --frames 1 --ground none --camera " + quoted("camera.json")).code,
      0);
  const show::Picture picture = show::readPng(path("a.png"));
  EXPECT_NE(picture.at(32, 18)[0], picture.at(32, 4)[0]);  // the curve goes through the middle
}

// A short rope that flies 60 times its length, and one that stays.
TEST_F(ShowCommand, TheCameraFollowsWhatGoesFar) {
  for (int frame = 1; frame <= 9; ++frame) {
    Geometry g;
    const double far = 7.0 * frame;
    addCurve(g, {{far, 0, 0}, {far + 0.3, 0.4, 0.2}, {far + 0.9, 0.2, 0}});
    io::writeGeometryFile(path("run.000" + std::to_string(frame) + ".bgeo.sc"), g);
  }
  const auto coverOf = [&](const std::string& flags) {
    const std::string files = quoted("run.$F4.bgeo.sc");
    const Outcome made = run("render " + files + " --width 96 --height 54 --samples 4 --radius 0.03 -o " +
                             quoted("run.$F4.png") + flags);
    EXPECT_EQ(made.code, 0) << made.text;
    double least = 1, most = 0;
    for (int frame = 1; frame <= 9; ++frame) {
      const show::Picture picture = show::readPng(path("run.000" + std::to_string(frame) + ".png"));
      double sum = 0;
      for (std::size_t i = 0; i < picture.pixels.size(); i += 3) sum += picture.pixels[i] / 255.0;
      least = std::min(least, 3 * sum / static_cast<double>(picture.pixels.size()));
      most = std::max(most, 3 * sum / static_cast<double>(picture.pixels.size()));
    }
    return std::pair(least, most);
  };
  const auto following = coverOf(" --mask");
  EXPECT_GT(following.first, 0.01);
  EXPECT_LT(following.second, 0.9);
  EXPECT_LT(coverOf(" --mask --no-follow").second, 0.01);
  // USD's camera goes along, too, and the page's
  EXPECT_EQ(run("convert " + quoted("run.$F4.bgeo.sc") + " " + quoted("run.usda")).code, 0);
  EXPECT_NE(fileText(path("run.usda")).find("xformOp:transform.timeSamples"), std::string::npos);
  EXPECT_EQ(run("convert " + quoted("sim.$F4.bgeo.sc") + " " + quoted("still.usda")).code, 0);
  EXPECT_EQ(fileText(path("still.usda")).find("xformOp:transform.timeSamples"), std::string::npos);
  const Outcome page = run("view " + quoted("run.$F4.bgeo.sc") + " -o " + quoted("run.html"));
  if (page.text.find("built without the page") != std::string::npos) GTEST_SKIP() << page.text;
  EXPECT_NE(fileText(path("run.html")).find("\"follows\":true"), std::string::npos);
}

TEST_F(ShowCommand, RadiusSaysWhereItDoesNothing) {
  Geometry g;
  addCurve(g, {{0, 0, 0}, {1, 0, 0}});
  setTuple(g.add(Owner::point, "width", Storage::real32, 1), 0, 0.02);
  io::writeGeometryFile(path("wide.geo"), g);
  const std::string small = " --width 32 --height 32 --samples 2 -o " + quoted("wide.png");
  const Outcome told = run("render " + quoted("wide.geo") + small + " --radius 0.1");
  EXPECT_EQ(told.code, 0) << told.text;
  EXPECT_NE(told.text.find("--radius does nothing here"), std::string::npos) << told.text;
  EXPECT_EQ(run("render " + quoted("wide.geo") + small).text.find("--radius"), std::string::npos);
  EXPECT_EQ(run("render " + quoted("sim.0001.bgeo.sc") + small + " --radius 0.1").text.find("--radius"),
            std::string::npos);
}

TEST_F(ShowCommand, CurvesAreTintedAndMadeThicker) {
  const auto greenness = [&](const std::string& flags) {
    const Outcome made = run("render " + quoted("sim.0001.bgeo.sc") +
                             " --radius 0.01 --width 64 --height 36 --samples 16 --dark --ground none -o " +
                             quoted("tint.png") + flags);
    EXPECT_EQ(made.code, 0) << made.text;
    const show::Picture picture = show::readPng(path("tint.png"));
    double sum = 0;
    for (std::size_t i = 0; i < picture.pixels.size(); i += 3)
      sum += picture.pixels[i + 1] - picture.pixels[i];
    return sum / (64 * 36);
  };
  const double thin = greenness(" --tint 0,1,0") - greenness(" --tint 1,0,0");
  EXPECT_GT(thin, 2);
  EXPECT_GT(greenness(" --tint 0,1,0 --widthscale 4") - greenness(" --tint 1,0,0 --widthscale 4"), 2 * thin);
  EXPECT_EQ(render("-o " + quoted("out.$F4.png") + " --tint 2,0,0").code, 2);
  EXPECT_EQ(render("-o " + quoted("out.$F4.png") + " --constraints lines").code, 2);
}

// A rope with a pin, a keyhole and three ties, of which one is inactive and one broken.
TEST_F(ShowCommand, ConstraintsAreSolidLinesOrNone) {
  Geometry rope, ties;
  addCurve(rope, {{0, 0, 0}, {4, 0, 0}});
  Attribute& width = rope.add(Owner::point, "width", Storage::real32, 1);
  for (const std::size_t i : {0u, 1u}) setTuple(width, i, 0.04);
  for (const double x : {0.5, 1.5}) {
    const std::int32_t point = static_cast<std::int32_t>(ties.addPoints(1));
    setTuple(*ties.find(Owner::point, "P"), static_cast<std::size_t>(point), Eigen::Vector3d(x, 0, 0));
    ties.addPrimitive(PrimitiveKind::polyline, std::vector<std::int32_t>{point});
  }
  addCurve(ties, {{2.5, 0, 0}, {2.5, 1, 0}});
  addCurve(ties, {{3.5, 0, 0}, {3.5, 1, 0}});
  addCurve(ties, {{3, 0, 0}, {3, 1, 0}});
  ties.add(Owner::point, "rodid", Storage::int32, 1);
  Attribute& type = ties.addString(Owner::primitive, "type");
  const char* const types[] = {"position", "keyhole", "distance", "distance", "distance"};
  for (std::size_t p = 0; p < 5; ++p) type.setString(p, types[p]);
  Attribute& active = ties.add(Owner::primitive, "active", Storage::int32, 1);
  for (const std::size_t p : {0u, 1u, 3u, 4u}) setTuple(active, p, 1.0);
  setTuple(ties.add(Owner::primitive, "broken", Storage::int32, 1), 3, 1.0);
  io::writeGeometryFile(path("rope.geo"), rope);
  io::writeGeometryFile(path("ties.geo"), ties);
  const auto picture = [&](const std::string& how) {
    const Outcome made = run("render " + quoted("rope.geo") + " " + quoted("ties.geo") +
                             " --width 400 --height 200 --samples 16 --mask --eye 2,0.5,8 --target 2,0.5,0 " +
                             "--fov 20 -o " + quoted(how + ".png") + " --constraints " + how);
    EXPECT_EQ(made.code, 0) << made.text;
    return show::readPng(path(how + ".png"));
  };
  // covered beyond what the rope alone covers, around x
  const show::Picture hidden = picture("hide");
  const auto more = [&](const show::Picture& seen, double x) {
    const int middle = static_cast<int>(200 + (x - 2) * 100 / (8 * std::tan(3.14159265 / 18)));
    double sum = 0;
    for (int column = middle - 15; column < middle + 15; ++column)
      for (int row = 0; row < 200; ++row)
        sum += (seen.at(column, row)[0] - hidden.at(column, row)[0]) / 255.0;
    return sum;
  };
  const show::Picture solid = picture("solid"), lines = picture("debug");
  for (const show::Picture* seen : {&solid, &lines}) {
    for (const double x : {2.5, 3.5}) EXPECT_NEAR(more(*seen, x), 0, 0.1);
    EXPECT_GT(more(*seen, 3), 20);
  }
  // a pin and a ring stand out, dots are within the rope
  EXPECT_GT(more(solid, 0.5), 2);
  EXPECT_GT(more(solid, 1.5), 3);
  for (const double x : {0.5, 1.5}) EXPECT_LT(more(lines, x), 0.5);
}

TEST_F(ShowCommand, AFilmWithoutFfmpegSaysSo) {
  const Outcome made = run("render " + quoted("sim.$F4.bgeo.sc") + " --width 64 --height 36 --samples 1 -o " +
                           quoted("film.mp4"));
  if (made.code == 0) {
    EXPECT_TRUE(fs::exists(path("film.mp4")));
  } else {
    EXPECT_NE(made.text.find("ffmpeg"), std::string::npos) << made.text;
    EXPECT_FALSE(fs::exists(path("film.mp4")));
  }
}

TEST_F(ShowCommand, ConvertsToUsdWithChangingTopology) {
  writeFrame(5, 6);
  const Outcome made = run("convert " + quoted("sim.$F4.bgeo.sc") + " " + quoted("sim.usda"));
  EXPECT_EQ(made.code, 0) << made.text;
  const std::string text = fileText(path("sim.usda"));
  EXPECT_NE(text.find("BasisCurves \"sim_2\""), std::string::npos);
  EXPECT_NE(text.find("def RenderSettings"), std::string::npos);
  EXPECT_EQ(run("convert " + quoted("sim.$F4.bgeo.sc") + " " + quoted("bare.usda") + " --bare").code, 0);
  EXPECT_EQ(fileText(path("bare.usda")).find("def Camera"), std::string::npos);
  EXPECT_EQ(run("convert " + quoted("sim.$F4.bgeo.sc") + " " + quoted("clips/sim.$F4.usda")).code, 0);
  EXPECT_TRUE(fs::exists(path("clips/sim.usda")));
  EXPECT_TRUE(fs::exists(path("clips/sim.0005.usda")));
  EXPECT_EQ(run("convert " + quoted("sim.0001.bgeo.sc") + " x.geo --with y.geo").code, 2);
}

TEST_F(ShowCommand, ThePageHoldsEverything) {
  const Outcome made =
      run("view " + quoted("sim.$F4.bgeo.sc") + " -o " + quoted("page/sim.html") + " --title 'a <b> & c'");
  if (made.text.find("built without the page") != std::string::npos) GTEST_SKIP() << made.text;
  EXPECT_EQ(made.code, 0) << made.text;
  const std::string page = fileText(path("page/sim.html"));
  EXPECT_NE(page.find("<title>a &lt;b> &amp; c</title>"), std::string::npos);
  EXPECT_NE(page.find("\"frames\":[1,2,4,5]"), std::string::npos);
  EXPECT_EQ(page.find("<link"), std::string::npos);
  EXPECT_EQ(page.find("src=\""), std::string::npos);  // nothing is fetched
  // without a title it is the folder's, where the file's says nothing
  fs::create_directories(path("a_willow"));
  fs::copy_file(path("sim.0001.bgeo.sc"), path("a_willow/rods.0001.bgeo.sc"));
  EXPECT_EQ(run("view " + quoted("a_willow/rods.$F4.bgeo.sc") + " -o " + quoted("title.html")).code, 0);
  EXPECT_NE(fileText(path("title.html")).find("<title>A willow</title>"), std::string::npos);
  // empty geometry and dots
  io::writeGeometryFile(path("empty.geo"), Geometry());
  EXPECT_EQ(run("view " + quoted("empty.geo") + " -o " + quoted("empty.html")).code, 0);
  EXPECT_EQ(
      run("render " + quoted("empty.geo") + " -o " + quoted("empty.png") + " --width 32 --height 32").code,
      0);
}

}  // namespace
}  // namespace tendril::test
