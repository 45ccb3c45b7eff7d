import { describe, expect, it } from 'vitest'
import { readLiveConfiguration } from '../../src/live/live-configuration.ts'

function read(args: { readonly volumes?: number; readonly devices?: string }, more: object = {}) {
  const pluginConfig = [
    ...(args.volumes === undefined
      ? []
      : [{ name: 'VolumeBinding', args: { bindTimeoutSeconds: args.volumes } }]),
    ...(args.devices === undefined
      ? []
      : [{ name: 'DynamicResources', args: { bindingTimeout: args.devices } }]),
  ]
  return readLiveConfiguration({
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [{ schedulerName: 'first' }, { schedulerName: 'ours', pluginConfig }],
    ...more,
  })
}

describe('how long a pod of berth schedule waits', () => {
  it.each([
    [{}, { volumesMs: 600_000, devicesMs: 600_000 }],
    [{ volumes: 30 }, { volumesMs: 30_000, devicesMs: 600_000 }],
    [{ volumes: 0 }, { volumesMs: 0, devicesMs: 600_000 }],
    [{ devices: '90s' }, { volumesMs: 600_000, devicesMs: 90_000 }],
  ])('%j', (args, limits) => {
    const found = read(args)
    expect(found.ok && found.value.limits('ours')).toEqual(limits)
  })

  it.each([[{ volumes: 2_147_484 }], [{ devices: '600h' }]])(
    'is no longer than a timer can be: %j',
    (args) => {
      expect(read(args)).toMatchObject({
        ok: false,
        error: [expect.stringContaining('/profiles/1/pluginConfig: a pod waits at most 2147483 s')],
      })
    },
  )
})
