import { describe, expect, it } from 'vitest'
import { answerTo, at, nodeOf, podOf, START_MS, type Told, told } from './small-cluster.ts'

/**
 * Days that founded this: a node whose runtime is broken, but Ready, looks emptiest and attracts every
 * retry; and a pod that takes its node down is started again on the next, node after node.
 */

interface Waiting {
  readonly owner: string
  readonly notBefore: number
}

interface Day {
  readonly nodes: readonly string[]
  /** Running from the beginning: owner and node. */
  readonly running: readonly {
    readonly owner: string
    readonly node: string
    readonly cpu: string
  }[]
  readonly waiting: readonly Waiting[]
  readonly seconds: number
  /** Nodes on which every pod fails, until when. */
  readonly brokenUntil: ReadonlyMap<string, number>
  /** The owner whose pods take their node down for good. */
  readonly bomb?: string
  readonly rules?: object
}

const STEP_SECONDS = 5
const WINDOW_SECONDS = 3600
const BOMB_BACK_OFF_SECONDS = 20
const DOWN = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }

/** One attempt a step, the outcome told before the next. Without `rules` nobody is told. */
function live(day: Day) {
  const down = new Set<string>()
  let running = day.running.map((one, index) => ({ ...one, name: `old-${index}` }))
  let waiting = [...day.waiting]
  let feedback: Told[] = []
  let lost = 0
  let attempts = 0
  const placedOn = new Map<string, number>()
  for (let now = 0; now < day.seconds; now += STEP_SECONDS) {
    const next = waiting.find(({ notBefore }) => notBefore <= now)
    if (next === undefined) continue
    const { owner } = next
    const nodes = day.nodes.map((name) => nodeOf(name, down.has(name) ? { taints: [DOWN] } : {}))
    const pods = running.map(({ name, owner: of, node, cpu }) => podOf(name, of, node, cpu))
    feedback = feedback.filter(
      ({ time }) => Date.parse(time) > START_MS + (now - WINDOW_SECONDS) * 1000,
    )
    const { decisions } = answerTo({
      snapshot: { nodes, pods },
      pod: podOf(`new-${now}`, owner),
      ...(day.rules !== undefined && { feedback }),
      options: {
        now: at(now),
        explain: 'decision',
        preemption: false,
        ...(day.rules !== undefined && { circuitBreaker: day.rules }),
      },
    })
    waiting = waiting.filter((one) => one !== next)
    const node = decisions[0]?.node ?? null
    if (node === null) {
      waiting.push({ owner, notBefore: now + BOMB_BACK_OFF_SECONDS })
      continue
    }
    attempts++
    placedOn.set(node, (placedOn.get(node) ?? 0) + 1)
    if (owner === day.bomb) {
      const victims = running.filter((one) => one.node === node)
      running = running.filter((one) => one.node !== node)
      down.add(node)
      feedback.push(told('failed', owner, node, now))
      for (const victim of victims) {
        feedback.push(told('failed', victim.owner, node, now))
        waiting.push({ owner: victim.owner, notBefore: now })
      }
      lost += victims.length + 1
      waiting.push({ owner, notBefore: now + BOMB_BACK_OFF_SECONDS })
    } else if (now < (day.brokenUntil.get(node) ?? 0)) {
      lost++
      feedback.push(told('failed', owner, node, now))
      waiting.push({ owner, notBefore: now })
    } else {
      running.push({ name: `new-${now}`, owner, node, cpu: '100m' })
      feedback.push(told('succeeded', owner, node, now))
    }
  }
  return { lost, attempts, waiting: waiting.length, down: down.size, placedOn }
}

const NODES = Array.from({ length: 40 }, (_, index) => `n${index}`)

describe('a broken node that looks emptiest', () => {
  const copies = Array.from({ length: 100 }, (_, index) => ({
    owner: `rs-${index % 20}`,
    notBefore: 0,
  }))
  const day: Day = {
    nodes: ['broken', ...NODES],
    running: NODES.map((node) => ({ owner: 'base', node, cpu: '5' })),
    waiting: copies,
    seconds: 1500,
    brokenUntil: new Map([['broken', Number.POSITIVE_INFINITY]]),
  }

  it('takes every pod without a circuit breaker, and a handful with one', () => {
    const without = live(day)
    const breaker = live({ ...day, rules: {} })
    console.log(
      `without: ${without.lost} of ${without.attempts} attempts lost, ${without.waiting} of 100 pods still wait`,
    )
    console.log(
      `with: ${breaker.lost} of ${breaker.attempts} attempts lost, ${breaker.waiting} of 100 pods still wait`,
    )
    expect(without).toMatchObject({ lost: 300, attempts: 300, waiting: 100 })
    // Two to open the circuit, one for the trial after five minutes.
    expect(breaker).toMatchObject({ lost: 3, attempts: 103, waiting: 0 })
  })

  it('is used again once it is repaired', () => {
    const repaired = live({ ...day, rules: {}, brokenUntil: new Map([['broken', 100]]) })
    expect(repaired).toMatchObject({ lost: 2, waiting: 0 })
    expect(repaired.placedOn.get('broken')).toBeGreaterThan(20)
  })
})

describe('a pod that takes its node down', () => {
  const day: Day = {
    nodes: NODES,
    running: NODES.flatMap((node, index) =>
      [0, 1].map((turn) => ({ owner: `rs-${(index + turn * 7) % 20}`, node, cpu: '1' })),
    ),
    waiting: [{ owner: 'bomb', notBefore: 0 }],
    seconds: 1800,
    brokenUntil: new Map(),
    bomb: 'bomb',
  }

  it('takes node after node without a circuit breaker, and three and one a trial with one', () => {
    const without = live(day)
    const breaker = live({ ...day, rules: {} })
    console.log(`without: ${without.down} of 40 nodes down, ${without.lost} pods lost`)
    console.log(`with: ${breaker.down} of 40 nodes down, ${breaker.lost} pods lost`)
    // The last is so full of refugees that it has no room for it.
    expect(without.down).toBe(39)
    expect(breaker.down).toBe(5)
    expect(breaker.waiting).toBe(1)
  })
})
