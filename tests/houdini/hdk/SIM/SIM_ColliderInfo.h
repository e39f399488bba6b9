// Stand-in: who may be run into.
#pragma once
class SIM_Object;
class SIM_ColliderInfo {
 public:
  SIM_ColliderInfo(SIM_Object* affector = nullptr);
  SIM_Object* getAffector() const;

 private:
  SIM_Object* affector_;
};
