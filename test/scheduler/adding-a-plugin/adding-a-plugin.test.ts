import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfiguration } from '../../../src/scheduler/config/read-configuration.ts'
import { defaultProfile } from '../../../src/scheduler/profiles/default-profile.ts'
import { describeRelease } from '../../../src/scheduler/profiles/describe-releases.ts'
import { KUBERNETES_1_37 } from '../../../src/scheduler/profiles/releases/kubernetes-1.37.ts'
import type { Release } from '../../../src/scheduler/profiles/releases/release.ts'
import { ROOT } from '../../../src/snapshot/json/json-path.ts'
import { decideOne } from '../../support/decide-all.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { reasonsByNode, scoresBy } from '../../support/verdicts.ts'
import { nodeQuarantinePlugin } from './node-quarantine.ts'

const RELEASE: Release = {
  ...KUBERNETES_1_37,
  plugins: [...KUBERNETES_1_37.plugins, nodeQuarantinePlugin],
}
const PROFILE = defaultProfile(RELEASE)

const quarantined = (name: string, days: string, key = 'example.com/quarantine') =>
  makeNode(name, { labels: { [key]: days } })
const nodes = [quarantined('long', '10'), quarantined('short', '2'), makeNode('free')]

function configuration(profile: object) {
  return readConfiguration(
    {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      profiles: [profile],
    },
    RELEASE,
    ROOT.at('config'),
  )
}

function profilesOf(profile: object) {
  const read = configuration(profile)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value.profiles
}

it('a plugin that a release lists filters and scores, with its weight', () => {
  const profiles = new Map([[PROFILE.schedulerName, PROFILE]])
  const decision = decideOne({ nodes }, makePod('p'), { profiles })
  expect(decision.node).toBe('free')
  expect(reasonsByNode(decision)).toEqual({ long: ['node(s) were in quarantine'] })
  expect(scoresBy(decision, 'NodeQuarantine')).toEqual({ free: 500, short: 0 })
})

it('speaks up for a pod that fits nowhere', () => {
  const profiles = new Map([[PROFILE.schedulerName, PROFILE]])
  const decision = decideOne({ nodes: [quarantined('long', '10')] }, makePod('p'), { profiles })
  expect(decision.message).toMatch(/^0\/1 nodes .*, quarantines end at midnight$/)
})

it('takes arguments and a weight from a configuration', () => {
  const profiles = profilesOf({
    plugins: { multiPoint: { enabled: [{ name: 'NodeQuarantine', weight: 2 }] } },
    pluginConfig: [{ name: 'NodeQuarantine', args: { label: 'team/quarantine' } }],
  })
  const labelled = [quarantined('short', '2', 'team/quarantine'), quarantined('free', '10')]
  const decision = decideOne({ nodes: labelled }, makePod('p'), { profiles })
  expect(scoresBy(decision, 'NodeQuarantine')).toEqual({ free: 200, short: 0 })
})

it('has its arguments read as strictly as any', () => {
  const result = configuration({ pluginConfig: [{ name: 'NodeQuarantine', args: { lable: 'x' } }] })
  expect(result).toMatchObject({ ok: false, error: [{ message: 'unknown field "lable"' }] })
})

it('fails in its own words where a configuration leaves out its PreFilter', () => {
  const profiles = profilesOf({
    plugins: { preFilter: { disabled: [{ name: 'NodeQuarantine' }] } },
  })
  const decision = decideOne({ nodes }, makePod('p'), { profiles })
  expect(decision.outcome).toBe('error')
  expect(decision.message).toContain('reading "PreFilterNodeQuarantine" from cycleState')
})

it('is described like the others', () => {
  const { plugins, differences } = describeRelease(RELEASE)
  expect(plugins.at(-1)).toMatchObject({ name: 'NodeQuarantine', default: true, weight: 5 })
  expect(differences).toContain('A quarantine of less than a week keeps nobody away')
})

it('is the plugin that the document walks through', () => {
  const page = readFileSync(new URL('../../../docs/adding-a-plugin.md', import.meta.url), 'utf8')
  const file = readFileSync(new URL('./node-quarantine.ts', import.meta.url), 'utf8')
  const shown = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
  expect(shown.length).toBeGreaterThan(0)
  for (const code of shown) expect(file).toContain(code)
})
