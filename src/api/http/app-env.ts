import type { Context } from 'hono'
import type { RequestIdVariables } from 'hono/request-id'
import type { Authenticator } from '../../auth/authenticator.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Batches } from '../../batches/batches.ts'
import type { ScannerPool } from '../../snapshot/bytes/scanner-pool.ts'
import type { Followers } from '../../snapshots/followers.ts'
import type { SnapshotLibrary } from '../../snapshots/snapshot-library.ts'
import type { AuditLogs } from '../../store/audit/logs.ts'
import type { RecordDecisions } from '../../store/audit/records/preemptions.ts'
import type { StorePort } from '../../store/port.ts'

import type { Runtime } from '../../store/runtime.ts'
import type { Trace, Tracer } from '../../tracing/trace.ts'
import type { ExtenderCalling } from '../../use-cases/decisions/call-extenders.ts'
import type { ClusterReader } from '../../use-cases/reading/cluster-reader.ts'
import type { AdmissionSettings } from '../../webhooks/admission/settings.ts'
import type { ExtenderSettings } from '../../webhooks/extender/settings.ts'
import type { Deliveries } from '../../webhooks/outgoing/deliveries.ts'
import type { OutgoingPort } from '../../webhooks/outgoing/port.ts'
import type { LoadDocument } from '../docs/load-document.ts'
import type { LoadExplorerPage } from './explorer-page.ts'
import type { InflightLease, InflightLimiter } from './limits/inflight-limiter.ts'
import type { Limits } from './limits/limits.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import type { Offload } from './offloaded-request.ts'
import type { OnProgress } from './progress.ts'
import type { AnsweredRequest } from './response/answered-request.ts'
import type { Cursors } from './store/cursors.ts'
import type { RecordOrder } from './store/record-order.ts'
import type { StoreReadiness } from './store/store-readiness.ts'

/** All that the app takes from the platform it runs on; each entry provides its own. */
export interface Platform {
  /** Configuration by name, as in the README's table of variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Takes one finished line (JSON, no newline) of the structured log. */
  readonly log: (line: string) => void
  /** Wall clock, for logs and the store; no decision ever reads it. */
  readonly now: () => Date
  readonly limits: Limits
  /** For the bodies of requests. */
  readonly scanners: ScannerPool
  /** What the requests under way take up together. */
  readonly inflight: InflightLimiter
  /** How often one client may ask; null: as often as it likes. */
  readonly rate: RateLimiter | null
  /** Whom limits are counted for: an address, or what stands for one on this platform. */
  readonly clientOf: (c: Context) => string
  /** Answers heavy requests off the thread that serves connections; null: routes do it here. */
  readonly offload: Offload | null
  /** Null: this deployment takes none. */
  readonly batches: Batches | null
  readonly onProgress: OnProgress
  /** Null: requests are not traced. */
  readonly tracer: Tracer | null
  /** What the admission webhooks do. */
  readonly admission: AdmissionSettings
  /** Told of every request that was answered. */
  readonly onAnswer: (answered: AnsweredRequest) => void
  /** What the scheduler extender judges by. */
  readonly extender: ExtenderSettings
  /** How the extenders of configurations are called; null: they are not. */
  readonly calling: ExtenderCalling | null
  /** Who is told of decisions; null: nobody. */
  readonly outgoing: OutgoingPort | null
  /** What became of what was told, where it is sent from here. */
  readonly deliveries: Deliveries | null
  /** Snapshots that requests can name. */
  readonly snapshots: SnapshotLibrary
  /** Those who follow them; null: an answer leaves only as a whole, so that nobody can. */
  readonly followers: Followers | null
  /** Not so on Workers, where it shows the time of the last event. */
  readonly clockRuns: boolean
  /** The platform itself compresses an answer that says that it is. */
  readonly compresses: boolean
  readonly loadExplorer: LoadExplorerPage
  readonly loadDocument: LoadDocument
  readonly auth: Authenticator
  /** Null: this deployment has none, and only its endpoints say so. */
  readonly store: StorePort | null
  /** Whether the store answers; null without one. */
  readonly readiness: StoreReadiness | null
  /** What the store needs to wait and to tell writes apart. */
  readonly runtime: Runtime
  /** The audit logs behind the store; null without one. */
  readonly auditLogs: AuditLogs | null
  /** Records what a request's decisions propose: here, or on the thread that has the logs. */
  readonly recordDecisions: RecordDecisions | null
  /** Takes what is to be recorded from a thread that has made the rest of an answer. */
  readonly deferRecord: ((order: RecordOrder) => void) | null
  /** Seals cursors; null without a store. */
  readonly cursors: Cursors | null
}

/** What middleware leaves in Hono's context for the routes. */
export interface AppEnv {
  Variables: RequestIdVariables & {
    platform: Platform
    /** Of requests that are traced. */
    trace?: Trace
    /** Decoded size of the request body, once it was read. */
    requestBytes: number
    /** What this request takes up; of requests with a body. */
    lease?: InflightLease
    /** What reads the clusters of this request, until its answer is made of them. */
    clusters?: ClusterReader | undefined
    /** Who asks; set by the middleware of src/api/http/authorize.ts, behind which it may be read. */
    caller: Caller
  }
}
