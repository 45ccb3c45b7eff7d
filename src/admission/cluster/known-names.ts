import { compareStrings } from '../go/utf8.ts'

const NAMES_MAX = 20

/** What there is instead of a name that is not there: the first names in order. */
export function knownNames(names: Iterable<string>): string[] {
  return [...names].sort(compareStrings).slice(0, NAMES_MAX)
}
