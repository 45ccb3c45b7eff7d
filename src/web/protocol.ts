import type { Board, FunnelStep, ScorePlugin } from '../explain/board/board.ts'
import type { NodeSheet } from '../explain/board/node-sheet.ts'
import type { DecisionView, PreemptionView } from '../explain/decision-view.ts'
import type { Outcome } from '../scheduler/decision.ts'
import type { Gap } from '../scheduler/framework/gap.ts'
import type { Pictured, TaskQuestion } from './answers.ts'
import type { Edit } from './edits.ts'
import type { Scenario } from './scenario.ts'

/** What the page and its worker say to each other. Everything in it can be posted as it stands. */

/** Cluster, pod, scheduler and what is tried: all that an answer follows from. */
export interface Question {
  /** namespace/name */
  readonly pod: string
  readonly profile: string
  readonly edits: readonly Edit[]
  /** Weights by score plugin, where they differ from the profile's; 0: the plugin is off. */
  readonly weights: Readonly<Record<string, number>>
}

/** A file as it was dropped, or a snapshot that is followed. */
export interface Dropped {
  readonly name: string
  readonly blob: Blob
  /** What has changed of a snapshot since; JSON, in the order in which it came. */
  readonly patches?: readonly string[]
}

export type ToWorker =
  /** `keys` are public keys, for exports of an audit log among the files. */
  | {
      readonly kind: 'open'
      /** A newer opening ends the ones before it. */
      readonly opening: number
      readonly files: readonly Dropped[]
      readonly keys: readonly string[]
    }
  /** A newer main question ends what was begun for the ones before it. */
  | {
      readonly kind: 'ask'
      readonly id: number
      readonly isMain: boolean
      readonly question: Question
    }
  | {
      readonly kind: 'sheet'
      readonly id: number
      readonly question: Question
      readonly node: string
    }
  | { readonly kind: 'help'; readonly id: number; readonly question: Question }
  /** Ends the search for help. */
  | { readonly kind: 'enoughHelp'; readonly id: number }
  | { readonly kind: 'outcomes'; readonly id: number; readonly question: Question }
  /** Null: of the files of the task before. */
  | {
      readonly kind: 'task'
      readonly id: number
      readonly files: readonly Dropped[] | null
      readonly question: TaskQuestion
    }

interface OfOpening {
  readonly opening: number
}

/** How much of a file has been read. */
interface Progress {
  readonly name: string
  readonly bytes: number
  readonly of: number
}

export type FromWorker =
  | (OfOpening & { readonly kind: 'reading' } & Progress)
  | (OfOpening & { readonly kind: 'opened'; readonly cluster: ClusterFacts })
  | (OfOpening & { readonly kind: 'refused'; readonly lines: readonly string[] })
  /** A file was no cluster, but what was asked of one. */
  | (OfOpening & { readonly kind: 'scenario'; readonly file: string; readonly scenario: Scenario })
  /** A file was no cluster, but an answer that has a picture. */
  | (OfOpening & { readonly kind: 'pictured'; readonly file: string; readonly picture: Pictured })
  | { readonly kind: 'answered'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'unanswered'; readonly id: number; readonly lines: readonly string[] }
  | { readonly kind: 'sheet'; readonly id: number; readonly sheet: NodeSheet | null }
  /** How many changes have been tried until now. */
  | { readonly kind: 'helping'; readonly id: number; readonly tried: number }
  | { readonly kind: 'help'; readonly id: number; readonly help: Help }
  | { readonly kind: 'outcomes'; readonly id: number; readonly outcomes: readonly PodOutcome[] }
  | { readonly kind: 'found'; readonly id: number; readonly picture: Pictured }
  | { readonly kind: 'notFound'; readonly id: number; readonly lines: readonly string[] }

/** What was read, once for each opening. */
export interface ClusterFacts {
  readonly files: readonly string[]
  readonly nodeCount: number
  readonly runningCount: number
  /** SHA-256 over the files. */
  readonly digest: string
  /** Kinds that the files hold, with how many of each. */
  readonly kinds: readonly { readonly kind: string; readonly count: number }[]
  readonly pods: readonly PodFacts[]
  readonly profiles: readonly string[]
  readonly readMs: number
}

export interface PodFacts {
  readonly key: string
  readonly isPending: boolean
  /** The node that it runs on, empty while it waits. */
  readonly node: string
}

export interface PodOutcome {
  readonly key: string
  readonly outcome: Outcome
  readonly feasible: number
  /** In a few words. */
  readonly text: string
}

export interface Answer {
  readonly question: Question
  readonly outcome: Outcome
  readonly node: string | null
  /** One sentence for people, without the outcome. */
  readonly headline: string
  /** kube-scheduler's own, word for word. */
  readonly message: string | null
  readonly decision: DecisionView
  readonly funnel: readonly FunnelStep[]
  readonly feasible: number
  readonly scores: readonly ScorePlugin[]
  readonly board: Board
  readonly preemption: PreemptionFacts | null
  readonly devices: readonly DeviceFacts[]
  /** Of a pod that fits: what its claims were given. */
  readonly given: readonly { readonly claim: string; readonly devices: readonly string[] }[]
  /** What the outcome rests on and was not seen. */
  readonly unknown: readonly Gap[]
  readonly requests: readonly RequestFacts[]
  readonly notEvaluated: readonly { readonly what: string; readonly reason: string }[]
  readonly readMs: number
  readonly decideMs: number
}

/** With some of the candidates, the winner first. */
export interface PreemptionFacts extends PreemptionView {
  readonly candidateCount: number
}

/** A request for devices, over the nodes that do not have them. */
export interface DeviceFacts {
  readonly claim: string
  readonly request: string
  readonly deviceClass: string
  /** Null: all devices. */
  readonly wanted: number | null
  /** The most that nothing speaks against on one node. */
  readonly suitable: number
  readonly nodes: number
  /** Not all nodes that refuse the pod were looked at: there may be more of everything. */
  readonly isCut: boolean
  /** Of these nodes: where there is nothing to look at. */
  readonly withoutAny: number
  /** Where most nodes are first, with some of them. */
  readonly failures: readonly {
    readonly text: string
    readonly nodes: number
    readonly examples: readonly string[]
  }[]
  readonly nearest: {
    readonly node: string
    readonly device: string
    readonly lacks: string
  } | null
}

/** What the pod asks of one resource, and what there is. */
export interface RequestFacts {
  readonly resource: string
  readonly asked: number
  /** As the manifest has it. */
  readonly given: number
  /** The most that any node has in all. */
  readonly largest: number
  /** By how much the pod cannot be smaller: what the other containers ask for. */
  readonly least: number
}

export interface Remedy {
  readonly edits: readonly Edit[]
  readonly text: string
  readonly feasible: number
  readonly node: string | null
  /** Who has to leave, and where it goes; null without. */
  readonly displaced: { readonly pod: string; readonly node: string | null } | null
}

export interface Help {
  readonly remedies: readonly Remedy[]
  readonly tried: number
  readonly ms: number
  /** Where the pod goes, why not to others. */
  readonly ladder: readonly LadderRung[]
}

export interface LadderRung {
  readonly node: string
  readonly total: number
  readonly behindBy: number
  readonly differences: readonly { readonly plugin: string; readonly points: number }[]
  readonly tippedBy: { readonly plugin: string; readonly from: number; readonly to: number } | null
}
