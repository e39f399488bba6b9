// A tree of boxes about triangles. Its structure is built once; boxes follow where points move.
#pragma once

#include <vector>

#include "solver/base/span.h"
#include "solver/colliders/box3.h"
#include "solver/colliders/triangle.h"

namespace tendril::solver {

class TriangleTree {
 public:
  struct Node {
    std::int32_t first = 0, count = 0;  // of `order`; count 0: a branch
    std::int32_t second = 0;            // a branch's other child; the first is the next node
  };
  using Boxes = std::vector<Box3>;  // one a node

  void build(Span<const Triangle> triangles, Span<const Vector3d> points);
  void fit(Span<const Triangle> triangles, Span<const Vector3d> points, Boxes& boxes) const;
  bool isEmpty() const { return nodes_.empty(); }

  // Calls visit(triangle) on those whose boxes are not farther from `at` than `square` (m2, squared), nearest
  // boxes first; visit may lower `square`. What is found does not depend on the tree.
  template <class F>
  void visitNear(const Boxes& boxes, const Vector3d& at, double& square, const F& visit) const {
    if (nodes_.empty()) return;
    struct Waiting {
      std::int32_t node;
      double square;
    } stack[kDeepest];
    int waiting = 0;
    stack[waiting++] = {0, boxes[0].squaredDistance(at)};
    while (waiting > 0) {
      const Waiting next = stack[--waiting];
      // rounding must not hide a triangle that is as near
      if (next.square > square * (1 + 1e-9)) continue;
      const Node& node = nodes_[static_cast<std::size_t>(next.node)];
      for (std::int32_t i = node.first; i < node.first + node.count; ++i)
        visit(order_[static_cast<std::size_t>(i)]);
      if (node.count > 0) continue;
      Waiting near{next.node + 1, 0}, far{node.second, 0};
      near.square = boxes[static_cast<std::size_t>(near.node)].squaredDistance(at);
      far.square = boxes[static_cast<std::size_t>(far.node)].squaredDistance(at);
      if (far.square < near.square) std::swap(near, far);
      stack[waiting++] = far;
      stack[waiting++] = near;
    }
  }

  // Calls visit(triangle) on those whose boxes, both together, the way may meet.
  template <class F>
  void visitAlong(const Boxes& begin, const Boxes& end, const Vector3d& from, const Vector3d& to,
                  const F& visit) const {
    if (nodes_.empty()) return;
    std::int32_t stack[kDeepest];
    int waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
      const std::int32_t n = stack[--waiting];
      const std::size_t i = static_cast<std::size_t>(n);
      if (!meets(begin[i], end[i], from, to)) continue;
      const Node& node = nodes_[i];
      for (std::int32_t k = node.first; k < node.first + node.count; ++k)
        visit(order_[static_cast<std::size_t>(k)]);
      if (node.count > 0) continue;
      stack[waiting++] = node.second;
      stack[waiting++] = n + 1;
    }
  }

 private:
  static constexpr int kDeepest = 128;  // of the stack; trees are balanced
  static constexpr std::int32_t kLeaf = 4;

  static bool meets(const Box3& begin, const Box3& end, const Vector3d& from, const Vector3d& to);
  void split(std::int32_t from, std::int32_t count, const std::vector<Vector3d>& centres);

  std::vector<Node> nodes_;
  std::vector<std::int32_t> order_;  // triangles
};

}  // namespace tendril::solver
