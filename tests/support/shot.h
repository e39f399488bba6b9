// Runs a solver node in a test: inputs by frame, outputs of any frame.
//
//   Shot shot(host, {{"substeps", "4"}}, {still(rods), {}, {}, moving});
//   shot.at(24)
#pragma once

#include <Eigen/Core>
#include <functional>
#include <map>

#include "nodes/parameters/values.h"
#include "solver/rods/model.h"
#include "tests/support/test_host.h"

namespace tendril::test {

// The names of all models of rods that are solved in the common sweep.
inline const std::vector<const char*> kModels = [] {
  std::vector<const char*> names;
  for (const Model model : sweptModels()) names.push_back(nameOf(model));
  return names;
}();

using Values = std::vector<std::pair<std::string, std::string>>;

// A host with files and frame logs.
class ShotHost : public TestHost {
 public:
  Geometry read(const std::string& path) override { return files.at(path); }
  void inform(const std::string& message) override { told += message + "\n"; }
  std::map<std::string, Geometry> files;
  std::string told;
};

class Shot {
 public:
  using Input = std::function<std::shared_ptr<const Geometry>(double frame)>;
  // The parameters' values on a frame.
  using Keys = std::function<Values(double frame)>;

  Shot(Host& host, const Values& values, std::vector<Input> inputs, Keys keys = {}, double unitLength = 1);
  Geometry at(double frame, std::size_t output = 0);

 private:
  std::vector<std::shared_ptr<const Geometry>> inputsAt(double frame) const;
  std::shared_ptr<Parms> parmsAt(double frame) const;

  Host& host_;
  Values values_;
  std::vector<Input> inputs_;
  Keys keys_;
  double unit_;
  std::shared_ptr<void> memory_;
};

Shot::Input still(const Geometry& g);
// Transformed on each frame by a matrix, as in transform().
Shot::Input moving(const Geometry& g, const std::function<Eigen::Matrix4d(double frame)>& matrix);

Geometry rodsOf(Host& host, const Geometry& curves, const Values& values = {});
Geometry lineRod(Host& host, const Values& line, const Values& rods);
Geometry hairsOf(Host& host, int count, const Values& values = {});

Eigen::Vector3d pointAt(const Geometry& g, std::size_t point);
Eigen::Vector3d tipOf(const Geometry& g, std::size_t primitive = 0);
double farthest(const Geometry& a, const Geometry& b);  // largest distance of points with equal numbers
double detailNumber(const Geometry& g, const char* name);

// ---- changes of a cached frame

Attribute inStorage(const Attribute& from, Storage storage);
Geometry demoted(const Geometry& g);  // derived values in lower precision
Geometry without(const Geometry& g, std::initializer_list<const char*> pointAttributes);
Geometry shuffled(const Geometry& g);  // points and primitives in another order, as a Sort does

}  // namespace tendril::test
