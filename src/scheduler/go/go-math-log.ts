/**
 * Go's math.Log. V8's Math.log evaluates the same method (FreeBSD's e_log.c) along another branch and
 * differs by one unit in the last place for some integers, which may flip a rounded score.
 */
const LN2_HI = 0.6931471803691238
const LN2_LO = 1.9082149292705877e-10
const L1 = 0.6666666666666735
const L2 = 0.3999999999940942
const L3 = 0.2857142874366239
const L4 = 0.22222198432149784
const L5 = 0.1818357216161805
const L6 = 0.15313837699209373
const L7 = 0.14798198605116586

/** For positive integers below 2^31. */
export function goLog(x: number): number {
  // x = fraction * 2^exponent with fraction in [1/2, 1), then moved to [sqrt(1/2), sqrt(2)).
  let exponent = 32 - Math.clz32(x)
  let fraction = x / 2 ** exponent
  if (fraction < Math.SQRT1_2) {
    fraction *= 2
    exponent--
  }
  const f = fraction - 1
  const s = f / (2 + f)
  const s2 = s * s
  const s4 = s2 * s2
  const t1 = s2 * (L1 + s4 * (L3 + s4 * (L5 + s4 * L7)))
  const t2 = s4 * (L2 + s4 * (L4 + s4 * L6))
  const r = t1 + t2
  const half = 0.5 * f * f
  return exponent * LN2_HI - (half - (s * (half + r) + exponent * LN2_LO) - f)
}
