import * as z from 'zod'

const Allocation = z.record(z.string(), z.unknown()).meta({
  id: 'Allocation',
  description:
    'As in status.allocation of a ResourceClaim (resource.k8s.io/v1): devices, their configuration ' +
    'and where they can be used. allocationTimestamp only with `options.now`; a shareID follows ' +
    "from the request's digest.",
})

const claim = z.string().meta({
  description:
    "Its name, in the pod's namespace; `<extended-resources>` for the one that is made for " +
    'extended resources.',
})

export const ClaimAllocation = z
  .strictObject({ claim, allocation: Allocation })
  .meta({ id: 'ClaimAllocation', description: 'What a claim would be given on a node.' })

export const PlacedClaim = z
  .strictObject({
    claim,
    allocation: Allocation,
    reservedFor: z.array(z.string()).meta({ description: 'Names of the pods that may use it.' }),
    requests: z.array(z.record(z.string(), z.unknown())).optional().meta({
      description: 'Only of the claim for extended resources: its spec.devices.requests.',
    }),
  })
  .meta({ id: 'PlacedClaim', description: 'A claim as it is with its pod placed.' })

export const RequestMapping = z
  .strictObject({
    containerName: z.string(),
    resourceName: z.string(),
    requestName: z.string(),
  })
  .meta({
    id: 'RequestMapping',
    description: 'As in status.extendedResourceClaimStatus.requestMappings of a pod.',
  })
