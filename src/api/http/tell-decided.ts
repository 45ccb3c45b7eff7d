import type { Context } from 'hono'
import type { Decision } from '../../scheduler/decision.ts'
import { decisionId } from '../../use-cases/decisions/decision-answer.ts'
import type { Run } from '../../use-cases/decisions/run.ts'
import { DecidedEvents } from '../../webhooks/outgoing/decided-events.ts'
import type { AppEnv } from './app-env.ts'

/** A run whose decisions are told to the outgoing webhook, once all of them are read. */
export interface ToldRun {
  readonly run: Run
  /** Call when the answer is made. */
  readonly tell: () => void
}

/** Without a receiver the run as it is. */
export function tellDecided(c: Context<AppEnv>, run: Run, cluster: string | undefined): ToldRun {
  const { outgoing } = c.get('platform')
  if (outgoing === null) return { run, tell: () => {} }
  const events = new DecidedEvents(outgoing.types, run.cluster.nodes)
  const { asking, digest, profile } = run
  const decidedBy = {
    decisionId: decisionId(run),
    requestId: c.get('requestId'),
    digest,
    profile,
    cluster: cluster ?? null,
    whatIf: run.edited !== undefined,
  }
  return {
    run: {
      ...run,
      decisions: gathered(run.decisions, events),
      asking: asking && { ...asking, decisions: gatheredAsync(asking.decisions, events) },
    },
    tell: () => goOnAfterwards(c, outgoing.tell(events.events(decidedBy))),
  }
}

function* gathered(decisions: Iterable<Decision>, events: DecidedEvents): Generator<Decision> {
  for (const decision of decisions) {
    events.add(decision)
    yield decision
  }
}

async function* gatheredAsync(
  decisions: AsyncIterable<Decision>,
  events: DecidedEvents,
): AsyncGenerator<Decision, void, void> {
  for await (const decision of decisions) {
    events.add(decision)
    yield decision
  }
}

/** Where a platform ends work with the answer, it is asked to wait. */
function goOnAfterwards(c: Context<AppEnv>, work: Promise<void>): void {
  try {
    c.executionCtx.waitUntil(work)
  } catch {
    // There is no such context on Node, where work goes on by itself.
  }
}
