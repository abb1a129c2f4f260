// fp_arch.h - for musl's sources (features.h).
