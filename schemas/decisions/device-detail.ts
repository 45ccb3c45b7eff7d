import * as z from 'zod'

const count = z.int().min(0)
const devices = count.meta({ description: 'How many; the other fields are of one of them.' })
const claim = z.string().meta({ description: 'namespace/name of a ResourceClaim.' })

const selectorFields = {
  devices,
  expression: z.string(),
  values: z.array(z.strictObject({ name: z.string(), value: z.string().nullable() })).meta({
    description:
      'What the expression reads, as it would write it, and what the device has there; null: ' +
      'nothing. Empty where the expression finds that out while it runs.',
  }),
}

const DeviceFailure = z
  .discriminatedUnion('by', [
    z.strictObject({ by: z.literal('classSelector'), ...selectorFields }),
    z.strictObject({ by: z.literal('requestSelector'), ...selectorFields }),
    z.strictObject({
      by: z.literal('inUse'),
      devices,
      claim,
      pods: z.array(z.string()).meta({ description: 'Some of those that may use that claim.' }),
    }),
    z.strictObject({
      by: z.literal('capacity'),
      devices,
      capacity: z.string(),
      wanted: z.string(),
      free: z.string().nullable().meta({ description: 'null: it has no such capacity.' }),
    }),
    z.strictObject({
      by: z.literal('counter'),
      devices,
      counterSet: z.string(),
      counter: z.string(),
      wanted: z.string(),
      free: z.string(),
    }),
    z.strictObject({
      by: z.literal('taint'),
      devices,
      taint: z.strictObject({ key: z.string(), value: z.string(), effect: z.string() }),
    }),
    z.strictObject({ by: z.literal('node'), devices }),
    z.strictObject({ by: z.literal('feature'), devices }),
    z.strictObject({ by: z.literal('attribute'), devices, attribute: z.string() }),
  ])
  .meta({
    id: 'DeviceFailure',
    description:
      'The first thing that speaks against a device: node: it cannot be reached from there; feature: ' +
      'the release does not know how to use it; attribute: it lacks one that a constraint compares.',
  })

/** The fields of the details of devices; src/scheduler/framework/device-detail.ts has the types. */
export const DEVICE_REQUEST = {
  claim,
  request: z.string().meta({ description: 'As results name it: `gpu`, or `gpu/small`.' }),
  deviceClass: z.string(),
  wanted: z.int().nullable().meta({ description: 'null: all devices.' }),
  suitable: count.meta({ description: 'Devices that nothing speaks against, each by itself.' }),
  failed: z.array(DeviceFailure),
  nearest: z
    .strictObject({ device: z.string(), failed: DeviceFailure })
    .nullable()
    .meta({ description: 'The device that comes closest, as driver/pool/device.' }),
}

export const DEVICE_CONSTRAINT = {
  claim,
  constraint: z.enum(['matchAttribute', 'distinctAttribute']),
  attribute: z.string(),
  wanted: count.meta({ description: 'Devices that the requests it binds want.' }),
  together: count.meta({ description: 'The most that it lets go together.' }),
}

export const DEVICE_POOL = {
  driver: z.string(),
  pool: z.string(),
  state: z.enum(['incomplete', 'invalid']),
  problem: z.string().nullable().meta({ description: 'What is wrong with an invalid one.' }),
}
