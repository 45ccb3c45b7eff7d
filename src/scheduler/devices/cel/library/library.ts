import type { CelDialect } from '../device-selector.ts'
import { AUTHORIZATION } from './authorization.ts'
import { CONVERSIONS, DURATION_OF_INT } from './conversions.ts'
import { STRING_FORMATS } from './formats.ts'
import { includesCosting, KUBERNETES_LISTS, LIST_INDEXES } from './kubernetes-lists.ts'
import { LISTS, listsRange } from './lists.ts'
import { MAPS_AND_SIZES } from './maps-and-sizes.ts'
import { NETWORKS, NETWORKS_TO_STRING } from './networks.ts'
import { OPERATORS } from './operators.ts'
import { OPTIONALS } from './optionals.ts'
import type { Overload } from './overload.ts'
import { matchesOf, PATTERNS } from './patterns.ts'
import { QUANTITIES } from './quantities.ts'
import { SEMVERS } from './semvers.ts'
import { SETS } from './sets.ts'
import { STRINGS, stringIndexes, stringTests } from './strings.ts'
import { TIMES } from './times.ts'
import { URLS } from './urls.ts'

const LANGUAGE = [...OPERATORS, ...CONVERSIONS, ...MAPS_AND_SIZES, ...PATTERNS, ...TIMES]
const EXTENSIONS = [...OPTIONALS, ...STRINGS, ...SETS, ...LISTS]
const KUBERNETES = [
  ...KUBERNETES_LISTS,
  ...URLS,
  ...QUANTITIES,
  ...SEMVERS,
  ...NETWORKS,
  ...NETWORKS_TO_STRING,
  ...STRING_FORMATS,
  ...AUTHORIZATION,
]

/** Every function of a release's environment for stored expressions (apiserver environment/base.go). */
export function libraryOf(dialect: CelDialect): readonly Overload[] {
  return [
    ...LANGUAGE,
    ...EXTENSIONS,
    ...KUBERNETES,
    ...stringTests(dialect.celGo),
    ...indexes(dialect.celGo),
    ...matchesOf(dialect.celGo),
    listsRange(dialect.celGo),
    ...(dialect.includes === 'none' ? [] : [includesCosting(dialect.includes)]),
    ...(dialect.celGo === '0.26' ? [DURATION_OF_INT] : []),
  ]
}

/** Which overloads come first decides on the type of what nothing else is known of. */
function indexes(celGo: CelDialect['celGo']): readonly Overload[] {
  const ofStrings = stringIndexes(celGo)
  return celGo === '0.26' ? [...LIST_INDEXES, ...ofStrings] : [...ofStrings, ...LIST_INDEXES]
}
