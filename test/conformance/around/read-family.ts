import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const DATA = new URL('../data/around/', import.meta.url)

/** The cases of a family around the scheduler, each with what v1.37.1 answered. */
export function readFamily<Case extends { name: string }, Answer extends { name: string }>(
  family: string,
): { case: Case; answer: Answer }[] {
  const cases = readLines<Case>(`${family}.cases.ndjson.gz`)
  const answers = readLines<Answer>(`${family}.v1.37.1.ndjson.gz`)
  return cases.map((one, line) => {
    const answer = answers[line]
    if (answer?.name !== one.name) throw new Error(`${family}: no answer to ${one.name}`)
    return { case: one, answer }
  })
}

function readLines<Line>(path: string): Line[] {
  const text = gunzipSync(readFileSync(new URL(path, DATA))).toString('utf8')
  // Written by the recorder; ../README.md is the schema.
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
