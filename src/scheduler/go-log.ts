/**
 * Go's math.Log. V8's Math.log evaluates the same method (FreeBSD's e_log.c) along another branch and
 * differs by one unit in the last place for some integers, which may flip a rounded score.
 */
const LN2_HI = 6.93147180369123816490e-1
const LN2_LO = 1.90821492927058770002e-10
const L1 = 6.666666666666735130e-1
const L2 = 3.999999999940941908e-1
const L3 = 2.857142874366239149e-1
const L4 = 2.222219843214978396e-1
const L5 = 1.818357216161805012e-1
const L6 = 1.531383769920937332e-1
const L7 = 1.479819860511658591e-1

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
