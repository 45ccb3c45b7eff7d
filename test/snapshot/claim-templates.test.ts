import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { makeDevice, makeDeviceClass, makeSlice } from '../support/make-devices.ts'
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const template = {
  metadata: { name: 'one-gpu', namespace: 'default' },
  spec: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'gpu' } }] } } },
}
const snapshot = {
  nodes: [makeNode('a')],
  deviceClasses: [makeDeviceClass('gpu')],
  deviceTaintRules: [],
  resourceSlices: [makeSlice('a', { devices: [makeDevice('d0'), makeDevice('d1')] })],
  resourceClaims: [],
  resourceClaimTemplates: [template],
}
const spec = { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'one-gpu' }] }
const pods = ['p', 'q'].map((name) => makePod(name, { spec }))

interface Answer {
  readonly decisions: readonly {
    readonly outcome: string
    readonly message: string | null
    readonly claims?: readonly { readonly claim: string }[]
  }[]
  readonly input: {
    readonly defaulted: readonly { readonly pointer: string; readonly value: unknown }[]
  }
}

async function ask(more: Json = {}, defaulting = true): Promise<Answer> {
  const body = JSON.stringify({
    snapshot: { ...snapshot, ...more },
    pods,
    options: { defaulting, absentKinds: 'empty' },
  })
  const headers = { 'content-type': 'application/json' }
  const response = await createApp().request('/v1/decisions', { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  return (await response.json()) as Answer // checked by what the tests read of it
}

describe('pods whose claims come from a template', () => {
  it('get claims of their own, which is told', async () => {
    const { decisions, input } = await ask()
    expect(decisions.map(({ outcome }) => outcome)).toEqual(['scheduled', 'scheduled'])
    expect(decisions.map(({ claims }) => claims?.[0]?.claim)).toEqual([
      'p-gpu-xxxxx',
      'q-gpu-xxxxx',
    ])
    const made = input.defaulted.filter(
      ({ pointer }) => pointer === '/status/resourceClaimStatuses/0',
    )
    expect(made.map(({ value }) => value)).toEqual([
      { name: 'gpu', resourceClaimName: 'p-gpu-xxxxx' },
      { name: 'gpu', resourceClaimName: 'q-gpu-xxxxx' },
    ])
  })

  it.each([
    { name: 'without defaulting', more: {}, defaulting: false },
    {
      name: 'where there is no such template',
      more: { resourceClaimTemplates: [] },
      defaulting: true,
    },
  ])('wait for them $name', async ({ more, defaulting }) => {
    const { decisions } = await ask(more, defaulting)
    expect(decisions[0]?.outcome).toBe('gated')
    expect(decisions[0]?.message).toBe('pod "default/p": ResourceClaim not created yet')
  })
})
