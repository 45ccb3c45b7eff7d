import { bytesText, isInBytes } from '../cli/text/amounts.ts'
import { writeMilli } from '../explain/why/amount.ts'
import { type Change, describeChange, isPodChange, type PodChange } from '../explain/why/change.ts'
import { isObject } from '../snapshot/json/fields.ts'

/** What somebody tries: one step on the undo stack. */
export type Edit =
  | Change
  | { readonly op: 'cordon'; readonly node: string }
  | {
      readonly op: 'taint'
      readonly node: string
      readonly key: string
      readonly value: string
      readonly effect: string
    }
  | { readonly op: 'removeNode'; readonly node: string }
  /** What the pod asks for in all, in thousandths. */
  | { readonly op: 'setRequest'; readonly resource: string; readonly milli: number }

/** An edit of a pod's own manifest; all others are of the cluster. */
export type PodEdit = PodChange | Extract<Edit, { op: 'setRequest' }>

export function isPodEdit(edit: Edit): edit is PodEdit {
  if (edit.op === 'setRequest') return true
  if (edit.op === 'cordon' || edit.op === 'taint' || edit.op === 'removeNode') return false
  return isPodChange(edit)
}

/** The fields of every edit in the order in which a link writes them. */
const FIELDS: { readonly [op in Edit['op']]: readonly string[] } = {
  lowerRequest: ['resource', 'container', 'from', 'to'],
  addToleration: ['key', 'value', 'effect'],
  removeNodeSelector: ['key', 'value'],
  relaxNodeAffinity: [],
  relaxPodAffinity: ['topologyKey'],
  relaxPodAntiAffinity: ['topologyKey'],
  relaxSpread: ['topologyKey'],
  removeHostPort: ['port'],
  removeSchedulingGates: [],
  uncordon: ['node'],
  untaint: ['node', 'key', 'effect'],
  label: ['node', 'key', 'value'],
  deletePod: ['namespace', 'name', 'node'],
  addNode: ['like'],
  createClaim: ['namespace', 'name'],
  dropDeviceSelectors: ['namespace', 'name', 'request'],
  lowerDeviceCount: ['namespace', 'name', 'request', 'count'],
  tolerateDeviceTaint: ['namespace', 'name', 'request', 'key', 'value', 'effect'],
  dropDeviceConstraint: ['namespace', 'name', 'attribute'],
  freeClaim: ['namespace', 'name', 'pod'],
  cordon: ['node'],
  taint: ['node', 'key', 'value', 'effect'],
  removeNode: ['node'],
  setRequest: ['resource', 'milli'],
}
const NUMBERS: ReadonlySet<string> = new Set(['port', 'milli', 'count'])
const SEPARATOR = '~'
/** Names, values and amounts are far shorter. */
const TEXT_MAX = 1000

/** An edit as a link carries it: names and amounts, never an object. */
export function writeEdit(edit: Edit): string {
  const values = new Map<string, unknown>(Object.entries(edit))
  const fields = FIELDS[edit.op].map((field) => escapeText(String(values.get(field))))
  return [edit.op, ...fields].join(SEPARATOR)
}

/** Null for what is no edit. */
export function readEdit(text: string): Edit | null {
  const [op = '', ...values] = text.split(SEPARATOR)
  const fields = fieldsOf(op)
  if (fields?.length !== values.length) return null
  const entries: [string, string | number | null][] = []
  for (const [index, field] of fields.entries()) {
    const value = unescapeText(values[index] ?? '')
    const isNumber = NUMBERS.has(field) && value !== null && /^\d{1,15}$/.test(value)
    entries.push([field, isNumber ? Number(value) : value])
  }
  return editOf({ op, ...Object.fromEntries(entries) })
}

/** An edit with exactly the fields of its kind; null for what is none. */
export function editOf(value: unknown): Edit | null {
  if (!isObject(value) || typeof value['op'] !== 'string') return null
  const { op, ...given } = value
  const fields = fieldsOf(String(op))
  if (fields?.length !== Object.keys(given).length) return null
  const isRight = (field: string) =>
    NUMBERS.has(field)
      ? Number.isSafeInteger(given[field]) && Number(given[field]) >= 0
      : typeof given[field] === 'string' && given[field].length <= TEXT_MAX
  return fields.every(isRight) ? (value as unknown as Edit) : null // every field of this op is there
}

function fieldsOf(op: string): readonly string[] | null {
  return Object.hasOwn(FIELDS, op) ? FIELDS[op as Edit['op']] : null // one of its own keys
}

/** `~` separates, and encodeURIComponent leaves it as it is. */
function escapeText(text: string): string {
  return encodeURIComponent(text).replaceAll(SEPARATOR, '%7E')
}

function unescapeText(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return null
  }
}

/** What is tried, in a few words that begin with a verb. */
export function describeEdit(edit: Edit): string {
  switch (edit.op) {
    case 'cordon':
      return `cordon ${edit.node}`
    case 'taint':
      return `taint ${edit.node} with ${edit.key}${edit.value === '' ? '' : `=${edit.value}`}:${edit.effect}`
    case 'removeNode':
      return `take ${edit.node} away`
    case 'setRequest':
      return `ask for ${requestText(edit.resource, edit.milli)} ${edit.resource}`
    default:
      return describeChange(edit)
  }
}

function requestText(resource: string, milli: number): string {
  return isInBytes(resource) ? bytesText(milli / 1000) : writeMilli(resource, milli)
}

/** The command that does the same to a cluster; null where a manifest must be changed. */
export function commandOf(edit: Edit): string | null {
  switch (edit.op) {
    case 'cordon':
    case 'uncordon':
      return `kubectl ${edit.op} ${edit.node}`
    case 'taint':
      return `kubectl taint node ${edit.node} ${edit.key}=${edit.value}:${edit.effect}`
    case 'untaint':
      return `kubectl taint node ${edit.node} ${edit.key}:${edit.effect}-`
    case 'label':
      return `kubectl label node ${edit.node} ${edit.key}=${edit.value}`
    case 'deletePod':
      return `kubectl delete pod -n ${edit.namespace} ${edit.name}`
    default:
      return null
  }
}
