import { describe, expect, it } from 'vitest'
import { selectorMatches } from '../../src/snapshot/selectors/label-selector.ts'
import type { Json } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { classOf, issuesOf } from '../support/read-objects.ts'

/** A selector where pods carry one: in a term of anti-affinity. */
function podWith(labelSelector: Json | null | undefined): Json {
  const term = { topologyKey: 'zone', ...(labelSelector !== undefined && { labelSelector }) }
  const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] }
  return makePod('p', { spec: { affinity: { podAntiAffinity } } })
}

function expression(key: string, operator: string, ...values: string[]): Json {
  return { matchExpressions: [{ key, operator, values }] }
}

describe('which labels a selector matches', () => {
  const labels = new Map([
    ['app', 'web'],
    ['tier', ''],
  ])

  it.each([
    { name: 'an absent one: none', selector: undefined, want: false },
    { name: 'null: none', selector: null, want: false },
    { name: 'an empty one: all', selector: {}, want: true },
    { name: 'an equal label', selector: { matchLabels: { app: 'web' } }, want: true },
    { name: 'another value', selector: { matchLabels: { app: 'db' } }, want: false },
    { name: 'an empty value, which is one', selector: { matchLabels: { tier: '' } }, want: true },
    {
      name: 'an empty value of an absent key',
      selector: { matchLabels: { zone: '' } },
      want: false,
    },
    { name: 'In with the value', selector: expression('app', 'In', 'db', 'web'), want: true },
    { name: 'In of an absent key', selector: expression('zone', 'In', 'a'), want: false },
    { name: 'NotIn with the value', selector: expression('app', 'NotIn', 'web'), want: false },
    { name: 'NotIn of an absent key', selector: expression('zone', 'NotIn', 'a'), want: true },
    { name: 'Exists', selector: expression('tier', 'Exists'), want: true },
    { name: 'DoesNotExist', selector: expression('tier', 'DoesNotExist'), want: false },
    {
      name: 'labels and expressions, of which one fails',
      selector: { matchLabels: { app: 'web' }, ...expression('zone', 'Exists') },
      want: false,
    },
  ])('$name', ({ selector, want }) => {
    const [term] = classOf(podWith(selector)).podAntiAffinity.required
    expect(selectorMatches(term?.selector ?? null, labels)).toBe(want)
  })
})

it.each([
  {
    name: 'an unknown operator',
    selector: expression('app', 'in', 'web'),
    place: 'matchExpressions/0/operator',
  },
  {
    name: 'In without values',
    selector: expression('app', 'In'),
    place: 'matchExpressions/0/values',
  },
  {
    name: 'Exists with values',
    selector: expression('app', 'Exists', 'web'),
    place: 'matchExpressions/0/values',
  },
  {
    name: 'a key that is none',
    selector: expression('a b', 'Exists'),
    place: 'matchExpressions/0/key',
  },
  {
    name: 'a value that is none',
    selector: expression('app', 'In', 'a b'),
    place: 'matchExpressions/0/values',
  },
  { name: 'a label that is none', selector: { matchLabels: { app: '-' } }, place: 'matchLabels' },
])('$name is refused with its place', ({ selector, place }) => {
  const term =
    '/pods/0/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0'
  expect(issuesOf({}, { pods: [podWith(selector)] })).toEqual([
    expect.objectContaining({
      code: 'invalid-selector',
      pointer: `${term}/labelSelector/${place}`,
    }),
  ])
})
