/** Bounds of one request; every one is in GET /version and has a problem code of its own. */
export interface Limits {
  /** Size of a body after Content-Encoding is removed (`too-large`). */
  readonly bodyBytes: number
  /** Arrays and objects inside each other in a body (`too-deep`). */
  readonly nesting: number
  /** Pods to decide in one request (`too-many`). */
  readonly pods: number
  /** Nodes of a snapshot (`too-many`). */
  readonly nodes: number
  /** JSON of one Kubernetes object (`too-large`). */
  readonly objectBytes: number
  /** Objects of a snapshot (`too-many`). */
  readonly objects: number
  /** JSON of a body besides its Kubernetes objects (`too-large`). */
  readonly settingsBytes: number
  /** Memory for what is read of a body's objects, estimated from their JSON (`too-large`). */
  readonly keptBytes: number
  /** What filters, scores and terms say of the nodes, of one pod (`too-expensive`). */
  readonly findings: number
  /** What is held of the bodies of all requests under way (`rate-limited`); of one client half of it. */
  readonly inflightBytes: number
  /** Work on one request, in milliseconds (`too-expensive`). */
  readonly workMs: number
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 500_000_000,
  nesting: 64,
  pods: 20_000,
  nodes: 15_000,
  objectBytes: 4_194_304,
  objects: 1_000_000,
  settingsBytes: 1_048_576,
  keptBytes: 500_000_000,
  findings: 5_000_000,
  inflightBytes: 1_000_000_000,
  workMs: 30_000,
}

/** Where an isolate has 128 MB for all its requests, and the platform cuts bodies at 100 to 500 MB. */
export const WORKERS_LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  keptBytes: 40_000_000,
  findings: 1_000_000,
  inflightBytes: 100_000_000,
}

const LIMIT_VARIABLES = {
  BERTH_LIMIT_BODY_BYTES: 'bodyBytes',
  BERTH_LIMIT_NESTING: 'nesting',
  BERTH_LIMIT_PODS: 'pods',
  BERTH_LIMIT_NODES: 'nodes',
  BERTH_LIMIT_OBJECT_BYTES: 'objectBytes',
  BERTH_LIMIT_OBJECTS: 'objects',
  BERTH_LIMIT_SETTINGS_BYTES: 'settingsBytes',
  BERTH_LIMIT_KEPT_BYTES: 'keptBytes',
  BERTH_LIMIT_FINDINGS: 'findings',
  BERTH_LIMIT_INFLIGHT_BYTES: 'inflightBytes',
  BERTH_LIMIT_WORK_MS: 'workMs',
} as const satisfies Record<string, keyof Limits>

/** Reads limits set by environment; throws a TypeError that names the variable with a bad value. */
export function limitsFromEnv(
  env: Readonly<Record<string, string | undefined>>,
  defaults: Limits = DEFAULT_LIMITS,
): Limits {
  const limits: { -readonly [Name in keyof Limits]: number } = { ...defaults }
  for (const [variable, name] of Object.entries(LIMIT_VARIABLES)) {
    const text = env[variable]
    if (text === undefined || text === '') continue
    if (!/^[1-9]\d{0,14}$/.test(text)) {
      throw new TypeError(`${variable} must be a whole number above 0, not ${JSON.stringify(text)}`)
    }
    limits[name] = Number(text)
  }
  return limits
}
