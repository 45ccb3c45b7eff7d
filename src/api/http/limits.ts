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
  /** Work on one request, in milliseconds (`too-expensive`). */
  readonly workMs: number
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 100_000_000,
  nesting: 64,
  pods: 20_000,
  nodes: 15_000,
  workMs: 30_000,
}

const LIMIT_VARIABLES = {
  BERTH_LIMIT_BODY_BYTES: 'bodyBytes',
  BERTH_LIMIT_NESTING: 'nesting',
  BERTH_LIMIT_PODS: 'pods',
  BERTH_LIMIT_NODES: 'nodes',
  BERTH_LIMIT_WORK_MS: 'workMs',
} as const satisfies Record<string, keyof Limits>

/** Reads limits set by environment; throws a TypeError that names the variable with a bad value. */
export function limitsFromEnv(env: Readonly<Record<string, string | undefined>>): Limits {
  const limits: { -readonly [Name in keyof Limits]: number } = { ...DEFAULT_LIMITS }
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
