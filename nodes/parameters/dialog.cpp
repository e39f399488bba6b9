// Houdini's dialog script from a node's table.
#include <cmath>
#include <map>

#include "nodes/parameters/help_card.h"
#include "nodes/parameters/text.h"
#include "nodes/parameters/values.h"
#include "solver/base/error.h"

namespace tendril::nodes {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + "\"";
}

class Writer {
 public:
  Writer(const NodeDefinition& node, std::size_t indent) : node_(node), indent_(indent, ' ') {}

  std::string text() {
    for (const Parameter& parameter : node_.parameters) add(parameter);
    closeTab();
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += indent_ + text + "\n"; }
  void key(const std::string& name, const std::string& value) {
    line(name + std::string(name.size() < 7 ? 8 - name.size() : 1, ' ') + value);
  }
  void open(const std::string& what) {
    line(what + " {");
    indent_ += "    ";
  }
  void close() {
    indent_.resize(indent_.size() - 4);
    line("}");
  }
  void tag(const std::string& name, const std::string& value) {
    line("parmtag { " + quoted(name) + " " + quoted(value) + " }");
  }

  void add(const Parameter& parameter) {
    switch (parameter.kind) {
      case ParameterKind::tab:
        closeTab();
        open("group");
        tabOpen_ = true;
        names("folder0" + (tabs_ ? "_" + std::to_string(tabs_) : std::string()), parameter.label);
        ++tabs_;
        return conditions(parameter);
      case ParameterKind::collapsible:
        open("groupcollapsible");
        names(parameter.name, parameter.label);
        line("grouptag { \"group_type\" \"collapsible\" }");
        ++depth_;
        return conditions(parameter);
      case ParameterKind::multiparm:
        open("multiparm");
        names(parameter.name, parameter.label);
        line("default " + std::to_string(parameter.count(node_.makeParms().get())));
        ++depth_;
        return conditions(parameter);
      case ParameterKind::end:
        if (depth_ == 0) return closeTab();
        --depth_;
        return close();
      default:
        return parm(parameter);
    }
  }

  void closeTab() {
    if (tabOpen_) close();
    tabOpen_ = false;
  }

  void names(const std::string& name, const std::string& label) {
    key("name", quoted(name));
    key("label", quoted(label));
  }

  void conditions(const Parameter& parameter) {
    if (!parameter.disableWhen.empty()) line("disablewhen " + quoted(parameter.disableWhen));
    if (!parameter.hideWhen.empty()) line("hidewhen " + quoted(parameter.hideWhen));
  }

  void parm(const Parameter& parameter) {
    open("parm");
    names(parameter.name, parameter.label);
    key("type", typeOf(parameter));
    if (parameter.size > 1) key("size", std::to_string(parameter.size));
    key("default", "{ " + defaults(parameter) + " }");
    if (!parameter.help.effect.empty()) key("help", quoted(tipText(parameter)));
    conditions(parameter);
    range(parameter);
    if (parameter.kind == ParameterKind::menu) menu(parameter);
    tags(parameter);
    close();
  }

  static std::string typeOf(const Parameter& parameter) {
    switch (parameter.kind) {
      case ParameterKind::toggle:
        return "toggle";
      case ParameterKind::integer:
        return "integer";
      case ParameterKind::real:
        return "float";
      case ParameterKind::vector:
        return parameter.size == 2 ? "vector2" : parameter.size == 3 ? "vector" : "vector4";
      case ParameterKind::colour:
        return parameter.size == 3 ? "color" : "color4";
      case ParameterKind::file:
        return "file";
      case ParameterKind::menu:
        return "ordinal";
      case ParameterKind::ramp:
        return "ramp_flt";
      case ParameterKind::button:
        return "button";
      case ParameterKind::operatorPath:
        return "oppath";
      case ParameterKind::separator:
        return "separator";
      default:
        return "string";
    }
  }

  std::string defaults(const Parameter& parameter) const {
    if (parameter.kind == ParameterKind::button) return "\"0\"";
    if (parameter.kind == ParameterKind::separator) return "\"\"";
    const ParmValue value = defaultOf(node_, parameter);
    if (parameter.kind == ParameterKind::toggle) return std::get<bool>(value) ? "\"1\"" : "\"0\"";
    if (const auto* ramp = std::get_if<Ramp>(&value)) return quoted(std::to_string(ramp->keys.size()));
    if (const auto* list = std::get_if<std::vector<double>>(&value)) {
      std::vector<std::string> parts;
      for (const double v : *list) parts.push_back(quoted(formatNumber(v)));
      return joined(parts, " ");
    }
    return quoted(formatValue(parameter, value));
  }

  void range(const Parameter& parameter) {
    if (parameter.kind == ParameterKind::ramp) return line("range   { 1! 10 }");
    if (!parameter.isNumber()) return;
    const auto low = parameter.hardLow && (!parameter.softLow || *parameter.softLow <= *parameter.hardLow)
                         ? parameter.hardLow
                         : parameter.softLow;
    const auto high =
        parameter.hardHigh && (!parameter.softHigh || *parameter.softHigh >= *parameter.hardHigh)
            ? parameter.hardHigh
            : parameter.softHigh;
    if (!low || !high) return;
    key("range", "{ " + formatNumber(*low) + (low == parameter.hardLow ? "!" : "") + " " +
                     formatNumber(*high) + (high == parameter.hardHigh ? "!" : "") + " }");
  }

  void menu(const Parameter& parameter) {
    open("menu");
    for (const MenuItem& item : parameter.items) line(quoted(item.token) + " " + quoted(item.label));
    close();
  }

  void tags(const Parameter& parameter) {
    if (parameter.kind == ParameterKind::operatorPath) {
      tag("opfilter", "!!SOP!!");
      tag("oprelative", ".");
    }
    if (parameter.kind == ParameterKind::group) groupTags(parameter);
    if (parameter.isNumber() && sameInEveryScene(parameter.unit)) tag("units", houdiniUnits(parameter.unit));
    if (parameter.kind == ParameterKind::ramp)
      tag("rampfloatdefault", rampText(std::get<Ramp>(defaultOf(node_, parameter))));
  }

  // The arrow beside a group, with which one selects in the viewport; soputils is Houdini's.
  void groupTags(const Parameter& parameter) {
    const std::string input = std::to_string(parameter.input);
    const char* const type = parameter.groupOwner == Owner::point ? "Points" : "Primitives";
    tag("script_action", "import soputils\nkwargs['geometrytype'] = (hou.geometryType." + std::string(type) +
                             ",)\nkwargs['inputindex'] = " + input + "\nsoputils.selectGroupParm(kwargs)");
    tag("script_action_help", "Select in the viewport. With Shift: select whole groups.");
    tag("script_action_icon", "BUTTONS_reselect");
    tag("sop_input", input);
  }

  // Houdini reads the tag as units of the scene: where a scene's unit is not a metre or a kilogram, it may
  // scale the default of a new node. Lengths and masses of parameters are SI in every scene, so they go
  // without.
  static bool sameInEveryScene(const std::string& unit) {
    const std::string units = houdiniUnits(unit);
    return !units.empty() && (unit == "scene units" || units.find_first_of("mk") == std::string::npos);
  }

  const NodeDefinition& node_;
  std::string text_, indent_;
  int tabs_ = 0, depth_ = 0;
  bool tabOpen_ = false;
};

}  // namespace

std::string rampText(const Ramp& ramp) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < ramp.keys.size(); ++i) {
    const std::string n = std::to_string(i + 1);
    parts.push_back(n + "pos ( " + formatNumber(ramp.keys[i].position) + " ) " + n + "value ( " +
                    formatNumber(ramp.keys[i].value) + " ) " + n + "interp ( " + nameOf(ramp.keys[i].shape) +
                    " )");
  }
  return joined(parts, " ");
}

std::string houdiniUnits(const std::string& unit) {
  static const std::map<std::string, std::string> kUnits = {
      {"scene units", "m1"}, {"m", "m1"},       {"m/s", "m1s-1"},    {"m/s2", "m1s-2"},     {"m/N", "kg-1s2"},
      {"rad/m", "m-1"},      {"s", "s1"},       {"1/s", "s-1"},      {"1/s2", "s-2"},       {"kg", "kg1"},
      {"kg/m3", "kg1m-3"},   {"N", "kg1m1s-2"}, {"Pa", "kg1m-1s-2"}, {"Pa s", "kg1m-1s-1"}, {"1", ""},
      {"deg", ""},           {"rad", ""},       {"frames", ""}};
  const auto found = kUnits.find(unit);
  return found == kUnits.end() ? "" : found->second;
}

std::string dialogItems(const NodeDefinition& node, std::size_t indent) {
  return Writer(node, indent).text();
}

std::string parameterScript(const NodeDefinition& node) {
  std::string text = "{\n    name\tparameters\n";
  for (const NodeInput& input : node.inputs)
    if (input.data)
      text += "    parm {\n        name    " + quoted(input.dataParm()) + "\n        label   " +
              quoted(std::string(input.label) + " Data") + "\n        type    string\n        default { " +
              quoted(input.data) + " }\n        help    " + quoted(input.help) + "\n    }\n";
  return text + dialogItems(node, 4) + "}\n";
}

std::string dialogScript(const NodeDefinition& node) {
  std::string text = "# Made from the table of " + node.type + "\n\n{\n    name\t" + node.type +
                     "\n    script\t" + node.type + "\n    label\t" + quoted(node.label) +
                     "\n\n    help {\n\t\"\"\n    }\n\n";
  for (std::size_t i = 0; i < node.inputs.size(); ++i)
    text += "    inputlabel\t" + std::to_string(i + 1) + "\t" + quoted(node.inputs[i].label) + "\n";
  return text + (node.inputs.empty() ? "" : "\n") + dialogItems(node, 4) + "}\n";
}

}  // namespace tendril::nodes
