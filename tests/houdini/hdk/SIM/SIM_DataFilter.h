// Stand-in: which data are meant.
#pragma once
#include <string>
class SIM_Data;
class SIM_DataFilter {
 public:
  virtual ~SIM_DataFilter();
  virtual bool acceptData(const SIM_Data* data, const char* name) const = 0;
};
class SIM_DataFilterByType : public SIM_DataFilter {
 public:
  explicit SIM_DataFilterByType(const char* type);
  ~SIM_DataFilterByType() override;
  bool acceptData(const SIM_Data* data, const char* name) const override;

 private:
  std::string type_;
};
class SIM_DataFilterAll : public SIM_DataFilter {
 public:
  explicit SIM_DataFilterAll();
  ~SIM_DataFilterAll() override;
  bool acceptData(const SIM_Data* data, const char* name) const override;
};
class SIM_DataFilterNone : public SIM_DataFilter {
 public:
  explicit SIM_DataFilterNone();
  ~SIM_DataFilterNone() override;
  bool acceptData(const SIM_Data* data, const char* name) const override;
};
