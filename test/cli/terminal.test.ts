import { describe, expect, it } from 'vitest'
import { makeProgress } from '../../src/cli/progress.ts'
import { pageColumns } from '../../src/cli/terminal.ts'

describe('the width of a page', () => {
  it.each([
    { variable: undefined, ofTerminal: 100, columns: 100 },
    { variable: '80', ofTerminal: 100, columns: 80 },
    { variable: '80', ofTerminal: undefined, columns: 80 },
    { variable: undefined, ofTerminal: undefined, columns: Number.POSITIVE_INFINITY },
    { variable: 'wide', ofTerminal: undefined, columns: Number.POSITIVE_INFINITY },
    { variable: '20', ofTerminal: 100, columns: 60 },
    { variable: undefined, ofTerminal: 400, columns: 160 },
  ])('COLUMNS $variable on a terminal of $ofTerminal', ({ variable, ofTerminal, columns }) => {
    expect(pageColumns(variable, ofTerminal)).toBe(columns)
  })
})

describe('progress', () => {
  function watch(isTTY: boolean) {
    let [nowMs, written] = [0, '']
    const write = (text: string) => {
      written += text
    }
    const progress = makeProgress({ isTTY, write }, () => nowMs)
    return {
      progress,
      at(ms: number, text: string) {
        nowMs = ms
        progress.show(text)
        return written
      },
      written: () => written,
    }
  }

  it('is silent for a second, then one line that is written over, and gone in the end', () => {
    const { at, progress, written } = watch(true)
    expect(at(900, 'reading')).toBe('')
    expect(at(1000, 'deciding 1')).toBe('\r\u001b[Kdeciding 1')
    expect(at(1050, 'deciding 2')).toBe('\r\u001b[Kdeciding 1')
    expect(at(1100, 'deciding 3')).toBe('\r\u001b[Kdeciding 1\r\u001b[Kdeciding 3')
    progress.clear()
    progress.clear()
    expect(written()).toBe('\r\u001b[Kdeciding 1\r\u001b[Kdeciding 3\r\u001b[K')
  })

  it('says nothing to a pipe', () => {
    expect(watch(false).at(9000, 'deciding')).toBe('')
  })
})
