import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { ComparisonResponse } from '../../schemas/decisions/comparison-response.ts'
import { DecisionResponse } from '../../schemas/decisions/decision-response.ts'
import { createApp } from '../../src/app.ts'
import { RELEASES } from '../../src/scheduler/profiles/releases/releases.ts'

const PAGE = new URL('../../docs/upgrading.md', import.meta.url)
const CLUSTER = new URL('../../src/cli/example/cluster.json.gz', import.meta.url)
const PLUGINS_SHOWN = 3

const Dump = z.looseObject({ items: z.array(z.looseObject({ kind: z.string() })) })
const Pod = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({ nodeName: z.string().optional() }),
})

const app = createApp()
const dump = Dump.parse(JSON.parse(gunzipSync(readFileSync(CLUSTER)).toString('utf8')))
const pods = dump.items.filter(({ kind }) => kind === 'Pod').map((pod) => Pod.parse(pod))
const pending = pods.filter(({ spec }) => spec.nodeName === undefined)
const others = dump.items.filter(({ kind }) => kind !== 'Pod')
const emptied = { ...dump, items: [...others, { kind: 'PodList', items: [] }] }
const names = RELEASES.map(({ name }) => name)
const [oldest, newest] = [names[0], names.at(-1)]
const steps = [...names.slice(1).map((to, index) => [names[index], to]), [oldest, newest]]

async function post(path: string, body: object): Promise<unknown> {
  const response = await app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return response.json()
}

/** A row for each upgrade by one release, and one for the whole way. */
async function tableOf(snapshot: object, decided: readonly object[]): Promise<string> {
  const rows = steps.map(async ([from, to]) => {
    const body = { snapshot, pods: decided, a: { profile: from }, b: { profile: to } }
    const { summary } = ComparisonResponse.parse(await post('/v1/comparisons', body))
    const { moved, gained, lost, victimsChanged, verdictsFlipped, scoresMoved } = summary
    const plugins = summary.plugins.slice(0, PLUGINS_SHOWN).map(({ plugin }) => plugin)
    const more = summary.plugins.length > PLUGINS_SHOWN ? ', ...' : ''
    const numbers = [moved, gained, lost, victimsChanged, verdictsFlipped, scoresMoved]
    return row([from?.slice(11), to?.slice(11), ...numbers, plugins.join(', ') + more])
  })
  const head = [
    'From',
    'To',
    'Moved',
    'Gained',
    'Lost',
    'Victims',
    'Verdicts',
    'Scores',
    'Behind it',
  ]
  return [row(head), row(head.map(() => '---')), ...(await Promise.all(rows))].join('\n')
}

function row(cells: readonly unknown[]): string {
  return `| ${cells.join(' | ')} |`
}

/** What each release says of one pod; releases that say the same share an entry. */
async function messagesOf(name: string): Promise<string> {
  const said = new Map<string, string[]>()
  for (const profile of names) {
    const pod = pending.filter(({ metadata }) => metadata.name === name)
    const answer = DecisionResponse.parse(
      await post('/v1/decisions', { snapshot: dump, pods: pod, profile }),
    )
    const message = answer.decisions[0]?.message ?? ''
    said.set(message, [...(said.get(message) ?? []), profile.slice(11)])
  }
  return [...said].map(([message, by]) => `- ${by.join(', ')}: \`${message}\``).join('\n')
}

it('the page on upgrades shows what the comparisons say of the example cluster', async () => {
  const anew = pods.map(({ spec: { nodeName: _, ...spec }, ...pod }) => ({
    ...pod,
    spec,
    status: {},
  }))
  const sections = new Map([
    ['anew', await tableOf(emptied, anew)],
    ['pending', await tableOf(dump, pending)],
    ['message', await messagesOf('huge-0')],
  ])
  const page = readFileSync(PAGE, 'utf8')
  const made = page.replace(
    /(<!-- (\w+): made by the test -->\n).*?(<!-- end -->)/gs,
    (_, begin: string, name: string, end: string) => `${begin}\n${sections.get(name)}\n\n${end}`,
  )
  // `npx vitest -u` writes the page anew.
  await expect(made).toMatchFileSnapshot(PAGE.pathname)
})
