// The page of tendril view.
#include "cli/page/page.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>

#include "cli/drawing/values.h"
#include "cli/page/pack.h"
#include "cli/page/page_source.h"
#include "solver/base/error.h"
#include "solver/base/parallel.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::cli::show {

namespace {

constexpr std::uint16_t kAway = 65535;  // of what is not there on a frame
constexpr double kSteps = 16000;        // of the box's longest side
// Between a curve and what the page draws, parts of its length: the first with which all frames have fewer
// numbers than kMany.
constexpr double kNear[] = {2e-3, 5e-3, 1e-2, 2e-2};
constexpr std::size_t kMany = 60000000;
constexpr std::size_t kBlock = 6u << 20;  // bytes, before they are deflated
constexpr std::size_t kCounts[] = {2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256};

std::uint8_t byteOf(float value) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0f, 1.0f)));
}

std::uint32_t colourKeyOf(const Vector3f& colour) {
  return static_cast<std::uint32_t>(byteOf(colour.x()) << 16 | byteOf(colour.y()) << 8 | byteOf(colour.z()));
}

// The farthest that the Catmull-Rom curve through some nodes is from the curve's own.
double offOf(const Drawing& drawing, const DrawnCurve& curve, std::size_t count) {
  std::vector<Vector3f> fine;
  for (const Node& node : nodesOf(drawing, curve, 4 * (count - 1) + 1)) fine.push_back(node.at.head<3>());
  return offOfCatmullRom(fine);
}

std::string wordOf(const Geometry& g, const char* name, std::size_t primitive) {
  const Attribute* text = g.find(Owner::primitive, name);
  return text && text->isString() && !text->isList() ? std::string(text->stringAt(primitive)) : "";
}

// Of a constraint; of anything else, none.
std::string typeOf(const Geometry& g, std::size_t primitive) {
  return isOfConstraints(g) ? wordOf(g, "type", primitive) : "";
}

double lengthOf(const Drawing& drawing, const DrawnCurve& curve) {
  double length = 0;
  for (std::size_t s = 0; s < curve.segments; ++s) {
    const Vector4f* c = &drawing.controls[0][curve.firstControl + 3 * s];
    length += (c[3] - c[0]).head<3>().norm();
  }
  return length;
}

}  // namespace

std::vector<Node> nodesOf(const Drawing& drawing, const DrawnCurve& curve, std::size_t count) {
  constexpr int kParts = 4;  // of a segment, to measure it
  const Vector4f* c = &drawing.controls[0][curve.firstControl];
  std::vector<float> arc = {0};
  Vector4f before = c[0];
  for (std::size_t s = 0; s < curve.segments; ++s)
    for (int k = 1; k <= kParts; ++k) {
      const Vector4f at = bezierAt(c + 3 * s, static_cast<float>(k) / kParts);
      arc.push_back(arc.back() + (at - before).head<3>().norm());
      before = at;
    }
  std::vector<Node> nodes;
  std::size_t piece = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const float s = arc.back() * static_cast<float>(i) / static_cast<float>(count - 1);
    while (piece + 2 < arc.size() && s > arc[piece + 1]) ++piece;
    const float width = arc[piece + 1] - arc[piece];
    const float part = width > 0 ? std::clamp((s - arc[piece]) / width, 0.0f, 1.0f) : 0;
    const std::size_t segment = piece / kParts, vertex = curve.firstVertex + segment;
    const float u = (static_cast<float>(piece % kParts) + part) / kParts;
    Node node{bezierAt(c + 3 * segment, u), 0,
              (1 - u) * drawing.colours[vertex] + u * drawing.colours[vertex + 1]};
    if (!drawing.values.empty())
      node.value = (1 - u) * drawing.values[vertex] + u * drawing.values[vertex + 1];
    nodes.push_back(node);
  }
  return nodes;
}

PagePacker::Keys PagePacker::keysOf(const Drawing& drawing, const std::vector<Geometry>& files) const {
  std::vector<std::vector<std::int64_t>> ids;
  for (const Geometry& g : files) ids.push_back(idsOf(g));
  std::map<Key, std::size_t> turns[2];
  const auto keyOf = [](Key key, std::map<Key, std::size_t>& known) {
    key.turn = known[key]++;
    return key;
  };
  Keys keys;
  for (const DrawnCurve& curve : drawing.curves)
    keys.curves.push_back(keyOf({curve.file, ids[curve.file][curve.primitive], curve.layer, 0, 0}, turns[0]));
  for (const DrawnBall& ball : drawing.balls) {
    if (ball.cap) continue;
    const std::uint32_t colour = ball.layer == Layer::debug ? colourKeyOf(ball.colour) : 0;
    keys.balls.push_back(keyOf({ball.file, ids[ball.file][ball.primitive], ball.layer, colour, 0}, turns[1]));
  }
  return keys;
}

std::size_t PagePacker::meshOf(const DrawnMesh& mesh) {
  for (std::size_t m = 0; m < meshes_.size(); ++m)
    if (meshes_[m].file == mesh.file && meshes_[m].topology == mesh.topology) return m;
  Mesh made;
  made.file = mesh.file;
  made.points = mesh.points[0].size();
  made.topology = mesh.topology;
  made.triangles = mesh.triangles;
  for (const Vector3f& colour : mesh.colours)
    for (int c = 0; c < 3; ++c) made.colours.push_back(byteOf(colour[c]));
  meshes_.push_back(std::move(made));
  return meshes_.size() - 1;
}

void PagePacker::study(const Drawing& drawing, const std::vector<Geometry>& files, bool closely) {
  ++studied_;
  const Keys keys = keysOf(drawing, files);
  std::vector<std::size_t> numbers, todo;
  for (std::size_t i = 0; i < keys.curves.size(); ++i) {
    const auto [found, fresh] = known_.emplace(keys.curves[i], curves_.size());
    numbers.push_back(found->second);
    if (closely || fresh) todo.push_back(i);
    if (!fresh) continue;
    const DrawnCurve& drawn = drawing.curves[i];
    Curve& curve = curves_.emplace_back();
    curve.key = keys.curves[i];
    curve.name = wordOf(files[drawn.file], "name", drawn.primitive);
    curve.type = typeOf(files[drawn.file], drawn.primitive);
  }
  parallelFor(todo.size(), [&](std::size_t k) {
    const DrawnCurve& drawn = drawing.curves[todo[k]];
    Curve& curve = curves_[numbers[todo[k]]];
    const double length = lengthOf(drawing, drawn);
    std::size_t level = std::size(kNear);
    for (const std::size_t count : kCounts) {
      const double off = offOf(drawing, drawn, count);
      for (; level > 0 && off <= kNear[level - 1] * length; --level)
        curve.needs[level - 1] = std::max(curve.needs[level - 1], count);
      if (level == 0) break;
    }
    for (; level > 0; --level) curve.needs[level - 1] = kCounts[std::size(kCounts) - 1];
  });
  std::size_t number = 0;
  for (const DrawnBall& ball : drawing.balls) {
    if (ball.cap) continue;
    const Key& key = keys.balls[number++];
    if (!knownBalls_.emplace(key, balls_.size()).second) continue;
    const Geometry& g = files[ball.file];
    balls_.push_back({key,
                      wordOf(g, "name", ball.primitive),
                      typeOf(g, ball.primitive),
                      ball.at[0][3],
                      {byteOf(ball.colour[0]), byteOf(ball.colour[1]), byteOf(ball.colour[2])}});
  }
  for (const DrawnMesh& mesh : drawing.meshes) meshOf(mesh);
  readings_.study(files);
}

void PagePacker::settle(const Bounds& bounds, const CameraPath& path) {
  bounds_ = bounds;
  path_ = path;
  if (path.follows()) bounds_.box = boxAround(pointsToSee(bounds.boxes, true));
  Eigen::AlignedBox3d box;
  for (const FrameBox& one : bounds.boxes)
    if (!one.all.isEmpty()) box.extend(one.all.translated(-path.shift(one.frame)));
  corner_ = box.isEmpty() ? Vector3d(Vector3d::Zero()) : box.min();
  const double longest = box.isEmpty() ? 1 : box.sizes().maxCoeff();
  scale_ = (longest > 0 ? longest : 1) / kSteps;
  std::size_t level = 0;
  for (; level + 1 < std::size(kNear); ++level) {
    std::size_t all = 0;
    for (const Curve& curve : curves_) all += curve.needs[level];
    if (3 * all * studied_ <= kMany) break;
  }
  for (Curve& curve : curves_) {
    curve.nodes = std::max<std::size_t>(2, curve.needs[level]);
    curve.first = nodes_;
    nodes_ += curve.nodes;
  }
  firstBall_ = nodes_;
  nodes_ += balls_.size();
  for (Mesh& mesh : meshes_) {
    mesh.first = nodes_;
    nodes_ += mesh.points;
  }
  past_.assign(3 * nodes_, 0);
  pastPast_ = past_;
  pastValues_.assign(nodes_, 0);
}

void PagePacker::place(std::size_t node, const Vector3f& at) {
  for (std::size_t c = 0; c < 3; ++c) {
    const Eigen::Index i = static_cast<Eigen::Index>(c);
    const double steps = (at[i] - shift_[i] - corner_[i]) / scale_;
    now_[c * nodes_ + node] = static_cast<std::uint16_t>(std::lround(std::clamp(steps, 0.0, kSteps)));
  }
}

void PagePacker::add(int frame, const Drawing& drawing, const std::vector<Geometry>& files) {
  frames_.push_back(frame);
  readings_.add(files);
  shift_ = path_.shift(frame);
  now_.assign(3 * nodes_, kAway);
  values_.assign(settings_.value.empty() ? 0 : nodes_, 0);
  const double range = bounds_.high - bounds_.low;
  const Keys keys = keysOf(drawing, files);
  parallelFor(keys.curves.size(), [&](std::size_t i) {
    Curve& curve = curves_[known_.at(keys.curves[i])];
    const std::vector<Node> nodes = nodesOf(drawing, drawing.curves[i], curve.nodes);
    const bool fresh = curve.radii.empty();
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      place(curve.first + k, nodes[k].at.head<3>());
      if (!values_.empty())
        values_[curve.first + k] = byteOf(range > 0 && !std::isnan(nodes[k].value)
                                              ? static_cast<float>((nodes[k].value - bounds_.low) / range)
                                              : 0.5f);
      if (!fresh) continue;
      curve.radii.push_back(nodes[k].at[3]);
      for (int c = 0; c < 3; ++c) curve.colours.push_back(byteOf(nodes[k].colour[c]));
    }
  });
  std::size_t ball = 0;
  for (const DrawnBall& drawn : drawing.balls)
    if (!drawn.cap) place(firstBall_ + knownBalls_.at(keys.balls[ball++]), drawn.at[0].head<3>());
  for (const DrawnMesh& mesh : drawing.meshes) {
    const std::size_t first = meshes_[meshOf(mesh)].first;
    for (std::size_t k = 0; k < mesh.points[0].size(); ++k) place(first + k, mesh.points[0][k]);
  }
  encode();
}

// A byte that says from what: 0 the neighbour, 1 the frame before, 2 both before; the low bytes, the high
// bytes, the values.
void PagePacker::encode() {
  std::vector<std::uint16_t> best, left(now_.size());
  std::uint64_t least = ~std::uint64_t(0);
  char kind = 0;
  for (int order = 0; order <= static_cast<int>(std::min<std::size_t>(2, frames_.size() - 1)); ++order) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < now_.size(); ++i) {
      const int foretold = order == 0   ? (i > 0 ? now_[i - 1] : 0)
                           : order == 1 ? past_[i]
                                        : 2 * past_[i] - pastPast_[i];
      const std::int16_t off = static_cast<std::int16_t>(now_[i] - foretold);
      left[i] = static_cast<std::uint16_t>(off < 0 ? -2 * off - 1 : 2 * off);
      sum += left[i];
    }
    if (sum >= least) continue;
    least = sum;
    best = left;
    kind = static_cast<char>(order);
  }
  block_ += kind;
  for (const std::uint16_t value : best) block_ += static_cast<char>(value & 255);
  for (const std::uint16_t value : best) block_ += static_cast<char>(value >> 8);
  for (std::size_t i = 0; i < values_.size(); ++i)
    block_ += static_cast<char>(static_cast<std::uint8_t>(values_[i] - pastValues_[i]));
  pastPast_ = past_;
  past_ = now_;
  if (!values_.empty()) pastValues_ = values_;
  if (block_.size() >= kBlock) flush();
}

void PagePacker::flush() {
  if (block_.empty()) return;
  blocks_.push_back(base64(deflated(block_)));
  block_.clear();
}

std::string PagePacker::header() const {
  using Json = nlohmann::ordered_json;
  const auto vector = [](const Vector3d& v) { return Json::array({v.x(), v.y(), v.z()}); };
  Json json = {{"title", settings_.title},
               {"files", settings_.files},
               {"fps", settings_.framesPerSecond},
               {"dark", settings_.dark ? Json(true) : Json(nullptr)},  // null: as the system has it
               {"frames", frames_},
               {"nodes", nodes_},
               {"corner", vector(corner_)},
               {"scale", scale_},
               {"ground", groundOf(bounds_)},
               {"constraints", settings_.constraints}};
  const Camera camera = path_.on(frames_.front());
  json["camera"] = {{"eye", vector(camera.eye)},
                    {"target", vector(camera.target)},
                    {"up", vector(camera.up)},
                    {"fov", camera.fieldOfView}};
  json["follows"] = path_.follows();
  json["middles"] = Json::array();
  for (const int frame : frames_) json["middles"].push_back(vector(middleOn(bounds_.boxes, frame).at));
  const auto lists = [](const auto& all) {
    Json made = {{"file", Json::array()}, {"id", Json::array()}, {"layer", Json::array()}};
    bool named = false;
    for (const auto& one : all) {
      made["file"].push_back(one.key.file);
      made["id"].push_back(one.key.id);
      made["layer"].push_back(static_cast<int>(one.key.layer));
      named = named || !one.name.empty() || !one.type.empty();
    }
    for (const auto& one : all)
      if (named) {
        made["name"].push_back(one.name);
        made["type"].push_back(one.type);
      }
    return made;
  };
  json["curves"] = lists(curves_);
  json["curves"]["nodes"] = Json::array();
  for (const Curve& curve : curves_) json["curves"]["nodes"].push_back(curve.nodes);
  json["balls"] = balls_.size();
  json["dots"] = lists(balls_);
  json["meshes"] = Json::array();
  for (const Mesh& mesh : meshes_)
    json["meshes"].push_back(
        {{"file", mesh.file}, {"points", mesh.points}, {"triangles", mesh.triangles.size()}});
  if (!settings_.value.empty())
    json["value"] = {{"name", settings_.value}, {"low", bounds_.low}, {"high", bounds_.high}};
  if (readings_.any()) json["readings"] = readings_.header();
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace), safe;
  for (const char c : text) safe += c == '<' ? std::string("\\u003c") : std::string(1, c);  // no </script>
  return safe;
}

std::string PagePacker::page() {
  flush();
  // what never changes: radii of curves and balls, colours of all, triangles
  std::string still;
  std::vector<float> radii;
  std::vector<std::uint8_t> colours;
  for (const Curve& curve : curves_) {
    for (std::size_t k = 0; k < curve.nodes; ++k)
      radii.push_back(k < curve.radii.size() ? curve.radii[k] : 0);
    for (std::size_t k = 0; k < 3 * curve.nodes; ++k)
      colours.push_back(k < curve.colours.size() ? curve.colours[k] : 128);
  }
  for (const Ball& ball : balls_) {
    radii.push_back(ball.radius);
    colours.insert(colours.end(), ball.colour.begin(), ball.colour.end());
  }
  for (const Mesh& mesh : meshes_) colours.insert(colours.end(), mesh.colours.begin(), mesh.colours.end());
  appendBytes(still, radii);
  for (const Mesh& mesh : meshes_) appendBytes(still, mesh.triangles);
  appendBytes(still, colours);
  std::string page = pageSource();
  const auto fill = [&](const std::string& mark, const std::string& text) {
    std::size_t at = page.find(mark);
    if (at == std::string::npos) throw Error("the page's source has no " + mark);
    for (; at != std::string::npos; at = page.find(mark, at + text.size()))
      page.replace(at, mark.size(), text);
  };
  std::string data = "<script type=\"application/json\" id=\"header\">" + header() + "</script>\n";
  data += "<script type=\"text/plain\" class=\"still\">" + base64(deflated(still)) + "</script>\n";
  if (readings_.any())
    data += "<script type=\"text/plain\" class=\"readings\">" + readings_.packed() + "</script>\n";
  for (const std::string& block : blocks_)
    data += "<script type=\"text/plain\" class=\"block\">" + block + "</script>\n";
  std::string title;
  for (const char c : settings_.title) title += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  fill("<!--title-->", title);
  fill("<!--data-->", data);
  return page;
}

}  // namespace tendril::cli::show
