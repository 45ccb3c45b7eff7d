import type { AttributeScalar, AttributeValue, SelectorDevice } from '../device-selector.ts'
import { compileRegexp, type LinearRegexp } from '../regexp/linear-regexp.ts'
import { PatternError } from '../regexp/pattern-reader.ts'
import { EntryMap, NameMap } from '../values/cel-map.ts'
import { CelError, CelList, type CelValue } from '../values/cel-value.ts'
import { parseQuantity, Quantity } from '../values/quantity.ts'
import { parseSemver, type Semver } from '../values/semver.ts'

/** Patterns that are made while an expression runs are not kept beyond this many. */
const PATTERNS_MAX = 100

/** Versions, quantities and patterns by their text; a cluster has few distinct ones. */
export class DeviceTexts {
  private readonly patterns = new Map<string, LinearRegexp | CelError>()
  private readonly versions = new Map<string, Semver | string>()
  private readonly quantities = new Map<string, Quantity | string>()

  version(text: string): Semver | string {
    let version = this.versions.get(text)
    if (version === undefined) {
      version = parseSemver(text)
      this.versions.set(text, version)
    }
    return version
  }

  quantity(text: string): Quantity | string {
    let quantity = this.quantities.get(text)
    if (quantity === undefined) {
      // What decodes the object drops spaces around a quantity.
      quantity = parseQuantity(text.trim())
      this.quantities.set(text, quantity)
    }
    return quantity
  }

  pattern(text: string): LinearRegexp | CelError {
    const known = this.patterns.get(text)
    if (known !== undefined) return known
    if (this.patterns.size >= PATTERNS_MAX) this.patterns.clear()
    const compiled = compileRegexp(text)
    const pattern = compiled instanceof PatternError ? new CelError(compiled.text) : compiled
    this.patterns.set(text, pattern)
    return pattern
  }

  /** Null where the attribute has no value that upstream could convert. */
  attribute(value: AttributeValue): CelValue {
    if (!isList(value)) return this.scalar(value)
    return new CelList(value.map((one) => this.scalar(one)))
  }

  private scalar(value: AttributeScalar | null): CelValue {
    if (typeof value !== 'object' || value === null) return value
    const version = this.version(value.version)
    return typeof version === 'string' ? null : version
  }
}

function isList(value: AttributeValue): value is readonly AttributeScalar[] {
  return Array.isArray(value)
}

/** An attribute or capacity by domain and id; without a domain a name is the driver's. */
export function lookUp<T>(
  driver: string,
  domain: string,
  id: string,
  find: (name: string) => T | undefined,
): T | undefined {
  const found = find(`${domain}/${id}`)
  if (found !== undefined || domain !== driver || id.includes('/')) return found
  return find(id)
}

/** The variable `device`. */
export class DeviceValue extends NameMap {
  private readonly device: SelectorDevice
  private readonly texts: DeviceTexts

  constructor(device: SelectorDevice, texts: DeviceTexts) {
    super()
    this.device = device
    this.texts = texts
  }

  get size(): number {
    return 4
  }

  names(): Iterable<string> {
    return ['driver', 'allowMultipleAllocations', 'attributes', 'capacity']
  }

  valueOf(name: string): CelValue | undefined {
    const { device, texts } = this
    switch (name) {
      case 'driver':
        return device.driver
      case 'allowMultipleAllocations':
        return device.allowMultipleAllocations
      case 'attributes':
        return new DomainMap(device.driver, device.attributeNames(), (attribute) => {
          const value = device.attribute(attribute)
          return value === undefined ? undefined : texts.attribute(value)
        })
      case 'capacity':
        return new DomainMap(device.driver, device.capacityNames(), (capacity) =>
          capacityOf(device, texts, capacity),
        )
      default:
        return undefined
    }
  }
}

export function capacityOf(
  device: SelectorDevice,
  texts: DeviceTexts,
  name: string,
): Quantity | undefined {
  const text = device.capacity(name)
  const quantity = text === undefined ? undefined : texts.quantity(text)
  return quantity instanceof Quantity ? quantity : undefined
}

const NOTHING = new EntryMap()

/** Domain to id to value. Looking up a domain that does not exist finds an empty map. */
class DomainMap extends NameMap {
  private readonly driver: string
  private readonly idsByDomain = new Map<string, string[]>()
  private readonly valueNamed: (name: string) => CelValue | undefined

  constructor(
    driver: string,
    names: Iterable<string>,
    valueNamed: (name: string) => CelValue | undefined,
  ) {
    super()
    this.driver = driver
    this.valueNamed = valueNamed
    for (const name of names) this.addName(name)
  }

  private addName(name: string): void {
    const slash = name.indexOf('/')
    const domain = slash < 0 ? this.driver : name.slice(0, slash)
    const id = name.slice(slash + 1)
    const known = this.idsByDomain.get(domain)
    if (known === undefined) this.idsByDomain.set(domain, [id])
    else if (!known.includes(id)) known.push(id)
  }

  get size(): number {
    return this.idsByDomain.size
  }

  names(): Iterable<string> {
    return this.idsByDomain.keys()
  }

  valueOf(domain: string): CelValue | undefined {
    const ids = this.idsByDomain.get(domain)
    if (ids === undefined) return undefined
    return new EntryMap(
      ids.map((id): readonly [string, CelValue] => {
        return [id, lookUp(this.driver, domain, id, this.valueNamed) ?? null]
      }),
    )
  }

  override find(key: CelValue): CelValue {
    return super.find(key) ?? NOTHING
  }

  override has(key: CelValue): boolean {
    return typeof key === 'string' && this.idsByDomain.has(key)
  }
}
