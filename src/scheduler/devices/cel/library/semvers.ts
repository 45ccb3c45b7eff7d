import { CelError, type Outcome } from '../values/cel-value.ts'
import { parseLenientSemver, parseSemver, type Semver } from '../values/semver.ts'
import { traversal } from './cost.ts'
import { global, method, type Overload } from './overload.ts'
import { aBool, anInt, aSemver, aString } from './params.ts'

const byLength = { costOfName: traversal(0) }

function parse(text: string, isLenient: boolean): Semver | string {
  return isLenient ? parseLenientSemver(text) : parseSemver(text)
}

function semver(text: string, isLenient: boolean): Outcome {
  const version = parse(text, isLenient)
  return typeof version === 'string' ? new CelError(version) : version
}

function isSemver(text: string, isLenient: boolean): boolean {
  return typeof parse(text, isLenient) !== 'string'
}

/** The unsigned numbers of a version as the signed ones of the language. */
function toInt(value: bigint): bigint {
  return BigInt.asIntN(64, value)
}

/** Kubernetes' semantic versions (apiserver library/semverlib.go). */
export const SEMVERS: readonly Overload[] = [
  global('semver', [aString], aSemver, (text) => semver(text, false), byLength),
  global('semver', [aString, aBool], aSemver, semver, byLength),
  global('isSemver', [aString], aBool, (text) => isSemver(text, false), byLength),
  global('isSemver', [aString, aBool], aBool, isSemver, byLength),
  method('isGreaterThan', [aSemver, aSemver], aBool, (a, b) => a.compare(b) > 0),
  method('isLessThan', [aSemver, aSemver], aBool, (a, b) => a.compare(b) < 0),
  method('compareTo', [aSemver, aSemver], anInt, (a, b) => BigInt(a.compare(b))),
  method('major', [aSemver], anInt, ({ major }) => toInt(major)),
  method('minor', [aSemver], anInt, ({ minor }) => toInt(minor)),
  method('patch', [aSemver], anInt, ({ patch }) => toInt(patch)),
]
