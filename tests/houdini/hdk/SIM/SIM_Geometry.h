// Stand-in: geometry of an object, to be read.
#pragma once
#include <GU/GU_DetailHandle.h>
#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_OptionsUser.h>
#include <UT/UT_Matrix4.h>
class SIM_Geometry : public SIM_Data, public SIM_OptionsUser {
 public:
  GU_ConstDetailHandle getGeometry() const;
  void getTransform(UT_DMatrix4& matrix) const;

  // the stand-in's own
  GU_DetailHandle detail;
  UT_DMatrix4 matrix;

 protected:
  explicit SIM_Geometry(const SIM_DataFactory* factory);
  void makeEqualSubclass(const SIM_Data* source) override;
  void saveIOSubclass(std::ostream& to, SIM_DataThreadedIO* io) const override;
  bool loadIOSubclass(UT_IStream& from, SIM_DataThreadedIO* io) override;
  DECLARE_STANDARD_GETCASTTOTYPE()
  DECLARE_DATAFACTORY(SIM_Geometry, SIM_Data, "Geometry", nullptr)
};
// What a SOP made: it belongs to the SOP, and nobody writes to it.
class SIM_SopGeometry : public SIM_Geometry {
 protected:
  explicit SIM_SopGeometry(const SIM_DataFactory* factory);
  DECLARE_STANDARD_GETCASTTOTYPE()
  DECLARE_DATAFACTORY(SIM_SopGeometry, SIM_Geometry, "SOP Geometry", nullptr)
};
