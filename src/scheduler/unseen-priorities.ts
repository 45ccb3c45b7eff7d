import type { Cluster } from '../snapshot/cluster.ts'
import { kubectlGet } from '../snapshot/snapshot-resources.ts'
import type { Gap } from './framework/gap.ts'

/** The admission plugin that gives pods their priority. */
const PLUGIN = 'Priority'

/** Who displaces whom, and who makes room for whom, rests on PriorityClasses that were not seen. */
export function unseenPriorities({ unseenPriorityClasses }: Cluster): readonly Gap[] {
  return Array.from(unseenPriorityClasses, (name) => ({
    kind: 'PriorityClass',
    plugin: PLUGIN,
    why:
      name === ''
        ? 'PriorityClasses that were not read may give pods without a class their priority'
        : `PriorityClass ${name} was not seen`,
    command: kubectlGet('priorityClasses'),
  }))
}
