import * as z from 'zod'
import { SNAPSHOT_RESOURCES } from '../../src/snapshot/snapshot-resources.ts'

const looseObject = { type: 'object', additionalProperties: true } as const

const arraysByKind = {
  type: 'object',
  title: 'Object of arrays',
  properties: Object.fromEntries(
    Object.entries(SNAPSHOT_RESOURCES).map(([name, kind]) => [
      name,
      {
        type: ['array', 'null'],
        items: looseObject,
        description: `Objects of kind ${kind}; null as if it were absent.`,
      },
    ]),
  ),
  additionalProperties: false,
} as const

/** schemas/snapshots/kept-snapshot.ts has its rules. */
const named = {
  type: 'object',
  title: 'Snapshot by name',
  description: 'One that was stored by PUT /v1/snapshots/{name}.',
  properties: {
    name: { type: 'string' },
    digest: { type: 'string', description: 'The state that is wanted, else `snapshot-stale`.' },
    maxAgeSeconds: { type: 'integer', minimum: 0, description: 'Older is `snapshot-stale`.' },
  },
  required: ['name'],
  additionalProperties: false,
} as const

const list = {
  type: 'object',
  title: 'Kubernetes List',
  description: 'A List of mixed kinds, a NodeList, a PodList or a list of any other kind.',
  properties: {
    kind: { type: 'string', pattern: 'List$' },
    items: {
      description:
        'An array of objects; those in a list of a kind that scheduling does not read are not looked at. ' +
        'Absent or null: an empty list, as Go may write one.',
    },
  },
  required: ['kind'],
  additionalProperties: true,
} as const

const object = {
  type: 'object',
  title: 'Kubernetes object',
  description: 'One of a kind that scheduling does not read is not looked at.',
  properties: { kind: { type: 'string', not: { pattern: 'List$' } } },
  required: ['kind'],
  additionalProperties: true,
} as const

const several = {
  type: 'array',
  title: 'Several of these',
  items: { type: 'object', description: 'Arrays by kind, a List or an object, as above.' },
} as const

/**
 * The cluster, in any of its forms. The forms are documented here and told apart and read by
 * src/snapshot, item by item.
 */
export const Snapshot = z
  .unknown()
  .refine((value) => typeof value === 'object' && value !== null, {
    message: 'expected an object of arrays, a Kubernetes List, or an array of Lists',
  })
  .meta({
    id: 'Snapshot',
    description:
      'The cluster as the caller sees it: an object of arrays by kind, a Kubernetes List ' +
      '(`kubectl get nodes,pods,... -A -o json`), a NodeList or PodList, one object, or an array of these. ' +
      'Objects are as kubectl prints them; unknown fields inside them are ignored.',
    anyOf: [arraysByKind, list, object, several, named],
  })
