// Stand-in: where an object is.
#pragma once
#include <SIM/SIM_DataUtils.h>
#include <UT/UT_Matrix4.h>
class SIM_Position : public SIM_Data {
 public:
  void getTransform(UT_DMatrix4& matrix) const;

  UT_DMatrix4 matrix;  // the stand-in's own

 protected:
  explicit SIM_Position(const SIM_DataFactory* factory);
  void makeEqualSubclass(const SIM_Data* source) override;
  void saveIOSubclass(std::ostream& to, SIM_DataThreadedIO* io) const override;
  bool loadIOSubclass(UT_IStream& from, SIM_DataThreadedIO* io) override;
  DECLARE_STANDARD_GETCASTTOTYPE()
  DECLARE_DATAFACTORY(SIM_Position, SIM_Data, "Position", nullptr)
};
