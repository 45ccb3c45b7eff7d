import type { NodeImage } from './read-node.ts'

export interface ImagePresence {
  /** Size that the first node reported; upstream keeps one record per image name. */
  readonly sizeBytes: number
  readonly nodes: readonly number[]
  /** By position in `nodes`: the size that this node reported last. */
  readonly ownSizeBytes: readonly number[]
}

/** One image: places of the nodes that have it, in order, and what each reported first and last. */
interface Reports {
  readonly places: number[]
  readonly firstSizeBytes: number[]
  readonly lastSizeBytes: number[]
}

/** By name: the sizes that one node reported first and last. */
type OwnImages = ReadonlyMap<string, readonly [firstSizeBytes: number, lastSizeBytes: number]>

/**
 * Which nodes have which images. A node goes by its place, which grows in the order in which nodes
 * were given and never changes, so that nodes that come and go leave the others alone.
 */
export class NodeImages {
  private readonly byName: ReadonlyMap<string, Reports>
  private readonly placesEnd: number

  private constructor(byName: ReadonlyMap<string, Reports>, placesEnd: number) {
    this.byName = byName
    this.placesEnd = placesEnd
  }

  static none(): NodeImages {
    return new NodeImages(new Map(), 0)
  }

  /** The images once nodes at some places, which come in order, have others; these here stay as they are. */
  edited(imagesAt: ReadonlyMap<number, readonly NodeImage[]>): NodeImages {
    const edit = new Edit(this.byName)
    let { placesEnd } = this
    for (const [place, images] of imagesAt) {
      const own = ownImages(images)
      const before = place < this.placesEnd ? this.at(place) : NO_IMAGES
      placesEnd = Math.max(placesEnd, place + 1)
      if (isSame(before, own)) continue
      for (const name of before.keys()) edit.remove(name, place)
      for (const [name, sizes] of own) edit.put(name, place, sizes)
    }
    return edit.isEmpty && placesEnd === this.placesEnd
      ? this
      : new NodeImages(edit.byName, placesEnd)
  }

  private at(place: number): OwnImages {
    const own = new Map<string, readonly [number, number]>()
    for (const [name, { places, firstSizeBytes, lastSizeBytes }] of this.byName) {
      const at = positionOf(places, place)
      if (places[at] === place) own.set(name, [firstSizeBytes[at], lastSizeBytes[at]])
    }
    return own
  }

  /** `rowAt`: rows by place. */
  presence(name: string, rowAt: Int32Array): ImagePresence | undefined {
    const known = this.byName.get(name)
    if (known === undefined) return undefined
    return {
      sizeBytes: known.firstSizeBytes[0],
      nodes: known.places.map((place) => rowAt[place]),
      ownSizeBytes: known.lastSizeBytes,
    }
  }
}

const NO_IMAGES: OwnImages = new Map()

/** Changes a copy; the reports of an image are copied when they are first touched. */
class Edit {
  readonly byName: Map<string, Reports>
  private readonly copied = new Set<string>()

  constructor(byName: ReadonlyMap<string, Reports>) {
    this.byName = new Map(byName)
  }

  get isEmpty(): boolean {
    return this.copied.size === 0
  }

  remove(name: string, place: number): void {
    const { places, firstSizeBytes, lastSizeBytes } = this.own(name)
    const at = positionOf(places, place)
    for (const list of [places, firstSizeBytes, lastSizeBytes]) list.splice(at, 1)
    if (places.length === 0) this.byName.delete(name)
  }

  put(name: string, place: number, [first, last]: readonly [number, number]): void {
    const { places, firstSizeBytes, lastSizeBytes } = this.own(name)
    const at = positionOf(places, place)
    places.splice(at, 0, place)
    firstSizeBytes.splice(at, 0, first)
    lastSizeBytes.splice(at, 0, last)
  }

  private own(name: string): Reports {
    const known = this.byName.get(name)
    if (known !== undefined && this.copied.has(name)) return known
    const copy = {
      places: [...(known?.places ?? [])],
      firstSizeBytes: [...(known?.firstSizeBytes ?? [])],
      lastSizeBytes: [...(known?.lastSizeBytes ?? [])],
    }
    this.copied.add(name)
    this.byName.set(name, copy)
    return copy
  }
}

function ownImages(images: readonly NodeImage[]): OwnImages {
  const own = new Map<string, readonly [number, number]>()
  for (const { names, sizeBytes } of images) {
    for (const name of names) own.set(name, [own.get(name)?.[0] ?? sizeBytes, sizeBytes])
  }
  return own
}

function isSame(a: OwnImages, b: OwnImages): boolean {
  if (a.size !== b.size) return false
  for (const [name, [first, last]] of a) {
    const other = b.get(name)
    if (other?.[0] !== first || other[1] !== last) return false
  }
  return true
}

/** Where the place is, or would be. */
function positionOf(places: readonly number[], place: number): number {
  // Nodes mostly come in order.
  if (places.length === 0 || places[places.length - 1] < place) return places.length
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (places[middle] < place) low = middle + 1
    else high = middle
  }
  return low
}
