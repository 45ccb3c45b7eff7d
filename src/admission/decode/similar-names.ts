const DISTANCE_MAX = 2
const CHARS_MAX = 64
const NAMES_MAX = 3

/** The names that an unknown one was probably meant to be: the closest first. */
export function similarNames(name: string, known: Iterable<string>): string[] {
  if (name.length > CHARS_MAX) return []
  const close: { name: string; distance: number }[] = []
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance <= Math.min(DISTANCE_MAX, candidate.length - 2)) {
      close.push({ name: candidate, distance })
    }
  }
  close.sort((a, b) => a.distance - b.distance)
  return close.slice(0, NAMES_MAX).map((one) => one.name)
}

/** Levenshtein's. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substituted))
    }
    row = next
  }
  return row[b.length] ?? 0
}
