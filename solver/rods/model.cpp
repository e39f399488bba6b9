// The table of models.
#include "solver/rods/model.h"

namespace tendril::solver {

#define MODEL(name) const ModelType& modelType_##name();
#include "solver/rods/models.def"
#undef MODEL

const ModelType& modelType(Model model) {
  static const ModelType* const types[] = {
#define MODEL(name) &modelType_##name(),
#include "solver/rods/models.def"
#undef MODEL
  };
  return *types[static_cast<std::size_t>(model)];
}

Layout layoutOf(Model model) {
  return modelType(model).layout;
}

const char* nameOf(Model model) {
  return modelType(model).name;
}

const char* labelOf(Model model) {
  return modelType(model).label;
}

}  // namespace tendril::solver
