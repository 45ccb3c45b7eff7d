/** Bounds of what is kept by name. */
export interface SnapshotSettings {
  /** Of one snapshot with its patches, compressed. */
  readonly snapshotBytesMax: number
  /** Of all snapshots that are kept in memory. */
  readonly memoryBytesMax: number
  /** Snapshots that are kept in memory. */
  readonly namesMax: number
  /** Connections over which snapshots are followed. */
  readonly followersMax: number
  /** What was not said again for so long is gone. */
  readonly ageSecondsMax: number
}

export const SNAPSHOT_SETTINGS: SnapshotSettings = {
  snapshotBytesMax: 100_000_000,
  memoryBytesMax: 256_000_000,
  namesMax: 1000,
  followersMax: 100,
  ageSecondsMax: 86_400,
}

/** Where an isolate has 128 MB for everything. */
export const WORKERS_SNAPSHOT_SETTINGS: SnapshotSettings = {
  ...SNAPSHOT_SETTINGS,
  snapshotBytesMax: 20_000_000,
  memoryBytesMax: 20_000_000,
}

const VARIABLES = {
  BERTH_LIMIT_SNAPSHOT_BYTES: 'snapshotBytesMax',
  BERTH_LIMIT_SNAPSHOTS_BYTES: 'memoryBytesMax',
  BERTH_LIMIT_SNAPSHOTS: 'namesMax',
  BERTH_LIMIT_FOLLOWERS: 'followersMax',
  BERTH_LIMIT_SNAPSHOT_AGE_SECONDS: 'ageSecondsMax',
} as const satisfies Record<string, keyof SnapshotSettings>

/** Throws a TypeError that names the variable with a bad value. */
export function readSnapshotSettings(
  env: Readonly<Record<string, string | undefined>>,
  usual: SnapshotSettings = SNAPSHOT_SETTINGS,
): SnapshotSettings {
  const settings: { -readonly [Name in keyof SnapshotSettings]: number } = { ...usual }
  for (const [variable, name] of Object.entries(VARIABLES)) {
    const text = env[variable]
    if (text === undefined || text === '') continue
    if (!/^[1-9]\d{0,14}$/.test(text)) {
      throw new TypeError(`${variable} must be a whole number above 0, not ${JSON.stringify(text)}`)
    }
    settings[name] = Number(text)
  }
  return settings
}
