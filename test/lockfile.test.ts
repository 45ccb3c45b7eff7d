import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly integrity?: string
  /** Only for development, and only where npm could install it. */
  readonly dev?: boolean
  readonly optional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
const { packages }: Lockfile = JSON.parse(text)

// npm leaves out what its registry did not have at that moment, and then `npm ci` fails anywhere.
it('locks the binaries of every platform, so that npm ci works on each', () => {
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !locked.has(name))
  expect(missing).toEqual([])
})

it('knows what every package is made of that runs anywhere, or on every platform', () => {
  const unknown = Object.entries(packages).filter(
    ([path, { integrity, dev, optional }]) =>
      path !== '' && !(dev && optional) && !integrity?.startsWith('sha512-'),
  )
  expect(unknown).toEqual([])
})
