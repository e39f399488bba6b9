// The parameters of one node.
#include "standin/parms.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <sstream>
#include <stdexcept>

namespace standin {
namespace {

bool isText(const std::string& type) {
  return type == "string" || type == "file" || type == "geometry" || type == "directory" ||
         type == "oppath" || type == "oplist";
}

bool isWhole(const std::string& type) {
  return type == "integer" || type == "toggle" || type == "ordinal" || type == "button" ||
         type == "multiparm" || type.rfind("int", 0) == 0;
}

int itemOf(const PRM_Template& row, const std::string& token) {
  const auto found = std::find(row.items.begin(), row.items.end(), token);
  return found == row.items.end() ? -1 : static_cast<int>(found - row.items.begin());
}

// "1pos ( 0 ) 1value ( 0.5 ) 1interp ( linear ) 2pos ..."
std::vector<RampKey> rampOf(const std::string& text) {
  std::vector<RampKey> keys;
  std::istringstream words(text);
  for (std::string key, open, value, close; words >> key >> open >> value >> close;) {
    const std::size_t number = static_cast<std::size_t>(std::atoi(key.c_str()));
    if (number < 1) throw std::invalid_argument("ramp: " + text);
    if (keys.size() < number) keys.resize(number);
    if (key.find("pos") != std::string::npos) keys[number - 1].position = std::atof(value.c_str());
    if (key.find("value") != std::string::npos) keys[number - 1].value = std::atof(value.c_str());
    if (key.find("interp") != std::string::npos) keys[number - 1].shape = value;
  }
  return keys.empty() ? std::vector<RampKey>{{0, 0, "linear"}, {1, 1, "linear"}} : keys;
}

std::string encoded(const std::vector<RampKey>& keys) {
  std::ostringstream text;
  text << std::setprecision(17) << "ramp " << keys.size();
  for (const RampKey& key : keys) text << " " << key.position << " " << key.value << " " << key.shape;
  return text.str();
}

std::string shortest(double value) {
  std::ostringstream text;
  text << std::setprecision(9) << value;
  return text.str();
}

// $HIP and $F, as a program expands them whenever it evaluates a string
std::string expanded(std::string text, double time) {
  const auto replace = [&](const std::string& name, const std::string& by) {
    for (std::size_t at; (at = text.find(name)) != std::string::npos;) text.replace(at, name.size(), by);
  };
  const char* hip = std::getenv("HIP");
  replace("$HIP", hip ? hip : "/standin");
  replace("$F", std::to_string(std::lround(time * 24) + 1));
  return text;
}

}  // namespace

std::string instanceName(const std::string& name, int instance) {
  std::string result = name;
  for (std::size_t at; (at = result.find('#')) != std::string::npos;)
    result.replace(at, 1, std::to_string(instance));
  return result;
}

double Channel::at(double time) const {
  if (keys.empty()) return value;
  const auto after = keys.upper_bound(time);
  if (after == keys.begin()) return after->second;
  const auto before = std::prev(after);
  if (after == keys.end()) return before->second;
  const double u = (time - before->first) / (after->first - before->first);
  return before->second + (after->second - before->second) * u;
}

Parms::Parms(const PRM_Template* rows) : rows_(rows) {
  for (const PRM_Template* row = rows; row && !row->isEnd(); ++row)
    if (row->parent.empty()) add(*row, row->token, 0);
}

void Parms::add(const PRM_Template& row, const std::string& name, int instance) {
  if (row.type == "folder" || row.type == "separator" || row.type == "label") return;
  Parm& parm = all_[name];
  parm.row = &row;
  parm.instance = instance;
  const auto size = static_cast<std::size_t>(row.size);
  const auto defaultOf = [&](std::size_t i) {
    return i < row.defaults.size() ? row.defaults[i] : std::string();
  };
  if (parm.isRamp()) {
    parm.ramp = rampOf(row.rampDefault);
  } else if (isText(row.type)) {
    for (std::size_t i = 0; i < size; ++i) parm.texts.push_back(defaultOf(i));
  } else {
    parm.channels.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      const int item = itemOf(row, defaultOf(i));
      parm.channels[i].value = item >= 0 ? item : std::atof(defaultOf(i).c_str());
    }
  }
  if (row.type == "multiparm") syncInstances(Parm(parm));
}

// those beyond the count are gone, and come back with defaults
void Parms::syncInstances(const Parm& list) {
  double most = list.channels[0].value;
  for (const auto& key : list.channels[0].keys) most = std::max(most, key.second);
  const int count = static_cast<int>(most);
  for (auto at = all_.begin(); at != all_.end();)
    at = at->second.row->parent == list.row->token && at->second.instance > count ? all_.erase(at)
                                                                                  : std::next(at);
  for (const PRM_Template* row = rows_; row && !row->isEnd(); ++row)
    for (int i = 1; row->parent == list.row->token && i <= count; ++i)
      if (!all_.count(instanceName(row->token, i))) add(*row, instanceName(row->token, i), i);
}

const Parm* Parms::find(const std::string& name) const {
  const auto found = all_.find(name);
  return found == all_.end() ? nullptr : &found->second;
}

std::pair<Parm*, int> Parms::channel(const std::string& name, int component) {
  if (const auto found = all_.find(name); found != all_.end()) {
    if (component < 0 || component >= found->second.row->size)
      throw std::invalid_argument(name + " has no component " + std::to_string(component));
    return {&found->second, component};
  }
  for (auto& [parmName, parm] : all_) {
    const bool colour = parm.row->type.rfind("color", 0) == 0;
    const bool axes = parm.row->type.find("vector") != std::string::npos || parm.row->type == "direction";
    for (int i = 0; parm.row->size > 1 && i < parm.row->size; ++i) {
      const std::string suffix = colour ? std::string(1, "rgba"[i])
                                 : axes ? std::string(1, "xyzw"[i])
                                        : std::to_string(i + 1);
      if (parmName + suffix == name) return {&parm, i};
    }
  }
  throw std::invalid_argument("no parameter is called \"" + name + "\"");
}

double Parms::number(const std::string& name, int component, double time) const {
  const auto [parm, c] = const_cast<Parms*>(this)->channel(name, component);
  if (parm->isRamp()) return static_cast<double>(parm->ramp.size());
  if (!parm->texts.empty()) {
    const std::string& text = parm->texts[static_cast<std::size_t>(c)];
    return parm->row->items.empty() ? std::atof(text.c_str()) : itemOf(*parm->row, text);
  }
  const double value = parm->channels[static_cast<std::size_t>(c)].at(time);
  return isWhole(parm->row->type) ? std::floor(value) : value;
}

int64 Parms::integer(const std::string& name, int component, double time) const {
  return static_cast<int64>(number(name, component, time));
}

std::string Parms::text(const std::string& name, int component, double time) const {
  const auto [parm, c] = const_cast<Parms*>(this)->channel(name, component);
  if (parm->isRamp()) return encoded(parm->ramp);
  if (!parm->texts.empty()) return expanded(parm->texts[static_cast<std::size_t>(c)], time);
  const double value = number(name, component, time);
  const auto item = static_cast<std::size_t>(std::max(value, 0.0));
  return item < parm->row->items.size() ? parm->row->items[item] : shortest(value);
}

void Parms::setNumber(const std::string& name, int component, double value) {
  const auto [parm, c] = channel(name, component);
  if (parm->channels.empty()) throw std::invalid_argument(name + " is no number");
  parm->channels[static_cast<std::size_t>(c)] = Channel{value, {}};
  if (parm->row->type == "multiparm") syncInstances(Parm(*parm));
}

void Parms::setKey(const std::string& name, int component, double time, double value) {
  const auto [parm, c] = channel(name, component);
  if (parm->channels.empty()) throw std::invalid_argument(name + " cannot be animated");
  parm->channels[static_cast<std::size_t>(c)].keys[time] = value;
  if (parm->row->type == "multiparm") syncInstances(Parm(*parm));
}

void Parms::setText(const std::string& name, int component, const std::string& text) {
  const auto [parm, c] = channel(name, component);
  if (!parm->texts.empty()) {
    parm->texts[static_cast<std::size_t>(c)] = text;
    return;
  }
  const int item = itemOf(*parm->row, text);
  if (item < 0) throw std::invalid_argument(name + " has no item \"" + text + "\"");
  setNumber(name, component, item);
}

void Parms::setRamp(const std::string& name, const std::vector<RampKey>& keys) {
  const auto [parm, c] = channel(name);
  if (!parm->isRamp() || c != 0) throw std::invalid_argument(name + " is no ramp");
  parm->ramp = keys;
}

Parms Parms::at(double time) const {
  Parms now = *this;
  for (auto& [name, parm] : now.all_)
    for (Channel& channel : parm.channels) channel = Channel{channel.at(time), {}};
  return now;
}

// ---- "name channel VALUE [TIME VALUE ...]", "name text \"...\"", "name ramp ..."

std::string Parms::save() const {
  std::ostringstream text;
  text << std::setprecision(17);
  const auto write = [&](const std::string& name, const Parm& parm) {
    for (std::size_t i = 0; i < parm.channels.size(); ++i) {
      text << name << " channel " << i << " " << parm.channels[i].value;
      for (const auto& [time, value] : parm.channels[i].keys) text << " " << time << " " << value;
      text << "\n";
    }
    for (std::size_t i = 0; i < parm.texts.size(); ++i)
      text << name << " text " << i << " " << std::quoted(parm.texts[i]) << "\n";
    if (parm.isRamp()) text << name << " " << encoded(parm.ramp) << "\n";
  };
  for (const auto& [name, parm] : all_)  // counts of lists first
    if (parm.row->type == "multiparm") write(name, parm);
  for (const auto& [name, parm] : all_)
    if (parm.row->type != "multiparm") write(name, parm);
  return text.str();
}

void Parms::load(const std::string& saved) {
  *this = Parms(rows_);
  std::istringstream text(saved);
  for (std::string name, kind; text >> name >> kind;) {
    int i = 0;
    text >> i;
    if (kind == "channel") {
      double value = 0, at = 0;
      std::string line;
      text >> value;
      setNumber(name, i, value);
      std::getline(text, line);
      for (std::istringstream keys(line); keys >> at >> value;) setKey(name, i, at, value);
    } else if (kind == "text") {
      std::string value;
      text >> std::quoted(value);
      setText(name, i, value);
    } else {
      std::vector<RampKey> keys(static_cast<std::size_t>(i));
      for (RampKey& key : keys) text >> key.position >> key.value >> key.shape;
      setRamp(name, keys);
    }
  }
}

}  // namespace standin
