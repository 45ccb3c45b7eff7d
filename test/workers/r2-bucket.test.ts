import { describe, expect, it } from 'vitest'
import { SNAPSHOT_SETTINGS } from '../../src/snapshots/settings.ts'
import { isR2Bucket } from '../../src/workers/r2-bucket.ts'
import { workersSnapshots } from '../../src/workers/snapshots.ts'

function bindingWith(...methods: string[]): object {
  return Object.fromEntries(methods.map((name) => [name, () => Promise.resolve(null)]))
}

describe('a binding to an R2 bucket', () => {
  it('is known by its methods', () => {
    expect(isR2Bucket(bindingWith('head', 'get', 'put', 'delete', 'list'))).toBe(true)
  })

  it('is not taken for one to Workers KV, which would put over what is there', () => {
    expect(isR2Bucket(bindingWith('get', 'put', 'delete', 'list', 'getWithMetadata'))).toBe(false)
  })

  it('is no text, and may be absent', () => {
    expect(isR2Bucket('checkpoints')).toBe(false)
    expect(isR2Bucket(undefined)).toBe(false)
    expect(isR2Bucket(null)).toBe(false)
  })
})

describe('snapshots of a Worker', () => {
  it('are not kept elsewhere where their bucket is none', () => {
    const bindings = { SNAPSHOTS_R2: bindingWith('get', 'put', 'delete', 'list') }
    const now = () => new Date(0)
    expect(() => workersSnapshots(bindings, SNAPSHOT_SETTINGS, now)).toThrow('SNAPSHOTS_R2')
    expect(workersSnapshots({}, SNAPSHOT_SETTINGS, now)).toBe(null)
  })
})
