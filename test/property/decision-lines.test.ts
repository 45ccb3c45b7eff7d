import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DecisionLine, DecisionResponse } from '../../schemas/decisions/decision-response.ts'
import { makeClient } from '../api/client.ts'
import { sampleCases } from '../conformance/sample.ts'

/** The answer as lines says what the answer as JSON says, whatever was asked and however it is explained. */

const EXPLAIN = ['full', 'summary', 'decision'] as const
const example = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../schemas/examples/${name}.json`, import.meta.url), 'utf8'))
    .request

const cases = [
  ...['kubernetes-1.37', 'classic-1.12'].flatMap((profile) =>
    sampleCases(profile).map(({ name, request }) => ({ name: `${profile} ${name}`, request })),
  ),
  ...['decide-groups', 'decide-circuit-breaker'].map((name) => ({ name, request: example(name) })),
  { name: 'no pods', request: { snapshot: { nodes: [] }, pods: [] } },
]

function ask(body: string, accept: string): Promise<Response> {
  return makeClient().decide(body, { accept })
}

it.each(cases)('$name', async ({ request }: { request: object }) => {
  for (const explain of EXPLAIN) {
    const options = { ...('options' in request ? (request.options as object) : {}), explain }
    const body = JSON.stringify({ ...request, options })
    const whole = await ask(body, 'application/json')
    const lined = await ask(body, 'application/x-ndjson')
    expect(lined.status).toBe(whole.status)
    const text = await lined.text()
    if (whole.status !== 200) {
      expect(text).toBe(await whole.text())
      continue
    }
    expect(lined.headers.get('content-type')).toBe('application/x-ndjson')
    expect(text.endsWith('}\n')).toBe(true)
    const lines = text
      .slice(0, -1)
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const line of lines) DecisionLine.parse(line)
    const [head, ...decisions] = lines
    const { decided, outcomes, ...end } = decisions.pop()
    const answer = DecisionResponse.parse(await whole.json())
    expect({ ...head, decisions, ...end }).toEqual(answer)
    expect(decided).toBe(answer.decisions.length)
    const counts = Object.values(outcomes as Record<string, number>)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(decided)
  }
})
