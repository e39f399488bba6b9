// Group patterns: names, wildcards, numbers, ranges and comparisons of attributes.
#include <GA/GA_AIFSharedStringTuple.h>
#include <GA/GA_AIFTuple.h>
#include <GA/GA_AttributeDict.h>
#include <GA/GA_ElementGroupTable.h>
#include <GOP/GOP_Manager.h>
#include <GU/GU_Detail.h>

#include <cstdlib>
#include <optional>
#include <regex>
#include <sstream>

#include "standin/geometry.h"
#include "standin/threads.h"

namespace {

bool alike(const std::string& text, const std::string& pattern) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*')
    return alike(text, pattern.substr(1)) || (!text.empty() && alike(text.substr(1), pattern));
  return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) &&
         alike(text.substr(1), pattern.substr(1));
}

struct Elements {
  const GEO_Detail* detail;
  GA_AttributeOwner owner;
  GA_Size size() const {
    return owner == GA_ATTRIB_POINT ? detail->getNumPoints() : detail->getNumPrimitives();
  }
  GA_Offset offset(GA_Index i) const {
    return owner == GA_ATTRIB_POINT ? detail->pointOffset(i) : detail->primitiveOffset(i);
  }
};

using Members = std::vector<bool>;

// "0-9:2" or "5"; numbers beyond the end are left out
std::optional<Members> byNumber(const Elements& elements, const std::string& word) {
  static const std::regex kForm("([0-9]{1,9})(-([0-9]{1,9})(:([0-9]{1,9}))?)?");
  std::smatch parts;
  if (!std::regex_match(word, parts, kForm)) return std::nullopt;
  Members members(static_cast<std::size_t>(elements.size()));
  const GA_Index first = std::atoll(parts[1].str().c_str());
  const GA_Index last = parts[3].matched ? std::atoll(parts[3].str().c_str()) : first;
  const GA_Index step = parts[5].matched ? std::max(1ll, std::atoll(parts[5].str().c_str())) : 1;
  for (GA_Index i = first; i <= last && i < elements.size(); i += step)
    members[static_cast<std::size_t>(i)] = true;
  return members;
}

// single, as most attributes are
bool compares(const std::string& sign, float a, float b) {
  if (sign == ">") return a > b;
  if (sign == "<") return a < b;
  if (sign == ">=") return a >= b;
  if (sign == "<=") return a <= b;
  return (a == b) == (sign != "!=");
}

// "@radius>0.1", "@name=guide*"
std::optional<Members> byAttribute(const Elements& elements, const std::string& word) {
  static const std::regex kForm("@([A-Za-z_][A-Za-z0-9_]*)(\\.([xyzw]))?(>=|<=|!=|==|=|>|<)(.+)");
  std::smatch parts;
  if (!std::regex_match(word, parts, kForm)) return std::nullopt;
  const GA_Attribute* attribute = standin::findAttribute(*elements.detail, elements.owner, parts[1].str());
  if (!attribute) return std::nullopt;
  const int component = parts[3].matched ? static_cast<int>(std::string("xyzw").find(parts[3].str())) : 0;
  const std::string sign = parts[4].str(), value = parts[5].str();
  Members members;
  for (GA_Index i = 0; i < elements.size(); ++i) {
    const GA_Offset offset = elements.offset(i);
    fpreal32 number = 0;
    if (const GA_AIFTuple* tuple = attribute->getAIFTuple()) {
      if (!tuple->get(attribute, offset, number, component)) return std::nullopt;
      members.push_back(compares(sign, number, std::strtof(value.c_str(), nullptr)));
    } else if (const GA_AIFSharedStringTuple* strings = attribute->getAIFSharedStringTuple()) {
      const char* text = strings->getString(attribute, offset, component);
      members.push_back(alike(text ? text : "", value) == (sign != "!="));
    } else {
      return std::nullopt;
    }
  }
  return members;
}

std::optional<Members> byName(const Elements& elements, const std::string& word) {
  Members members(static_cast<std::size_t>(elements.size()), word == "*");
  bool found = word.find_first_of("*?") != std::string::npos;
  for (auto at = elements.detail->getElementGroupTable(elements.owner).beginTraverse(); !at.atEnd(); ++at) {
    const GA_ElementGroup& group = *at.group();
    if (group.isInternal() || !alike(group.getName().toStdString(), word)) continue;
    found = true;
    for (GA_Index i = 0; i < elements.size(); ++i)
      if (group.containsOffset(elements.offset(i))) members[static_cast<std::size_t>(i)] = true;
  }
  return found ? std::optional<Members>(members) : std::nullopt;
}

std::optional<Members> membersOf(const Elements& elements, const std::string& pattern) {
  Members members(static_cast<std::size_t>(elements.size()));
  std::istringstream words(pattern);
  bool any = false;
  for (std::string word; words >> word; any = true) {
    const bool without = word[0] == '^', except = word[0] == '!';
    if (without || except) word.erase(0, 1);
    auto part = byNumber(elements, word);
    if (!part) part = word[0] == '@' ? byAttribute(elements, word) : byName(elements, word);
    if (!part) return std::nullopt;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (without)
        members[i] = members[i] && !(*part)[i];
      else
        members[i] = members[i] || (*part)[i] != except;
    }
  }
  return any ? std::optional<Members>(members) : std::nullopt;
}

// a single name gives the group itself
template <class Group>
const Group* parse(const Elements& elements, const std::string& pattern,
                   std::vector<std::unique_ptr<GA_ElementGroup>>& adhoc) {
  const GA_ElementGroup* own = elements.detail->getElementGroupTable(elements.owner).find(pattern.c_str());
  if (own && !own->isInternal()) return static_cast<const Group*>(own);
  const auto members = membersOf(elements, pattern);
  if (!members) return nullptr;
  auto made = std::make_unique<Group>("__adhoc", false, true);
  for (std::size_t i = 0; i < members->size(); ++i)
    if ((*members)[i]) made->addOffset(elements.offset(static_cast<GA_Index>(i)));
  adhoc.push_back(std::move(made));
  return static_cast<const Group*>(adhoc.back().get());
}

}  // namespace

GOP_GroupParse::GroupCreator::GroupCreator(const GEO_Detail* from) : detail(from) {}
GOP_Manager::GOP_Manager() = default;
GOP_Manager::~GOP_Manager() = default;
const GA_PointGroup* GOP_Manager::parsePointGroups(const char* pattern, const GroupCreator& creator) {
  standin::called(__func__);
  return parse<GA_PointGroup>({creator.detail, GA_ATTRIB_POINT}, pattern ? pattern : "", adhoc_);
}
const GA_PrimitiveGroup* GOP_Manager::parsePrimitiveGroups(const char* pattern, const GroupCreator& creator) {
  standin::called(__func__);
  return parse<GA_PrimitiveGroup>({creator.detail, GA_ATTRIB_PRIMITIVE}, pattern ? pattern : "", adhoc_);
}
void GOP_Manager::destroyAdhocGroups() {
  standin::called(__func__);
  adhoc_.clear();
}
