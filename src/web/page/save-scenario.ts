import type { Scenario } from '../scenario.ts'
import * as state from './state.ts'

/** What is asked and tried goes into a file that `berth decide --scenario` and this page read. */
export function saveScenario(): void {
  const scenario = scenarioNow()
  if (scenario === null) return
  const text = `${JSON.stringify(scenario, null, 2)}\n`
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${scenario.pod.replaceAll('/', '-')}.scenario.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKED_MS)
}

/** By then the browser has what it writes. */
const REVOKED_MS = 10_000

function scenarioNow(): Scenario | null {
  const { cluster, followed, question } = state
  if (cluster.value === null) return null
  const { digest, files } = cluster.value
  const { value: named } = followed
  const isNamed = named !== null && named.digest !== ''
  const kept = isNamed ? { digest: named.digest, name: named.name } : { digest: `sha256:${digest}` }
  return {
    kind: 'Scenario',
    version: 1,
    snapshot: { ...kept, files: [...files] },
    ...question.value,
  }
}
