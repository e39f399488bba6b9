// How the triangles of a mesh hang together: points at one place become one, faces that point against their
// neighbours are turned, closed pieces point outwards. What is wrong with a mesh is counted.
//
// Kept from frame to frame while it stays the same: then the tree needs no new structure, only new boxes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solver/colliders/triangle_tree.h"

namespace tendril::solver {

// What a mesh is, and what is wrong with it.
struct MeshReport {
  std::size_t faces = 0, pieces = 0, closedPieces = 0;
  std::size_t flatFaces = 0;      // without area: nothing touches them
  std::size_t turnedFaces = 0;    // pointed against most of their piece
  std::size_t inwardPieces = 0;   // closed, and pointed inwards
  std::size_t boundaryEdges = 0;  // of one face
  std::size_t crowdedEdges = 0;   // of more than two faces
  double leastOpen = 1;           // of the open piece that is nearest to closed, 0; 1: a flat sheet

  // Sentences for an artist, without a name in front.
  std::vector<std::string> warnings() const;
};

class MeshTopology {
 public:
  // Throws an Error if there are no faces, numbers out of range, or places that are not finite.
  MeshTopology(const std::vector<Vector3d>& points, const std::vector<Triangle>& faces, bool inverted);

  // For other points, or the same: would it be the same?
  bool isFor(const std::vector<Vector3d>& points, const std::vector<Triangle>& faces, bool inverted) const;

  // Points of the mesh, from those of the caller.
  std::vector<Vector3d> welded(const std::vector<Vector3d>& points) const;

  const MeshReport& report() const { return report_; }

  // by triangle; numbered as the caller's faces
  std::vector<Triangle> triangles;
  std::vector<Triangle> edges;  // number of edge k, from corner k to the next
  std::vector<std::uint8_t> closed, flat;
  std::size_t pointCount = 0, edgeCount = 0;
  bool hasClosed = false;
  TriangleTree tree;

 private:
  struct Use {  // of an edge
    std::uint64_t key;
    std::int32_t triangle, k;
  };
  struct Neighbour {
    std::int32_t triangle;
    std::uint8_t agrees;  // 2: not to be asked
  };
  struct Piece {
    std::vector<std::int32_t> triangles;
    bool closed = true;
    bool mostTurned = false;   // those that `turned_` marks are most of its area
    bool turnsMarked = false;  // `turned_` ones are turned; else the others
    double openness = 0;
  };
  static std::vector<std::int32_t> weld(const std::vector<Vector3d>& points);
  static void check(const std::vector<Vector3d>& points, const std::vector<Triangle>& faces);
  Triangle asDrawn(std::size_t t) const;
  bool isFlat(const std::vector<Vector3d>& places, std::size_t t) const;
  std::vector<Use> findEdges();
  std::vector<std::vector<Neighbour>> neighbours(const std::vector<Use>& uses,
                                                 std::vector<std::uint8_t>& open);
  void findPieces(const std::vector<Use>& uses);
  void decide(const std::vector<Vector3d>& places, Piece& piece) const;
  void turn(const Piece& piece);
  void count(const Piece& piece);

  std::vector<Triangle> faces_;
  std::vector<Piece> pieces_;
  std::vector<std::uint8_t> turned_;        // by triangle: against the first of its piece
  std::vector<std::int32_t> weld_, first_;  // by caller's point: its own; by own point: the caller's first
  bool inverted_;
  MeshReport report_;
};

}  // namespace tendril::solver
