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
    source.read = [affector]() -> std::shared_ptr<const Geometry> {
      const ObjectGeometry geometry(*affector, SIM_GEOMETRY_DATANAME);
      if (!geometry.isThere()) return nullptr;
      return inWorld(
          {readInput(geometry.detail(), {}).read, geometry.placement(), affector->getName().toStdString()},
          false);
    };
    sources.push_back(std::move(source));
  }
  return sources;
}

}  // namespace tendril::hdk
