import fc, { type Arbitrary, constantFrom, letrec, oneof, string, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SelectorDevice } from '../../src/scheduler/devices/cel/device-selector.ts'
import { DeviceSelectors } from '../../src/scheduler/devices/cel/device-selectors.ts'
import { CEL_1_37 } from '../../src/scheduler/devices/cel/dialects.ts'
import { selectorDevice } from '../scheduler/devices/cel/selector-device.ts'

const DEVICE = selectorDevice({
  driver: 'gpu.example.com',
  attributes: { model: { string: 'a100' }, index: { int: 3 }, 'other.io/ready': { bool: true } },
  capacity: { memory: { value: '40Gi' } },
})
const ATTRIBUTES = "device.attributes['gpu.example.com']"
/** No expression may take longer, whatever it says; most take microseconds. */
const MS_MAX = 3000

/** Judges the device; fails if that throws, takes too long or gives no proper verdict. */
function judge(expression: string, device: SelectorDevice = DEVICE): void {
  const start = performance.now()
  const selector = new DeviceSelectors(CEL_1_37).compile(expression)
  if ('compileError' in selector) expect(selector.compileError).not.toBe('')
  else {
    const verdict = selector.matches(device)
    if ('error' in verdict) expect(verdict.error).not.toBe('')
    else expect(verdict.matched).toBeTypeOf('boolean')
  }
  expect(performance.now() - start).toBeLessThan(MS_MAX)
}

/** Expressions of any types: what does not go together must be an error, not an exception. */
const { expression }: { expression: Arbitrary<string> } = letrec<{ expression: string }>((tie) => ({
  expression: oneof(
    { maxDepth: 5, withCrossShrink: true },
    constantFrom(
      '1',
      '-9223372036854775808',
      '2u',
      '1.5',
      "'a'",
      "'é😀'",
      "b'x'",
      'true',
      'null',
      '[]',
      '{}',
      'x',
      'device',
      'device.driver',
      'device.attributes',
      `${ATTRIBUTES}.model`,
      `${ATTRIBUTES}.?index`,
      `${ATTRIBUTES}.nosuch`,
      "device.capacity['gpu.example.com'].memory",
      "quantity('1Gi')",
      "semver('1.2.3')",
      'optional.none()',
      "duration('1h')",
      'timestamp(0)',
      'int',
      "ip('::1')",
    ),
    tuple(
      constantFrom('+', '-', '*', '/', '%', '==', '!=', '<', '>=', '&&', '||', 'in'),
      tie('expression'),
      tie('expression'),
    ).map(([operator, a, b]) => `(${a} ${operator} ${b})`),
    tuple(
      constantFrom('size', 'string', 'int', 'dyn', 'type', 'quantity', 'double', 'lists.range'),
      tie('expression'),
    ).map(([name, a]) => `${name}(${a})`),
    tuple(
      constantFrom('map', 'filter', 'all', 'exists', 'sortBy', 'exists_one'),
      tie('expression'),
      tie('expression'),
    ).map(([name, range, body]) => `dyn(${range}).${name}(x, ${body})`),
    tuple(
      constantFrom(
        'a',
        '?a',
        'sort()',
        'flatten()',
        'value()',
        'trim()',
        'getHours()',
        'reverse()',
      ),
      tie('expression'),
    ).map(([member, a]) => `dyn(${a}).${member}`),
    tuple(
      constantFrom('split', 'join', 'replace', 'matches', 'format', 'indexOf', 'add', 'orValue'),
      tie('expression'),
      tie('expression'),
    ).map(([name, a, b]) => `dyn(${a}).${name}(${b})`),
    tuple(tie('expression'), tie('expression')).map(([a, b]) => `[${a}, ${b}]`),
    tuple(tie('expression'), tie('expression')).map(([a, b]) => `{${a}: ${b}}`),
    tuple(tie('expression'), tie('expression')).map(([a, b]) => `cel.bind(x, ${a}, ${b})`),
    tuple(tie('expression'), tie('expression'), tie('expression')).map(
      ([a, b, c]) => `(${a} ? ${b} : ${c})`,
    ),
    tuple(tie('expression'), tie('expression')).map(([a, b]) => `dyn(${a})[${b}]`),
  ),
}))

describe('an expression', () => {
  it('never throws and always ends, whatever it is made of', () => {
    fc.assert(
      fc.property(expression, (one) => judge(one)),
      { numRuns: 1500, seed: 20261121 },
    )
  })

  it('may be any text at all', () => {
    fc.assert(
      fc.property(string({ unit: 'binary', maxLength: 60 }), (one) => judge(one)),
      { numRuns: 500, seed: 20261121 },
    )
    const tokens = constantFrom(
      ...[
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        '.',
        '?',
        ':',
        ',',
        '!',
        '-',
        '+',
        '&&',
        'in',
        'x',
        '1',
        "'",
      ],
    )
    fc.assert(
      fc.property(tuple(tokens, tokens, tokens, tokens, tokens, tokens), (one) =>
        judge(one.join('')),
      ),
      { numRuns: 1000, seed: 20261121 },
    )
  })

  it('may hold any pattern, and matches it in linear time', () => {
    const part = constantFrom(
      'a',
      '.',
      '*',
      '+',
      '?',
      '(',
      ')',
      '|',
      '[a-z]',
      '{2,9}',
      '\\w',
      '^',
      '$',
    )
    fc.assert(
      fc.property(tuple(part, part, part, part, part, part, part), (parts) =>
        judge(`(device.driver + '${'a'.repeat(200)}').matches(r'${parts.join('')}')`),
      ),
      { numRuns: 1000, seed: 20261121 },
    )
    judge(`'${'a'.repeat(5000)}!'.matches('^(a|aa)+$')`)
    judge(`'${'a'.repeat(5000)}'.find('(a*)*b') == ''`)
  })

  it('sees nothing but what the device answers', () => {
    const asked = new Set<string>()
    const spy: SelectorDevice = new Proxy(DEVICE, {
      get(target, name, receiver) {
        asked.add(String(name))
        return Reflect.get(target, name, receiver)
      },
    })
    for (const name of ['constructor', '__proto__', 'toString', 'prototype', 'process']) {
      judge(`device.attributes['x'].${name} == 1`, spy)
      judge(`dyn(device).${name} == 1`, spy)
      judge(`{'a': 1}.${name} == 1`, spy)
      judge(`${name} == 1`, spy)
      judge(`${name}()`, spy)
      judge(`device.${name}()`, spy)
    }
    const allowed = [
      'problem',
      'driver',
      'attribute',
      'attributeNames',
      'capacity',
      'capacityNames',
    ]
    expect([...asked].filter((name) => !allowed.includes(name))).toEqual([])
  })
})

describe('what would grow without end', () => {
  const doubled = (operator: string, start: string): string => {
    let one = start
    for (let i = 0; i < 40; i++) one = `cel.bind(x, ${one}, x ${operator} x)`
    return one
  }
  it.each([
    ['nested parentheses', `${'('.repeat(20_000)}1${')'.repeat(20_000)} == 1`],
    ['a long sum', `${'1+'.repeat(20_000)}1 == 1`],
    ['a long chain of &&', `${'true && '.repeat(10_000)}true`],
    ['a long chain of selections', `device${'.a'.repeat(20_000)}`],
    ['more characters than are read', `'${'a'.repeat(100_001)}' == ''`],
    ['a long list', `[${'1,'.repeat(40_000)}] == []`],
    ['a long range', 'lists.range(9223372036854775807).size() == 1'],
    ['ranges in ranges', loops(6)],
    ['a range that filters all', 'lists.range(1000000).filter(x, false).size() == 0'],
    ['a string that doubles', `${doubled('+', "'abcdefgh'")}.size() == 1`],
    ['a list that doubles', `${doubled('+', '[1]')}.size() == 1`],
    [
      'a string of strings',
      `'${'a'.repeat(300)}'.replace('a', '${'b'.repeat(300)}').replace('b', '${'c'.repeat(300)}').replace('c', '${'d'.repeat(300)}') == ''`,
    ],
    ['lists that hold the same lists', `${nested(40)} == ${nested(40)}`],
    ['the same as text', `'%s'.format([${nested(40)}]) == ''`],
    ['a number with a large exponent', "quantity('1e1000000000').isInteger()"],
    ['a precision that is too large', "'%.999999999f'.format([1.5]) == ''"],
    ['optMap of optMap', `optional.of(1)${'.optMap(x, x)'.repeat(100)}.hasValue()`],
    ['a repetition of repetitions', "'a'.matches('((a{100}){100}){100}')"],
    ['a large program for a pattern', `'${'a'.repeat(2000)}'.matches('(${'a?'.repeat(300)}){3}b')`],
  ])('%s: ends', (_name, one) => {
    judge(one)
  })

  function loops(depth: number): string {
    let one = 'true'
    for (let i = 0; i < depth; i++) one = `lists.range(900000).all(x${i}, ${one})`
    return one
  }

  function nested(depth: number): string {
    let one = '[1, 1]'
    for (let i = 0; i < depth; i++) one = `cel.bind(y, ${one}, [y, y])`
    return one
  }
})
