import { filtering, SKIP } from '../../framework/plugin.ts'
import { PortFilter } from '../../plugins/node-ports.ts'
import type { Maker } from '../context.ts'
import { HOST_PORTS } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** Keeps pods off nodes where a host port that they want is taken. */
export const podFitsHostPorts: Maker = (name, { release }) => ({
  name,
  prepareFilter({ cluster, pod, rejections }) {
    const wanted = pod.class.hostPorts
    if (wanted.length === 0) return SKIP
    return filtering(new PortFilter(cluster, wanted, rejectionId(rejections, release, HOST_PORTS)))
  },
})
