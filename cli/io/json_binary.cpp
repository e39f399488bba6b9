// Reads binary JSON: tokens, shared strings, uniform arrays.
#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>

#include "cli/io/json_builder.h"
#include "cli/io/json_tokens.h"

namespace tendril::cli::io {
namespace {

constexpr std::size_t kWindow = std::size_t(1)
                                << 20;    // bytes; the block of containers, so that each is unpacked once
constexpr std::size_t kShortList = 4096;  // bytes; shorter lists of numbers are taken while we are there

class BinaryParser {
 public:
  explicit BinaryParser(JsonBuilder& builder)
      : builder_(builder), source_(builder.source()), size_(source_.size()) {}

  void parse() {
    if (source_.start(kMagic.size()) != kMagic)
      builder_.fail(0, "big-endian binary geometry is not read; save it anew on today's machines");
    at_ = kMagic.size();
    while (!builder_.done() || at_ < size_) token();
  }

 private:
  template <class T>
  T number() {
    T value;
    take(sizeof(T), &value);
    return value;
  }

  void need(std::uint64_t count) {
    if (count > size_ - at_) builder_.fail(at_, "the data ends too early");
  }

  // The next bytes, through a window of the source.
  void take(std::size_t count, void* to) {
    need(count);
    if (at_ >= windowStart_ && at_ + count <= windowStart_ + windowSize_) {
      std::memcpy(to, window_.data() + (at_ - windowStart_), count);
    } else if (count >= kWindow / 4 || at_ / kWindow != (at_ + count - 1) / kWindow) {
      source_.read(at_, count, to);
    } else {
      if (window_.size() == 0) window_ = Bytes(std::min(kWindow, size_));
      windowStart_ = at_ / kWindow * kWindow;
      windowSize_ = std::min(kWindow, size_ - windowStart_);
      source_.read(windowStart_, windowSize_, window_.data());
      std::memcpy(to, window_.data() + (at_ - windowStart_), count);
    }
    at_ += count;
  }

  std::uint64_t length() {
    const std::uint8_t first = number<std::uint8_t>();
    if (first < 0xf1) return first;
    switch (first) {
      case 0xf2:
        return number<std::uint16_t>();
      case 0xf4:
        return number<std::uint32_t>();
      case 0xf8:
        return number<std::uint64_t>();
      default:
        builder_.fail(at_ - 1, "this is no length");
    }
  }

  std::string_view text() {
    const std::uint64_t place = at_, count = length();
    need(count);
    std::string found(count, '\0');
    if (count) take(count, found.data());
    return builder_.keep(std::move(found), place);
  }

  void define() {
    const std::uint64_t id = length();
    shared_[id] = text();
  }

  std::string_view reference() {
    const std::uint64_t place = at_;
    const auto found = shared_.find(length());
    if (found == shared_.end()) builder_.fail(place, "a string that was never defined");
    return found->second;
  }

  void undefine() { shared_.erase(length()); }

  void uniformNumbers(Storage storage, std::uint64_t place) {
    const std::uint64_t count = length();
    if (count > (size_ - at_) / bytesOf(storage))
      builder_.fail(place, "a list claims " + std::to_string(count) + " numbers, more than the file holds");
    const std::size_t bytes = count * bytesOf(storage);
    if (bytes > kShortList) {
      builder_.numbersInFile(storage, at_, count, place);
      at_ += bytes;
      return;
    }
    char* data = builder_.keepBytes(bytes, place);
    if (bytes) take(bytes, data);
    builder_.numbers(storage, data, count, place);
  }

  void uniformFlags(std::uint64_t place) {
    const std::uint64_t count = length();
    if (count / 8 > size_ - at_) builder_.fail(place, "a list claims more bools than the file holds");
    const std::uint64_t size = (count + 31) / 32 * 4;
    need(size);
    char* words = builder_.keepBytes(size, place);
    if (size) take(size, words);
    builder_.flags(words, count, place);
  }

  void uniformStrings(bool references, std::uint64_t place) {
    builder_.begin(JsonType::array, place);
    for (std::uint64_t left = length(); left > 0; --left) {
      const std::uint64_t where = at_;
      builder_.string(references ? reference() : text(), where);
    }
    builder_.endStrings(place);
  }

  void uniform(std::uint64_t place) {
    const std::uint8_t element = number<std::uint8_t>();
    if (element == kBool) return uniformFlags(place);
    if (element == kString || element == kStringReference)
      return uniformStrings(element == kStringReference, place);
    if (const auto storage = storageOfToken(element)) return uniformNumbers(*storage, place);
    builder_.fail(at_ - 1, "a list of unknown type " + std::to_string(element));
  }

  void token() {
    const std::uint64_t place = at_;
    const std::uint8_t id = number<std::uint8_t>();
    switch (id) {
      case kNull:
        return builder_.null(place);
      case kArrayBegin:
        return builder_.begin(JsonType::array, place);
      case kArrayEnd:
        return builder_.end(JsonType::array, place);
      case kMapBegin:
        return builder_.begin(JsonType::map, place);
      case kMapEnd:
        return builder_.end(JsonType::map, place);
      case kComma:
      case kColon:
        return;
      case kBool:
        return builder_.boolean(number<std::uint8_t>() != 0, place);
      case kFalse:
        return builder_.boolean(false, place);
      case kTrue:
        return builder_.boolean(true, place);
      case kInt8:
        return builder_.integer(number<std::int8_t>(), place);
      case kInt16:
        return builder_.integer(number<std::int16_t>(), place);
      case kInt32:
        return builder_.integer(number<std::int32_t>(), place);
      case kInt64:
        return builder_.integer(number<std::int64_t>(), place);
      case kUint8:
        return builder_.integer(number<std::uint8_t>(), place);
      case kUint16:
        return builder_.integer(number<std::uint16_t>(), place);
      case kReal16:
        return builder_.real(static_cast<float>(number<Half>()), place);
      case kReal32:
        return builder_.real(number<float>(), place, Storage::real32);
      case kReal64:
        return builder_.real(number<double>(), place);
      case kString:
        return builder_.string(text(), place);
      case kStringDefinition:
        return define();
      case kStringReference:
        return builder_.string(reference(), place);
      case kUndefine:
        return undefine();
      case kUniform:
        return uniform(place);
      default:
        builder_.fail(place, "unknown token " + std::to_string(id));
    }
  }

  JsonBuilder& builder_;
  const ByteSource& source_;
  std::size_t size_;
  std::size_t at_ = 0;
  Bytes window_;
  std::size_t windowStart_ = 0, windowSize_ = 0;
  std::unordered_map<std::uint64_t, std::string_view> shared_;  // by id, the latest definition
};

}  // namespace

void parseBinary(JsonBuilder& builder) {
  BinaryParser(builder).parse();
}

}  // namespace tendril::cli::io
