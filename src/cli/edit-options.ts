import * as z from 'zod'
import { Edit } from '../../schemas/decisions/edits.ts'
import { err, ok, type Result } from '../result.ts'
import type { OptionTable, Values } from './command-words.ts'
import { quoted } from './source-options.ts'
import { namePlace, partsOf, type Sourced } from './sources/sources.ts'

/** What if the cluster were another? Done in the order of this table. */
export const EDIT_OPTIONS = {
  edits: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'what if: edits of the cluster, as in POST /v1/decisions (JSON or YAML)',
  },
  'without-node': {
    type: 'string',
    multiple: true,
    value: 'NODE',
    help: 'what if this node were gone; its pods wait again',
  },
  'add-node': {
    type: 'string',
    multiple: true,
    value: 'LIKE[=COUNT]',
    help: 'what if there were so many nodes more like this one',
  },
  cordon: { type: 'string', multiple: true, value: 'NODE', help: 'what if it were cordoned' },
  uncordon: { type: 'string', multiple: true, value: 'NODE', help: 'what if it were not' },
  taint: {
    type: 'string',
    multiple: true,
    value: 'NODE,KEY[=VALUE]:EFFECT',
    help: 'what if the node had this taint',
  },
  scale: {
    type: 'string',
    multiple: true,
    value: 'KIND/[NAMESPACE/]NAME=REPLICAS',
    help: 'what if a Deployment, StatefulSet, ReplicaSet or ReplicationController had so many pods',
  },
} as const satisfies OptionTable

/** The files among them, for whoever reads files. */
export function editFiles({
  edits = [],
}: Values<typeof EDIT_OPTIONS>): [string, readonly string[]] {
  return ['edits', edits]
}

/** The words that ask for them again. */
export function editWords(values: Values<typeof EDIT_OPTIONS>): string[] {
  return Object.keys(EDIT_OPTIONS).flatMap((option) =>
    (values[option as keyof typeof EDIT_OPTIONS] ?? []).flatMap((text) => [
      `--${option}`,
      quoted(text),
    ]),
  )
}

/** Edits, and the words that each comes from. */
export interface GivenEdits {
  /** Absent: none were given. */
  readonly edits: readonly Edit[] | undefined
  /** Where an issue with one of them is; null for all other places. */
  readonly describe: (pointer: string) => string | null
}

interface GivenEdit {
  readonly edit: unknown
  readonly place: string
}

/** Reads the words of the table; what is wrong is told by option or file. */
export function readEdits(
  values: Values<typeof EDIT_OPTIONS>,
  files: ReadonlyMap<string, readonly Sourced[]>,
): Result<GivenEdits, readonly string[]> {
  const given = [
    ...partsOf(files.get('edits') ?? []).map((source) => ({
      edit: source.value,
      place: namePlace(source, ''),
    })),
    ...Object.entries(WORDS).flatMap(([option, parse]) =>
      (values[option as keyof typeof WORDS] ?? []).map((text) => ({
        edit: parse(text), // by the option's own parser
        place: `--${option} ${text}`,
      })),
    ),
  ]
  const describe = (pointer: string) => placeOf(pointer, given)
  const parsed = z.array(Edit).safeParse(given.map(({ edit }) => edit))
  if (parsed.success) return ok({ edits: given.length === 0 ? undefined : parsed.data, describe })
  return err(
    parsed.error.issues.map(({ path, message }) => {
      const [index, ...below] = path
      const place = given[Number(index)]?.place ?? '--edits'
      return `${place}${below.map((step) => `/${String(step)}`).join('')}: ${message}`
    }),
  )
}

/** Pointers begin with the number of the edit: /edits/0/..., on a side of a comparison /b/edits/0/... */
function placeOf(pointer: string, given: readonly GivenEdit[]): string | null {
  const [, index, below = ''] = /^(?:\/[ab])?\/edits\/(\d+)(.*)$/.exec(pointer) ?? []
  const found = index === undefined ? undefined : given[Number(index)]
  if (found === undefined) return null
  return found.place.startsWith('--') ? found.place : `${found.place}${below}`
}

type Word = (text: string) => unknown

const WORDS = {
  'without-node': (node) => ({ op: 'removeNode', node }),
  'add-node': (text) => {
    const [like, count = '1'] = cutAtLast(text, '=')
    return { op: 'addNode', like, count: Number(count) }
  },
  cordon: (node) => ({ op: 'cordon', node }),
  uncordon: (node) => ({ op: 'uncordon', node }),
  taint: (text) => {
    const [node, taint = ''] = cutAt(text, ',')
    const [keyAndValue, effect] = cutAtLast(taint, ':')
    const [key, value] = cutAt(keyAndValue, '=')
    return { op: 'taint', node, key, ...(value !== undefined && { value }), effect }
  },
  scale: (text) => {
    const [workload, replicas] = cutAtLast(text, '=')
    const [kind = '', ...path] = workload.split('/')
    const name = path.pop()
    const namespace = path.length === 0 ? {} : { namespace: path.join('/') }
    const known = SCALED.find((one) => one.toLowerCase() === kind.toLowerCase())
    const wanted = replicas === undefined || replicas === '' ? undefined : Number(replicas)
    return { op: 'scale', kind: known ?? kind, ...namespace, name, replicas: wanted }
  },
} as const satisfies Record<string, Word>

const SCALED = ['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet']

function cutAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function cutAtLast(text: string, mark: string): [string, string?] {
  const at = text.lastIndexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
