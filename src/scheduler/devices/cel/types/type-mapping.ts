import {
  type CelType,
  DYN,
  isDyn,
  isDynOrError,
  isExactType,
  listType,
  mapType,
  opaqueType,
  typeOfType,
} from './cel-type.ts'

/** What type parameters stand for; one that a failed comparison filled is thrown away. */
export class TypeMapping {
  private readonly bound: Map<string, CelType>

  constructor(bound: ReadonlyMap<string, CelType> = new Map()) {
    this.bound = new Map(bound)
  }

  copy(): TypeMapping {
    return new TypeMapping(this.bound)
  }

  find(type: CelType): CelType | undefined {
    return type.kind === 'param' ? this.bound.get(type.name) : undefined
  }

  bind(param: CelType, type: CelType): void {
    this.bound.set(param.name, type)
  }
}

/** Replaces bound parameters; unbound ones become dyn if asked for. */
export function substitute(mapping: TypeMapping, type: CelType, unboundToDyn: boolean): CelType {
  const bound = mapping.find(type)
  if (bound !== undefined) return substitute(mapping, bound, unboundToDyn)
  if (type.kind === 'param') return unboundToDyn ? DYN : type
  if (type.parameters.length === 0) return type
  const parameters = type.parameters.map((one) => substitute(mapping, one, unboundToDyn))
  const [first = DYN, second = DYN] = parameters
  if (type.kind === 'list') return listType(first)
  if (type.kind === 'map') return mapType(first, second)
  return type.kind === 'type' ? typeOfType(first) : opaqueType(type.name, parameters)
}

/** The mapping under which values of `from` may stand where `to` is asked for, or null. */
export function assign(mapping: TypeMapping, from: CelType, to: CelType): TypeMapping | null {
  return assignList(mapping, [from], [to])
}

export function assignList(
  mapping: TypeMapping,
  from: readonly CelType[],
  to: readonly CelType[],
): TypeMapping | null {
  const trial = mapping.copy()
  return areAssignable(trial, from, to) ? trial : null
}

function areAssignable(
  mapping: TypeMapping,
  from: readonly CelType[],
  to: readonly CelType[],
): boolean {
  if (from.length !== to.length) return false
  return from.every((type, i) => isAssignable(mapping, type, to[i]))
}

/** cel-go checker internalIsAssignable; fills the mapping as it goes. */
function isAssignable(mapping: TypeMapping, a: CelType, b: CelType): boolean {
  if (b.kind === 'param') {
    const found = canStandFor(mapping, a, b)
    if (found !== 'free') return found === 'yes'
  }
  if (a.kind === 'param') return canStandFor(mapping, b, a) === 'yes'
  if (isDynOrError(a) || isDynOrError(b)) return true
  if (a.kind === 'null' || b.kind === 'null') return isNullable(a) && isNullable(b)
  if (a.kind === 'type') return b.kind === 'type'
  if (a.kind !== b.kind || a.name !== b.name) return false
  return areAssignable(mapping, a.parameters, b.parameters)
}

function isNullable(type: CelType): boolean {
  const { kind } = type
  return (
    kind === 'null' ||
    kind === 'opaque' ||
    kind === 'struct' ||
    kind === 'duration' ||
    kind === 'timestamp'
  )
}

/**
 * Whether the parameter (or what it stands for) may be `type`. Free: the parameter stands for
 * nothing yet, and cannot stand for this type since it occurs in it.
 */
function canStandFor(mapping: TypeMapping, type: CelType, param: CelType): 'yes' | 'no' | 'free' {
  if (isExactType(type, param)) return 'yes'
  const bound = mapping.find(param)
  if (bound === undefined) {
    if (!isFreeOf(mapping, param, type)) return 'free'
    mapping.bind(param, type)
    return 'yes'
  }
  if (isExactType(type, bound)) return 'yes'
  if (!isAssignable(mapping, type, bound)) return 'no'
  const general = mostGeneral(type, bound)
  if (isFreeOf(mapping, param, general)) mapping.bind(param, general)
  return 'yes'
}

/** The occurs check: a parameter must not stand for a type that it is part of. */
function isFreeOf(mapping: TypeMapping, param: CelType, type: CelType): boolean {
  if (isExactType(param, type)) return false
  const bound = mapping.find(type)
  if (bound !== undefined) return isFreeOf(mapping, param, bound)
  return type.parameters.every((one) => isFreeOf(mapping, param, one))
}

/** The more general of two types that are known to go together. */
export function mostGeneral(a: CelType, b: CelType): CelType {
  return isAsGeneral(a, b) ? a : b
}

function isAsGeneral(a: CelType, b: CelType): boolean {
  if (isDyn(a) || a.kind === 'param') return true
  if (isDyn(b) || b.kind === 'param') return false
  if (a.kind !== b.kind) return false
  if (a.kind === 'type') return true
  if (a.name !== b.name || a.parameters.length !== b.parameters.length) return false
  return a.parameters.every((one, i) => isAsGeneral(one, b.parameters[i]))
}
