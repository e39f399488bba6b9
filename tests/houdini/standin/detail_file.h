// A detail as bytes, with all that the stand-in knows of it.
#pragma once
#include <GU/GU_Detail.h>

#include <iosfwd>
#include <memory>
#include <string>

namespace standin {

void save(const GU_Detail& detail, std::ostream& to);
std::unique_ptr<GU_Detail> load(const std::string& bytes);

}  // namespace standin
