import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contractFiles } from '../../schemas/contract-files.ts'
import { PROBLEM_KINDS, type ProblemCode } from '../../schemas/problem-kinds.ts'
import { createApp } from '../../src/app.ts'

const openapi = JSON.parse(contractFiles().get('openapi.json') ?? '')
const codes = Object.keys(PROBLEM_KINDS).sort() as ProblemCode[]

const PAGES: ReadonlySet<string> = new Set(['GET /', 'GET /docs', 'GET /follow'])

describe('the committed contract', () => {
  it.each([...contractFiles()])('%s is what the schemas generate', (name, text) => {
    const committed = readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8')
    expect(committed).toBe(text)
  })

  it('describes exactly the routes that the app serves, besides the pages for people', () => {
    const served = createApp()
      .routes.filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
      .filter((route) => !PAGES.has(route))
    const described = Object.entries(openapi.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect([...new Set(served)].sort()).toEqual(described.sort())
  })

  it('has no reference that leads nowhere', () => {
    const references = JSON.stringify(openapi).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
    for (const [, name] of references) {
      expect(openapi.components.schemas).toHaveProperty([name ?? ''])
    }
  })
})

describe('the problem codes', () => {
  it('are all described in the OpenAPI document, each under its status', () => {
    // 405 belongs to no operation: it is the answer to methods that are none.
    const described = new Set(['405 method-not-allowed'])
    for (const methods of Object.values(openapi.paths)) {
      for (const operation of Object.values(methods as Record<string, Operation>)) {
        for (const [status, response] of Object.entries(operation.responses)) {
          if (Number(status) < 400) continue
          for (const code of response.description.split(', ')) described.add(`${status} ${code}`)
        }
      }
    }
    const known = codes.flatMap((code) => {
      const { status } = PROBLEM_KINDS[code]
      return code === 'version-conflict' ? [`409 ${code}`, `412 ${code}`] : [`${status} ${code}`]
    })
    expect([...described].sort()).toEqual(known.sort())
    expect(openapi.components.schemas.Problem.properties.code.enum.toSorted()).toEqual(codes)
  })

  it('are all in the README with their status', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const rows = [...readme.matchAll(/^\| `([a-z-]+)` \| ([\d, ]+) \|/gm)]
    const listed = rows.map(([, code, statuses]) => `${code} ${statuses?.trim()}`)
    const known = codes.map((code) =>
      code === 'version-conflict' ? `${code} 409, 412` : `${code} ${PROBLEM_KINDS[code].status}`,
    )
    expect(listed.sort()).toEqual(known.sort())
  })
})

interface Operation {
  readonly responses: Record<string, { readonly description: string }>
}
