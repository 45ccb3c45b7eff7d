/**
 * What a device selector is to the allocator: an expression that was compiled once and judges one
 * device at a time. The compiler behind it is DeviceSelectors (device-selectors.ts).
 */

/** One value of an attribute: an int is a bigint, a version is kept as its text. */
export type AttributeScalar = string | boolean | bigint | DeviceVersion

/** Lists exist since 1.37 (DRAListTypeAttributes); null is an attribute without any value. */
export type AttributeValue = AttributeScalar | readonly AttributeScalar[] | null

export interface DeviceVersion {
  readonly version: string
}

/**
 * A device as expressions see it. Names are those of the ResourceSlice: with a domain
 * (`topo.example.com/pcie`), or without one (`model`), which is then the driver's. It may be one
 * object that is moved from row to row; a selector keeps nothing of it.
 */
export interface SelectorDevice {
  readonly driver: string
  readonly allowMultipleAllocations: boolean
  attribute(name: string): AttributeValue | undefined
  /** The quantity as it was written. */
  capacity(name: string): string | undefined
  attributeNames(): Iterable<string>
  capacityNames(): Iterable<string>
  /**
   * What attributeProblem says of an attribute of the device, else null. Upstream converts every
   * attribute before it looks at the expression, so one bad value fails every selector.
   */
  readonly problem: string | null
}

/** A part of a device that an expression reads; a domain equal to the driver's reads bare names too. */
export type DeviceRead =
  | { readonly what: 'driver' | 'allowMultipleAllocations' }
  | {
      readonly what: 'attribute' | 'capacity'
      readonly domain: string
      readonly id: string
    }

/** The text of a failure is all that follows `CEL runtime error: `. */
export type SelectorVerdict = { readonly matched: boolean } | { readonly error: string }

export interface DeviceSelector {
  readonly expression: string
  /**
   * Devices that agree in these parts get the same verdict. Null: what is read is only known while
   * it runs (a computed name, a loop over the names).
   */
  readonly dependsOn: readonly DeviceRead[] | null
  matches(device: SelectorDevice): SelectorVerdict
  /** What the last call of matches cost, as upstream counts it. */
  readonly lastCost: number
}

/** The text is all that follows `CEL compile error: `. */
export interface CompileError {
  readonly compileError: string
}

/** The selectors of one decision: each distinct expression is compiled once, errors too. */
export interface SelectorCompiler {
  compile(expression: string): DeviceSelector | CompileError
}

/** Where releases differ in the language. */
export interface CelDialect {
  /**
   * The declared type of an attribute's value. Upstream declares several types of one name and the
   * last one wins: `any` until 1.36, `dyn` since 1.37.
   */
  readonly attributeType: 'any' | 'dyn'
  /** The function `includes`: none (until 1.35), for a cost of 1, or charged by what it looks through. */
  readonly includes: 'none' | 'flat' | 'by-size'
  /** The release of cel-go: it decides on accidents of the language and its extensions. */
  readonly celGo: '0.26' | '0.29'
  /** A missing key's error suggests optional chaining (1.37). */
  readonly suggestsOptionals: boolean
}
