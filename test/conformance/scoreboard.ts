import { createApp } from '../../src/app.ts'
import { conform, type Finding } from './conform.ts'
import { type Recording, recordings } from './corpus.ts'
import { inWords } from './difference.ts'

// npm run conformance [-- WORD ...] [--show N]: a line a family and release, those that are of every
// WORD (a family, a release, `modern` or `classic`); exit 1 on any difference.

const arguments_ = process.argv.slice(2)
const showAt = arguments_.indexOf('--show')
const shown = showAt < 0 ? 0 : Number(arguments_[showAt + 1])
const words = showAt < 0 ? arguments_ : arguments_.toSpliced(showAt, 2)

const app = createApp()
let differing = 0
printRow(['family', 'release', 'cases', 'pods', 'equal', 'differing'])
for (const recording of recordings()) {
  const { era, family, release } = recording
  if (!words.every((word) => [era, family, release].includes(word))) continue
  const findings = await conform(app, recording)
  differing += print(recording, findings)
}
process.exitCode = differing === 0 ? 0 : 1

function print({ family, release }: Recording, findings: Finding[]): number {
  const cases = new Set(findings.map((one) => one.case)).size
  const different = findings.filter((one) => one.differences.length > 0)
  const equal = findings.length - different.length
  printRow([family, release, cases, findings.length, equal, different.length])
  for (const { case: name, pod, differences } of different.slice(0, shown)) {
    console.log(`  ${name} ${pod}`)
    for (const one of differences.slice(0, 5)) console.log(`    ${inWords(one)}`)
  }
  return different.length
}

function printRow([family, ...cells]: (string | number)[]): void {
  console.log(String(family).padEnd(15) + cells.map((cell) => String(cell).padStart(10)).join(''))
}
