// The scenes of README and docs: each shows something, and not a wall; each has its pictures.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/render/picture.h"
#include "tests/support/program.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

namespace fs = std::filesystem;

struct HeroScene {
  std::string name, settings, caches, frame, flags;
};

std::vector<HeroScene> heroScenes() {
  std::ifstream file(TENDRIL_SOURCE "/docs/pictures/scenes.txt");
  std::vector<HeroScene> scenes;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> fields;
    std::istringstream parts(line);
    for (std::string field; std::getline(parts, field, '|');) {
      const std::size_t first = field.find_first_not_of(' '), last = field.find_last_not_of(' ');
      fields.push_back(first == std::string::npos ? "" : field.substr(first, last - first + 1));
    }
    scenes.push_back({fields.at(0), fields.at(2), fields.at(3), fields.at(4), fields.at(6)});
  }
  return scenes;
}

class HeroScenes : public testing::TestWithParam<HeroScene> {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tendril_hero_" + GetParam().name + std::to_string(getpid()));
    fs::create_directories(folder_ / "cli/networks");
    for (const std::string& file : {GetParam().name + ".json", std::string("head.bgeo.sc"),
                                    std::string("runner.bgeo.sc"), std::string("walker.bgeo.sc")})
      fs::copy_file(TENDRIL_SOURCE "/cli/networks/" + file, folder_ / "cli/networks" / file);
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path folder_;
};

// Between a hundredth and nine tenths of the pixels.
TEST_P(HeroScenes, FillThePicture) {
  const HeroScene& scene = GetParam();
  std::string settings = scene.settings;
  // less of the same, where it takes long
  if (scene.name == "ponytail") settings = kThorough ? "tail.stems=150" : "tail.stems=60";
  if (scene.name == "willow" && !kThorough) settings = "willow.twigs=8";
  const Outcome simulated =
      run("run '" + (folder_ / "cli/networks" / (scene.name + ".json")).string() + "' --frames 1-" +
          scene.frame + (settings.empty() ? "" : " --set " + settings));
  ASSERT_EQ(simulated.code, 0) << simulated.text;
  std::string files;
  std::istringstream caches(scene.caches);
  for (std::string cache; caches >> cache;)
    files += "'" + (folder_ / "out" / scene.name / cache).string() + "' ";
  const std::string to = (folder_ / "mask.png").string();
  const Outcome rendered = run("render " + files + "-o '" + to + "' --frames " + scene.frame +
                               " --mask --width 144 --height 90 --samples 4 " + scene.flags);
  ASSERT_EQ(rendered.code, 0) << rendered.text;
  const show::Picture mask = show::readPng(to);
  double covered = 0;
  for (std::size_t i = 0; i < mask.pixels.size(); i += 3) covered += mask.pixels[i] / 255.0;
  covered /= static_cast<double>(mask.pixels.size()) / 3;
  EXPECT_GT(covered, 0.01);
  EXPECT_LT(covered, 0.9);
}

TEST_P(HeroScenes, HavePicturesOfFewBytes) {
  for (const char* kind : {".png", "_sheet.png"}) {
    const std::string path = TENDRIL_SOURCE "/docs/pictures/" + GetParam().name + kind;
    ASSERT_TRUE(fs::exists(path)) << path;
    EXPECT_LT(fs::file_size(path), 310000u) << path;
    EXPECT_GE(show::readPng(path).width, 600) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(All, HeroScenes, testing::ValuesIn(heroScenes()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tendril::test
