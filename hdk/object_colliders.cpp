// An object's colliders.
#include "hdk/object_colliders.h"

#include <SIM/SIM_ColliderInfo.h>

#include "hdk/object_data.h"

namespace tendril::hdk {

std::vector<ColliderSource> collidersOf(const SIM_Object& object) {
  SIM_ColliderInfoArray infos;
  object.getColliderInfo(infos);
  std::vector<ColliderSource> sources;
  for (exint i = 0; i < infos.entries(); ++i) {
    const SIM_Object* affector = infos(i).getAffector();
    if (!affector || affector == &object) continue;  // lists may hold the object itself
    ColliderSource source;
    source.name = affector->getName().toStdString();
    try {
      const auto geometry = std::make_shared<const ObjectGeometry>(*affector, SIM_GEOMETRY_DATANAME);
      source.read = [geometry, name = source.name]() -> std::shared_ptr<const Geometry> {
        if (!geometry->isThere()) return nullptr;
        return inWorld({readInput(geometry->detail(), {}).read, geometry->placement(), name}, false);
      };
    } catch (const Error& problem) {  // of whoever wants to collide
      source.read = [problem, name = source.name]() -> std::shared_ptr<const Geometry> {
        throw Error(name + ": " + problem.what());
      };
    }
    sources.push_back(std::move(source));
  }
  return sources;
}

}  // namespace tendril::hdk
