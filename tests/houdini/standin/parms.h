// The parameters of one node: channels that can be keyed, texts, ramps, and instances of lists.
#pragma once
#include <PRM/PRM_Template.h>
#include <SYS/SYS_Types.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace standin {

struct RampKey {
  double position = 0, value = 0;
  std::string shape = "linear";
};

struct Channel {
  double value = 0;
  std::map<double, double> keys;  // by time, in seconds
  double at(double time) const;   // linear between keys
};

struct Parm {
  const PRM_Template* row = nullptr;
  int instance = 0;               // in a list, from 1
  std::vector<Channel> channels;  // of numbers, toggles, menus, counts
  std::vector<std::string> texts;
  std::vector<RampKey> ramp;
  bool isRamp() const { return row->type == "ramp_flt"; }
};

class Parms {
 public:
  explicit Parms(const PRM_Template* rows = nullptr);

  // A name, or the name of a channel such as "upvectory"; wrong ones throw std::invalid_argument.
  std::pair<Parm*, int> channel(const std::string& name, int component = 0);
  const Parm* find(const std::string& name) const;

  double number(const std::string& name, int component, double time) const;
  int64 integer(const std::string& name, int component, double time) const;     // of menus: the index
  std::string text(const std::string& name, int component, double time) const;  // of menus: the token
  void setNumber(const std::string& name, int component, double value);
  void setKey(const std::string& name, int component, double time, double value);
  void setText(const std::string& name, int component, const std::string& text);
  void setRamp(const std::string& name, const std::vector<RampKey>& keys);

  Parms at(double time) const;  // without keys
  std::string save() const;     // one line each
  void load(const std::string& text);

 private:
  void add(const PRM_Template& row, const std::string& name, int instance);
  void syncInstances(const Parm& list);

  const PRM_Template* rows_;
  std::map<std::string, Parm> all_;
};

std::string instanceName(const std::string& name, int instance);  // "weight#", 2 -> "weight2"

}  // namespace standin
