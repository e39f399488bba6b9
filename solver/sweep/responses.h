// Responses of a tree to contact forces (solver/elements/response.h), as a few dense pieces a contact: the
// rod's coordinates between contact and root, then those of its parents, and a free root.
#pragma once

#include <cstddef>
#include <vector>

namespace tendril::solver {

struct Responses {
  struct Part {
    std::size_t first, rows;  // in z
    std::size_t at;           // in `y`: three columns of `rows` numbers
    // Of rows that hold: forces change z by the second three columns, which lowers motions by the first.
    bool holds = false;
  };
  std::vector<Part> parts;
  std::vector<double> y;

  void clear() {
    parts.clear();
    y.clear();
  }
  // Room for a part; returns its columns.
  double* add(std::size_t first, std::size_t rows) {
    parts.push_back({first, rows, y.size()});
    y.resize(y.size() + 3 * rows);
    return &y[parts.back().at];
  }
  // Six columns.
  double* addHolding(std::size_t first, std::size_t rows) {
    parts.push_back({first, rows, y.size(), true});
    y.resize(y.size() + 6 * rows);
    return &y[parts.back().at];
  }
};

}  // namespace tendril::solver
