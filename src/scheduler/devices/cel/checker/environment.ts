import type { CelDialect } from '../device-selector.ts'
import type { CelFunction } from '../library/cel-function.ts'
import { functionsOf } from '../library/cel-function.ts'
import { libraryOf } from '../library/library.ts'
import { aCidr, anIp, aQuantity, optional, any as param } from '../library/params.ts'
import {
  ANY,
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listType,
  mapType,
  NULL,
  objectType,
  STRING,
  TIMESTAMP,
  TYPE,
  typeParam,
  UINT,
} from '../types/cel-type.ts'

export const DEVICE_TYPE: CelType = objectType('kubernetes.DRADevice')

const A = typeParam('A')
const B = typeParam('B')
/** Types that are also names of values; `list` is the type of every list. */
const TYPE_NAMES: ReadonlyMap<string, CelType> = new Map(
  [
    BOOL,
    BYTES,
    DOUBLE,
    DURATION,
    INT,
    listType(A),
    mapType(A, B),
    NULL,
    STRING,
    TIMESTAMP,
    TYPE,
    UINT,
    optional(param('V')).type,
    anIp.type,
    aCidr.type,
  ].map((type) => [type.name, type]),
)

/** All that an expression can refer to: functions, the device, names of types. */
export class Environment {
  readonly functions: ReadonlyMap<string, CelFunction>
  readonly attributeType: CelType
  /** A dot before a name looks past the variables of loops; before cel-go 0.29 it meant nothing. */
  readonly dotIsGlobal: boolean
  private readonly deviceFields: ReadonlyMap<string, CelType>

  constructor(dialect: CelDialect) {
    this.functions = functionsOf(libraryOf(dialect))
    this.dotIsGlobal = dialect.celGo !== '0.26'
    this.attributeType = dialect.attributeType === 'dyn' ? DYN : ANY
    this.deviceFields = new Map([
      ['driver', STRING],
      ['allowMultipleAllocations', BOOL],
      ['attributes', mapType(STRING, mapType(STRING, this.attributeType))],
      ['capacity', mapType(STRING, mapType(STRING, aQuantity.type))],
    ])
  }

  /** The type that a name stands for. */
  typeNamed(name: string): CelType | undefined {
    return TYPE_NAMES.get(name)
  }

  /** The type of an object's field; only the device has fields. */
  fieldType(object: CelType, field: string): CelType | undefined {
    return this.isDevice(object) ? this.deviceFields.get(field) : undefined
  }

  isDevice(type: CelType): boolean {
    return type.name === DEVICE_TYPE.name
  }
}
