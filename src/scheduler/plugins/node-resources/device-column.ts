import type { Cluster } from '../../../snapshot/cluster.ts'
import type { ResourceColumn } from '../../../snapshot/pods/pods-on-nodes.ts'
import type { DeviceRules } from '../../devices/device-rules.ts'
import { countDevices } from '../../devices/inventory/device-counts.ts'
import { inventoryOf } from '../../devices/inventory/device-inventory.ts'

/** Whether devices may stand in for the resource where a node has none of it. */
export function isServedByDevices({ devices }: Cluster, resource: string): boolean {
  return devices.classOfResource(resource) !== undefined
}

/** What is requested of devices does not leave a node with its pods. */
export interface ColumnWithDevices extends ResourceColumn {
  readonly requestedOfDevices?: Float64Array
}

/** What nodes have of an extended resource: devices where they do not offer it themselves. */
export function columnWithDevices(
  cluster: Cluster,
  resource: string,
  rules: DeviceRules,
): ColumnWithDevices {
  const own = cluster.pods.column(resource)
  const deviceClass = cluster.devices.classOfResource(resource)
  if (deviceClass === undefined) return own
  const { count } = cluster.nodes
  const inventory = inventoryOf(cluster, rules)
  inventory.catchUp()
  const { total, allocated } = countDevices(inventory, deviceClass, count)
  const allocatable = own.allocatable.slice()
  const requested = own.requested.slice()
  const requestedOfDevices = new Float64Array(count)
  for (let node = 0; node < count; node++) {
    if (own.allocatable[node] !== 0 || total[node] === 0) continue
    allocatable[node] = total[node]
    requested[node] = allocated[node]
    requestedOfDevices[node] = allocated[node]
  }
  return { allocatable, requested, requestedOfDevices }
}
