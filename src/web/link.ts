import type { Edit } from './edits.ts'
import { readEdit, writeEdit } from './edits.ts'

/** What a link carries: the question and how it is looked at. Never the data. */
export interface LinkState {
  readonly pod: string
  readonly profile: string
  readonly edits: readonly Edit[]
  readonly weights: Readonly<Record<string, number>>
  readonly node: string
  readonly colour: string
  readonly group: string
  /** The other side of a comparison: a profile, `before` for the same without edits; empty: none. */
  readonly beside: string
  /** The named snapshot that it was made on; empty: none. */
  readonly follow: string
  /** First digits of the digest of the files it was made on. */
  readonly sha: string
}

const VERSION = '1'
const EDITS_MAX = 50
const WEIGHTS_MAX = 50
const TEXT_MAX = 600

/** The fragment that leads to the same question again. */
export function writeLink(state: LinkState): string {
  const parts = new URLSearchParams({ v: VERSION })
  const add = (key: string, value: string) => {
    if (value !== '') parts.append(key, value)
  }
  add('follow', state.follow)
  add('pod', state.pod)
  add('as', state.profile)
  add('node', state.node)
  add('colour', state.colour)
  add('group', state.group)
  add('beside', state.beside)
  for (const edit of state.edits) add('edit', writeEdit(edit))
  for (const [plugin, weight] of Object.entries(state.weights)) add('weight', `${plugin}:${weight}`)
  add('sha', state.sha)
  return `#${parts}`
}

/** What a fragment says; parts that say nothing sensible are left out. */
export function readLink(fragment: string): Partial<LinkState> {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''))
  if (parts.get('v') !== VERSION) return {}
  const text = (key: string) => (parts.get(key) ?? '').slice(0, TEXT_MAX)
  const edits = parts
    .getAll('edit')
    .slice(0, EDITS_MAX)
    .flatMap((one) => readEdit(one) ?? [])
  const weights = parts.getAll('weight').slice(0, WEIGHTS_MAX).flatMap(readWeight)
  return {
    follow: text('follow'),
    pod: text('pod'),
    profile: text('as'),
    node: text('node'),
    colour: text('colour'),
    group: text('group'),
    beside: text('beside'),
    sha: text('sha'),
    edits,
    weights: Object.fromEntries(weights),
  }
}

function readWeight(text: string): [string, number][] {
  const found = /^([A-Za-z]{1,80}):(\d{1,3})$/.exec(text)
  return found === null ? [] : [[found[1] ?? '', Number(found[2])]]
}
