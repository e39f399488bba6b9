// Attributes, the interfaces to their values, and the ways to name them.
#include <GA/GA_AIFNumericArray.h>
#include <GA/GA_AIFSharedStringArray.h>
#include <GA/GA_AIFSharedStringTuple.h>
#include <GA/GA_AIFTuple.h>
#include <GA/GA_AttributeDict.h>
#include <GA/GA_AttributeRef.h>

#include "standin/values.h"

using Kind = GA_Attribute::Values::Kind;

GA_Attribute::GA_Attribute() : values_(new Values) {}
GA_Attribute::~GA_Attribute() = default;
const UT_StringHolder& GA_Attribute::getName() const {
  return values_->name;
}
GA_AttributeOwner GA_Attribute::getOwner() const {
  return values_->owner;
}
GA_AttributeScope GA_Attribute::getScope() const {
  return values_->scope;
}
int GA_Attribute::getTupleSize() const {
  return values_->size;
}
GA_TypeInfo GA_Attribute::getTypeInfo() const {
  return values_->info;
}
void GA_Attribute::setTypeInfo(GA_TypeInfo info) {
  values_->info = info;
}
void GA_Attribute::bumpDataId() {
  values_->dataId = standin::newDataId();
}
exint GA_Attribute::getDataId() const {
  return values_->dataId;
}

// lists of numbers offer themselves as tuples, too, though their values are not to be had that way
const GA_AIFTuple* GA_Attribute::getAIFTuple() const {
  static const GA_AIFTuple kInterface;
  return values_->kind == Kind::numbers || values_->kind == Kind::numberArrays ? &kInterface : nullptr;
}
const GA_AIFSharedStringTuple* GA_Attribute::getAIFSharedStringTuple() const {
  static const GA_AIFSharedStringTuple kInterface;
  return values_->kind == Kind::strings ? &kInterface : nullptr;
}
const GA_AIFNumericArray* GA_Attribute::getAIFNumericArray() const {
  static const GA_AIFNumericArray kInterface;
  return values_->kind == Kind::numberArrays ? &kInterface : nullptr;
}
const GA_AIFSharedStringArray* GA_Attribute::getAIFSharedStringArray() const {
  static const GA_AIFSharedStringArray kInterface;
  return values_->kind == Kind::stringArrays ? &kInterface : nullptr;
}

// ---- references and dictionaries

GA_WOAttributeRef::GA_WOAttributeRef(GA_Attribute* attribute) : attribute_(attribute) {}
bool GA_WOAttributeRef::isValid() const {
  return attribute_ != nullptr;
}
GA_Attribute* GA_WOAttributeRef::getAttribute() const {
  return attribute_;
}
void GA_WOAttributeRef::setTypeInfo(GA_TypeInfo info) const {
  if (attribute_) attribute_->setTypeInfo(info);
}

GA_AttributeDict::iterator::iterator(const GA_AttributeDict* dict, GA_AttributeScope scope)
    : dict_(dict), scope_(scope), at_(0) {
  skip();
}
bool GA_AttributeDict::iterator::atEnd() const {
  return at_ >= dict_->all_.size();
}
GA_AttributeDict::iterator& GA_AttributeDict::iterator::operator++() {
  ++at_;
  skip();
  return *this;
}
GA_Attribute* GA_AttributeDict::iterator::attrib() const {
  return dict_->all_[at_].get();
}
void GA_AttributeDict::iterator::skip() {
  while (!atEnd() && dict_->all_[at_]->getScope() != scope_) ++at_;
}
GA_AttributeDict::iterator GA_AttributeDict::begin(GA_AttributeScope scope) const {
  return iterator(this, scope);
}
