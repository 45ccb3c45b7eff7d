/** A span of time as people say it. */
export function secondsText(seconds: number): string {
  if (seconds < 60) return `${Math.round(10 * seconds) / 10} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`
}
