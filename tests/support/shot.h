// A solver node in the hands of a test: fed anew on each frame, asked for any frame.
//
//   Shot shot(host, {{"substeps", "4"}}, {still(rods), {}, {}, moving});
//   shot.at(24)
#pragma once

#include <Eigen/Core>
#include <functional>
#include <map>

#include "nodes/parameters/values.h"
#include "solver/rods/shape.h"
#include "tests/support/test_host.h"

namespace tendril::test {

// The names of all models of rods.
inline const std::vector<const char*> kModels = [] {
  std::vector<const char*> names;
  for (const Model model : kAllModels) names.push_back(nameOf(model));
  return names;
}();

using Values = std::vector<std::pair<std::string, std::string>>;

// A host that has files, and tells how frames went.
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
  // The value of a parameter on a frame.
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
// Moved by a matrix of the frame, as Geometry's transform takes it.
Shot::Input moving(const Geometry& g, const std::function<Eigen::Matrix4d(double frame)>& matrix);

Geometry rodsOf(Host& host, const Geometry& curves, const Values& values = {});
Geometry lineRod(Host& host, const Values& line, const Values& rods);
Geometry hairsOf(Host& host, int count, const Values& values = {});

Eigen::Vector3d pointAt(const Geometry& g, std::size_t point);
Eigen::Vector3d tipOf(const Geometry& g, std::size_t primitive = 0);
double farthest(const Geometry& a, const Geometry& b);  // distance of points of the same number
double detailNumber(const Geometry& g, const char* name);

// ---- what may happen to a cached frame

Attribute inStorage(const Attribute& from, Storage storage);
Geometry demoted(const Geometry& g);  // derived values in less than they were kept in
Geometry without(const Geometry& g, std::initializer_list<const char*> pointAttributes);
Geometry shuffled(const Geometry& g);  // points and primitives in another order: what a Sort does

}  // namespace tendril::test
