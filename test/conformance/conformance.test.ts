import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { conform } from './conform.ts'
import { recordings } from './corpus.ts'
import { inWords } from './difference.ts'

const SHOWN_MAX = 20

describe.each(recordings())('$family cases, asked as $profile', (recording) => {
  it(`are decided as ${recording.release} decided them`, async () => {
    const findings = await conform(createApp(), recording)
    const different = findings.flatMap(({ case: name, pod, differences }) =>
      differences.map((one) => `${name} ${pod} ${inWords(one)}`),
    )
    expect(different.slice(0, SHOWN_MAX)).toEqual([])
    expect(findings.length).toBeGreaterThan(0)
  })
})
