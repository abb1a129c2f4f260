// atomic.h - for musl's sources (features.h).
#define a_ctz_l __builtin_ctzl
