// A plugin for another version of the program.
extern "C" __attribute__((visibility("default"))) int HoudiniDSOVersionStandIn() {
  return 1900;
}
