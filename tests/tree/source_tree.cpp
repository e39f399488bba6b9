// The repository's own sources, read as text.
#include "tests/tree/source_tree.h"
#include "tests/support/file_text.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <regex>
#include <sstream>

namespace tendril::test {
namespace {

constexpr const char* kLayers[] = {"solver", "nodes", "cli"};

std::vector<std::string> wordsOf(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

bool startsWith(const std::string& text, const std::string& with) {
  return text.compare(0, with.size(), with) == 0;
}

// Layers that a layer may include besides its own rooms.
std::vector<std::string> layersBelow(const std::string& layer) {
  if (layer == "solver") return {};
  if (layer == "nodes") return {"solver"};
  if (layer == "cli" || layer == "hdk") return {"solver", "nodes"};
  return {"solver", "nodes", "cli", "hdk", "bench", "tests"};
}

std::string layerOf(const std::string& path) {
  return path.substr(0, path.find('/'));
}

// The text without comments, and with strings emptied; line ends stay.
std::string bare(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0) {
      while (i < text.size() && text[i] != '\n') ++i;
      if (i < text.size()) out += '\n';
    } else if (text.compare(i, 3, "R\"(") == 0) {
      const std::size_t end = std::min(text.find(")\"", i), text.size());
      out.append(static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(i),
                                                     text.begin() + static_cast<std::ptrdiff_t>(end), '\n')),
                 '\n');
      i = end + 1;
    } else if (text[i] == '"' ||
               (text[i] == '\'' && (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]))))) {
      const char mark = text[i];
      for (++i; i < text.size() && text[i] != mark && text[i] != '\n'; ++i)
        if (text[i] == '\\') ++i;
      out += mark == '"' ? "\"\"" : "0";
    } else if (text[i] == '#' && (i == 0 || text[i - 1] == '\n')) {
      while (i < text.size() && (text[i] != '\n' || text[i - 1] == '\\')) {
        if (text[i] == '\n') out += '\n';
        ++i;
      }
      out += '\n';
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

Sources readSources() {
  Sources sources;
  const std::filesystem::path root = TENDRIL_SOURCE;
  for (const char* top : {"solver", "nodes", "cli", "hdk", "bench", "tests"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top)) {
      const std::string kind = entry.path().extension().string();
      if (kind == ".h" || kind == ".cpp")
        sources[std::filesystem::relative(entry.path(), root).string()] = fileText(entry.path());
    }
  return sources;
}

std::map<std::string, std::vector<std::string>> readRooms() {
  std::map<std::string, std::vector<std::string>> rooms;
  const std::regex room("ROOM\\((\\w+), \"([^\"]*)\", \"([^\"]+)\"\\)");
  for (const std::string layer : kLayers) {
    const std::string text = fileText(std::filesystem::path(TENDRIL_SOURCE) / layer / "rooms.def");
    for (std::sregex_iterator it(text.begin(), text.end(), room), end; it != end; ++it) {
      std::vector<std::string>& may = rooms[layer + "/" + (*it)[1].str()];
      may = {layer + "/" + (*it)[1].str()};
      for (const std::string& below : wordsOf((*it)[2])) {
        const auto found = rooms.find(layer + "/" + below);  // from the ground up: it is known already
        if (found == rooms.end()) {
          may.push_back("unknown room " + below);
          continue;
        }
        for (const std::string& its : found->second)
          if (std::find(may.begin(), may.end(), its) == may.end()) may.push_back(its);
      }
    }
  }
  return rooms;
}

std::string roomOf(const std::string& path) {
  const std::string layer = layerOf(path);
  if (std::find(std::begin(kLayers), std::end(kLayers), layer) == std::end(kLayers)) return layer;
  const std::size_t second = path.find('/', layer.size() + 1);
  return second == std::string::npos ? layer : path.substr(0, second);
}

std::vector<std::string> wrongIncludes(const Sources& sources,
                                       const std::map<std::string, std::vector<std::string>>& rooms) {
  std::vector<std::string> wrong;
  const std::regex include("#include ([\"<])([^\">]+)[\">]"),
      houdini("(SOP|SIM|GAS|GU|GA|GEO|OP|PRM|UT|DOP|GOP|SYS|CH)/.*");
  for (const auto& source : sources) {
    const std::string &path = source.first, &text = source.second;
    const std::string room = roomOf(path), layer = layerOf(path);
    if (startsWith(path, "tests/tree/")) continue;  // it speaks of wrong ones
    for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it) {
      const std::string to = (*it)[2];
      const auto fail = [&](const std::string& why) {
        wrong.push_back(path + " includes " + to + ": " + why);
      };
      if ((*it)[1] == "<") {
        if (std::regex_match(to, houdini) && layer != "hdk" && layer != "tests")
          fail("only hdk/ may see Houdini");
        if (startsWith(to, "openvdb/") && !startsWith(path, "solver/vdb/"))
          fail("only solver/vdb/ may see OpenVDB");
        continue;
      }
      if (sources.count(to) == 0 && to.size() > 2 && to.substr(to.size() - 2) == ".h" && layer != "tests") {
        fail("there is no such file; name it from the root");
        continue;
      }
      const std::string toLayer = layerOf(to), toRoom = roomOf(to);
      const std::vector<std::string> below = layersBelow(layer);
      if (toLayer != layer) {
        if (std::find(below.begin(), below.end(), toLayer) == below.end() && sources.count(to))
          fail(layer + "/ is below " + toLayer + "/");
        continue;
      }
      if (room == layer || layer == "tests") continue;  // files beside the rooms may include them all
      const auto may = rooms.find(room);
      if (may == rooms.end())
        fail("rooms.def has no room " + room);
      else if (std::find(may->second.begin(), may->second.end(), toRoom) == may->second.end())
        fail(room + " may not include " + toRoom + " (rooms.def)");
    }
  }
  return wrong;
}

std::vector<std::string> includesOf(const std::string& text) {
  const std::regex include("#include \"([^\"]+)\"");
  std::vector<std::string> all;
  for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it)
    all.push_back((*it)[1]);
  return all;
}

std::size_t linesOf(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::vector<Function> functionsOf(const std::string& whole) {
  const std::string text = bare(whole);
  enum class Brace { scope, function, other };
  struct Open {
    Brace kind;
    std::size_t line;
    std::string head;
  };
  std::vector<Open> open;
  std::vector<Function> found;
  std::string head;
  std::size_t line = 1, headLine = 1;
  const std::regex scope("\\b(namespace|class|struct|enum|union|extern)\\b");
  for (const char c : text) {
    if (c == '\n') ++line;
    const bool inside =
        std::any_of(open.begin(), open.end(), [](const Open& o) { return o.kind == Brace::function; });
    if (c == '{') {
      const bool isScope = std::regex_search(head, scope) && head.find('(') == std::string::npos;
      const bool isFunction = !inside && !isScope && head.find(')') != std::string::npos;
      open.push_back({isFunction           ? Brace::function
                      : isScope && !inside ? Brace::scope
                                           : Brace::other,
                      headLine, head});
      if (!inside) head.clear();
    } else if (c == '}') {
      if (!open.empty()) {
        const Open last = open.back();
        open.pop_back();
        if (last.kind == Brace::function) {
          std::string name = last.head.substr(0, last.head.find('('));
          while (!name.empty() && std::isspace(static_cast<unsigned char>(name.back()))) name.pop_back();
          found.push_back({name.substr(name.find_last_of(" \n*&") + 1), last.line, line - last.line + 1});
        }
      }
      if (!inside || open.empty()) head.clear();
    } else if (!inside) {
      if (c == ';') {
        head.clear();
      } else {
        if (head.empty() && std::isspace(static_cast<unsigned char>(c))) continue;
        if (head.empty()) headLine = line;
        head += c;
      }
    }
  }
  return found;
}

}  // namespace tendril::test
