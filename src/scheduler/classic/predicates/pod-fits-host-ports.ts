import { filtering, SKIP } from '../../framework/plugin.ts'
import { PortFilter } from '../../plugins/node-ports.ts'
import type { PluginFactory } from '../context.ts'
import { HOST_PORTS } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** Keeps pods off nodes where a host port that they want is taken. */
export const podFitsHostPorts: PluginFactory = (name, { release }) => ({
  name,
  prepareFilter({ cluster, pod, statuses }) {
    const wanted = pod.signature.hostPorts
    if (wanted.length === 0) return SKIP
    return filtering(new PortFilter(cluster, wanted, rejectionId(statuses, release, HOST_PORTS)))
  },
})
