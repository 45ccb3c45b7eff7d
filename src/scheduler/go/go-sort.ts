/**
 * The order in which Go's sort.Slice leaves elements that compare equal. It is not stable: up to 12
 * elements it is an insertion sort, beyond that a pattern-defeating quicksort whose choices depend
 * only on length and comparisons. Victims with equal priority and start time come out in it.
 */
export function sortAsGo<T>(items: T[], isLess: (a: T, b: T) => boolean): void {
  new GoSort(items, isLess).quicksort(0, items.length, bitLength(items.length))
}

const INSERTION_MAX = 12
const NINTHER_MIN = 50
const SHIFT_MIN = 50
const SHIFTS_MAX = 5
const PIVOT_SWAPS_MAX = 12

type Hint = 'increasing' | 'decreasing' | 'unknown'

function bitLength(value: number): number {
  return 32 - Math.clz32(value)
}

class GoSort<T> {
  private readonly items: T[]
  private readonly isLess: (a: T, b: T) => boolean
  private pivotSwaps = 0

  constructor(items: T[], isLess: (a: T, b: T) => boolean) {
    this.items = items
    this.isLess = isLess
  }

  /** Sorts [start, end); so many more unbalanced partitions are borne before it turns to heapsort. */
  quicksort(start: number, end: number, badPivotsMax: number): void {
    let from = start
    let to = end
    let badPivots = badPivotsMax
    let wasBalanced = true
    let wasPartitioned = true
    for (;;) {
      const length = to - from
      if (length <= INSERTION_MAX) return this.insertionSort(from, to)
      if (badPivots === 0) return this.heapSort(from, to)
      if (!wasBalanced) {
        this.breakPatterns(from, to)
        badPivots--
      }
      let { pivot, hint } = this.choosePivot(from, to)
      if (hint === 'decreasing') {
        this.reverse(from, to)
        pivot = to - 1 - (pivot - from)
        hint = 'increasing'
      }
      const looksSorted = wasBalanced && wasPartitioned && hint === 'increasing'
      if (looksSorted && this.finishesByShifting(from, to)) return
      if (from > 0 && !this.less(from - 1, pivot)) {
        from = this.partitionEqual(from, to, pivot)
        continue
      }
      const { middle, wasDone } = this.partition(from, to, pivot)
      wasPartitioned = wasDone
      const left = middle - from
      const right = to - middle
      wasBalanced = Math.min(left, right) >= Math.trunc(length / 8)
      if (left < right) {
        this.quicksort(from, middle, badPivots)
        from = middle + 1
      } else {
        this.quicksort(middle + 1, to, badPivots)
        to = middle
      }
    }
  }

  private less(a: number, b: number): boolean {
    return this.isLess(this.items[a], this.items[b])
  }

  private swap(a: number, b: number): void {
    const kept = this.items[a]
    this.items[a] = this.items[b]
    this.items[b] = kept
  }

  private insertionSort(from: number, to: number): void {
    for (let next = from + 1; next < to; next++) {
      for (let at = next; at > from && this.less(at, at - 1); at--) this.swap(at, at - 1)
    }
  }

  private heapSort(from: number, to: number): void {
    const length = to - from
    for (let root = Math.trunc((length - 1) / 2); root >= 0; root--) {
      this.siftDown(root, length, from)
    }
    for (let last = length - 1; last >= 0; last--) {
      this.swap(from, from + last)
      this.siftDown(0, last, from)
    }
  }

  private siftDown(start: number, length: number, from: number): void {
    for (let root = start; ; ) {
      let child = 2 * root + 1
      if (child >= length) return
      if (child + 1 < length && this.less(from + child, from + child + 1)) child++
      if (!this.less(from + root, from + child)) return
      this.swap(from + root, from + child)
      root = child
    }
  }

  /** Elements below the pivot go left; the pivot's place comes back. */
  private partition(from: number, to: number, pivot: number): { middle: number; wasDone: boolean } {
    this.swap(from, pivot)
    let left = from + 1
    let right = to - 1
    let wasDone = true
    for (;;) {
      while (left <= right && this.less(left, from)) left++
      while (left <= right && !this.less(right, from)) right--
      if (left > right) break
      this.swap(left++, right--)
      wasDone = false
    }
    this.swap(right, from)
    return { middle: right, wasDone }
  }

  /** Elements equal to the pivot go left; the first place after them comes back. */
  private partitionEqual(from: number, to: number, pivot: number): number {
    this.swap(from, pivot)
    let left = from + 1
    let right = to - 1
    for (;;) {
      while (left <= right && !this.less(from, left)) left++
      while (left <= right && this.less(from, right)) right--
      if (left > right) return left
      this.swap(left++, right--)
    }
  }

  /** Mends a few misplaced elements; false when there are too many. */
  private finishesByShifting(from: number, to: number): boolean {
    let at = from + 1
    for (let shift = 0; shift < SHIFTS_MAX; shift++) {
      while (at < to && !this.less(at, at - 1)) at++
      if (at === to) return true
      if (to - from < SHIFT_MIN) return false
      this.swap(at, at - 1)
      // Upstream's bound is 1 and not the range's start.
      if (at - from >= 2) {
        for (let down = at - 1; down >= 1 && this.less(down, down - 1); down--) {
          this.swap(down, down - 1)
        }
      }
      if (to - at >= 2) {
        for (let up = at + 1; up < to && this.less(up, up - 1); up++) this.swap(up, up - 1)
      }
    }
    return false
  }

  /** Scatters three elements by a xorshift generator seeded with the length. */
  private breakPatterns(from: number, to: number): void {
    const length = to - from
    if (length < 8) return
    let state = BigInt(length)
    const mask = BigInt(2 ** bitLength(length) - 1)
    const middle = from + Math.trunc(length / 4) * 2
    for (let at = middle - 1; at <= middle + 1; at++) {
      state ^= BigInt.asUintN(64, state << 13n)
      state ^= state >> 7n
      state ^= BigInt.asUintN(64, state << 17n)
      const other = Number(state & mask)
      this.swap(at, from + (other >= length ? other - length : other))
    }
  }

  private choosePivot(from: number, to: number): { pivot: number; hint: Hint } {
    const quarter = Math.trunc((to - from) / 4)
    let first = from + quarter
    let second = from + quarter * 2
    let third = from + quarter * 3
    this.pivotSwaps = 0
    if (to - from >= NINTHER_MIN) {
      first = this.median(first - 1, first, first + 1)
      second = this.median(second - 1, second, second + 1)
      third = this.median(third - 1, third, third + 1)
    }
    const pivot = this.median(first, second, third)
    if (this.pivotSwaps === 0) return { pivot, hint: 'increasing' }
    return { pivot, hint: this.pivotSwaps === PIVOT_SWAPS_MAX ? 'decreasing' : 'unknown' }
  }

  private median(a: number, b: number, c: number): number {
    const [low, mid] = this.ordered(a, b)
    const [next] = this.ordered(mid, c)
    return this.ordered(low, next)[1]
  }

  private ordered(a: number, b: number): [number, number] {
    if (!this.less(b, a)) return [a, b]
    this.pivotSwaps++
    return [b, a]
  }

  private reverse(from: number, to: number): void {
    for (let left = from, right = to - 1; left < right; left++, right--) this.swap(left, right)
  }
}
