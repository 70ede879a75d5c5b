/* ref/narrow_exchange.h - the halo exchange for a vector in the second format of a pair.
 *
 * NARROW(exchange) is exchange_f16_f16 where the pair is (f64, f16). No matrix multiplies
 * a vector of integers: f64's exchange only stands in their place when linking.
 */
#ifndef MEMWALL_NARROW_EXCHANGE_H
#define MEMWALL_NARROW_EXCHANGE_H
#include "real.h"

#define OF_f64                          f64
#define OF_f32                          f32
#define OF_f16                          f16
#define OF_bf16                         bf16
#define OF_i32                          f64
#define OF_i16                          f64
#define NARROW(name)                    JOIN4(name, JOIN2(OF_, STORE), JOIN2(OF_, STORE))
#define NARROW_DECLARE(name, arguments) void NARROW(name) arguments
#endif
