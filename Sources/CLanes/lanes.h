// What Swift's vectors have, but not as the one instruction that it is: the standard library goes lane by lane.

#ifndef SONORA_LANES_H
#define SONORA_LANES_H

typedef float sonora_float4 __attribute__((ext_vector_type(4)));

static inline __attribute__((always_inline)) sonora_float4 sonora_square_roots(sonora_float4 values) {
    return __builtin_elementwise_sqrt(values);
}

#endif
