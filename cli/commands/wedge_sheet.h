// What came of wedges, side by side: a picture with labels, and a page.
#pragma once

#include <string>
#include <vector>

#include "cli/drawing/view.h"

namespace tendril::cli {

struct WedgeRun {
  enum class End { done, unsolved, failed, notRun };
  std::string name, label;          // as Wedge has them
  std::vector<std::string> values;  // of each varied parameter
  double seconds = 0;
  End end = End::notRun;
  std::string message;              // why it failed; one line
  std::vector<std::string> caches;  // to show, with $F
  std::string page;                 // that plays it, beside ours; empty: none
};

std::string wordFor(WedgeRun::End end);

struct SheetFlags {
  show::ViewFlags view;
  std::string value;
  double widthScale = 1;
  int width = 320, height = 240, samples = 16, shots = 3;
  bool dark = false;

  void addTo(CLI::App& command);
};

// A row of pictures for each wedge, all seen by one camera; one picture each: as many in a row as fit a
// square. `frames`: of the run; the last is always there. Wedges that failed have a row that says so.
void writeSheet(const std::string& path, const std::vector<WedgeRun>& runs, const std::vector<int>& frames,
                const SheetFlags& flags);

// `columns`: names of the varied parameters. `sheet`: its picture, beside the page; empty: none.
void writePage(const std::string& path, const std::string& title, const std::vector<std::string>& columns,
               const std::vector<WedgeRun>& runs, const std::string& sheet);

}  // namespace tendril::cli
