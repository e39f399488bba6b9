// Stand-in: forces of objects.
#pragma once
#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_OptionsUser.h>
#include <UT/UT_Vector3.h>
class SIM_Object;
class SIM_ForceResolver {
 public:
  SIM_ForceResolver() = default;
  virtual ~SIM_ForceResolver();
  virtual SIM_ForceResolver* copy() const = 0;
  virtual bool threadsafe() const;
  virtual void getForce(const UT_Vector3& position, const UT_Vector3& velocity, const UT_Vector3& angvel,
                        const fpreal mass, UT_Vector3& force, UT_Vector3& torque) = 0;
};
class SIM_Force : public SIM_Data, public SIM_OptionsUser {
 public:
  virtual SIM_ForceResolver* getForceResolver(const SIM_Object& object) const = 0;

 protected:
  explicit SIM_Force(const SIM_DataFactory* factory);
  DECLARE_CLASSNAME(SIM_Force, SIM_Data)
  DECLARE_STANDARD_GETCASTTOTYPE()
};
