import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ComparisonResponse } from '../../schemas/decisions/comparison-response.ts'
import { createApp } from '../../src/app.ts'
import { compareDecisions } from '../../src/explain/comparison.ts'
import { decideAll } from '../support/decide-all.ts'
import { clusterCase } from './arbitraries.ts'

const OTHER_WEIGHTS = {
  apiVersion: 'kubescheduler.config.k8s.io/v1',
  kind: 'KubeSchedulerConfiguration',
  profiles: [{ plugins: { score: { enabled: [{ name: 'NodeResourcesFit', weight: 2 }] } } }],
}

/** Pods that surely fare alike on both sides are not looked at closely, which nothing may show. */
it.each([
  { name: 'two releases', a: { profile: 'kubernetes-1.34' }, b: { profile: 'kubernetes-1.37' } },
  { name: 'other weights', a: {}, b: { config: OTHER_WEIGHTS } },
])('comparisons of $name tell what two whole decisions differ in, pod by pod', async ({ a, b }) => {
  const app = createApp()
  let [same, different] = [0, 0]
  await fc.assert(
    fc.asyncProperty(clusterCase({ nominations: true, extras: true }), async (one) => {
      const { snapshot, pods } = one
      const options = { absentKinds: 'empty', defaulting: false, explain: 'full' }
      const response = await app.request('/v1/comparisons', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ snapshot, pods, a, b, options }),
      })
      const answer = ComparisonResponse.parse(await response.json())
      const ofB = decideAll(snapshot, pods, b)
      const differences = decideAll(snapshot, pods, a).flatMap((decision, index) => {
        const other = ofB[index]
        return other === undefined ? [] : (compareDecisions(decision, other) ?? [])
      })
      expect(answer.differences).toEqual(JSON.parse(JSON.stringify(differences)))
      different += differences.length
      same += answer.summary.equal
    }),
    { numRuns: 150 },
  )
  expect(same).toBeGreaterThan(0)
  expect(different).toBeGreaterThan(0)
})
