import { CelError } from '../values/cel-value.ts'
import { parseQuantity, quantityOfInt } from '../values/quantity.ts'
import { traversal } from './cost.ts'
import { global, method, type Overload } from './overload.ts'
import { aBool, aDouble, anInt, aQuantity, aString } from './params.ts'

const NOT_AN_INTEGER = new CelError('cannot convert value to integer')
const byLength = { costOfName: traversal(0) }

/** Kubernetes' quantities (apiserver library/quantity.go); sign is a function, whatever its comment says. */
export const QUANTITIES: readonly Overload[] = [
  global(
    'quantity',
    [aString],
    aQuantity,
    (text) => {
      const quantity = parseQuantity(text)
      return typeof quantity === 'string' ? new CelError(quantity) : quantity
    },
    byLength,
  ),
  global(
    'isQuantity',
    [aString],
    aBool,
    (text) => typeof parseQuantity(text) !== 'string',
    byLength,
  ),
  global('sign', [aQuantity], anInt, (quantity) => quantity.sign()),
  method('isGreaterThan', [aQuantity, aQuantity], aBool, (a, b) => a.compare(b) > 0),
  method('isLessThan', [aQuantity, aQuantity], aBool, (a, b) => a.compare(b) < 0),
  method('compareTo', [aQuantity, aQuantity], anInt, (a, b) => BigInt(a.compare(b))),
  method('asApproximateFloat', [aQuantity], aDouble, (quantity) => quantity.toFloat()),
  method('asInteger', [aQuantity], anInt, (quantity) => quantity.toInteger() ?? NOT_AN_INTEGER),
  method('isInteger', [aQuantity], aBool, (quantity) => quantity.toInteger() !== null),
  method('add', [aQuantity, aQuantity], aQuantity, (a, b) => a.plus(b, 1)),
  method('add', [aQuantity, anInt], aQuantity, (a, b) => a.plus(quantityOfInt(b), 1)),
  method('sub', [aQuantity, aQuantity], aQuantity, (a, b) => a.plus(b, -1)),
  method('sub', [aQuantity, anInt], aQuantity, (a, b) => a.plus(quantityOfInt(b), -1)),
]
