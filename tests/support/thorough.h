// Extent of long tests.
#pragma once

// gcc defines macros, clang has features; other headers may define __has_feature for gcc
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TENDRIL_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TENDRIL_SANITIZED
#endif
#endif

namespace tendril::test {

// False: a part of each kind suffices. Sanitizers make a fit up to 80 times slower.
#ifdef TENDRIL_SANITIZED
constexpr bool kThorough = false;
#else
constexpr bool kThorough = true;
#endif

}  // namespace tendril::test

// A test that is left out under sanitizers.
#ifdef TENDRIL_SANITIZED
#define THOROUGH_TEST(suite, name) [[maybe_unused]] static void suite##_##name##_leftOut()
#else
#define THOROUGH_TEST(suite, name) TEST(suite, name)
#endif
