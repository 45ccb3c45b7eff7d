import { SKIP } from '../../framework/plugin.ts'
import type { PluginFactory } from '../context.ts'

/**
 * Would keep a pod off every node but spec.nodeName. A pod that names its node is already assigned
 * and never gets here, so for pods to decide there is nothing to judge.
 */
export const hostName: PluginFactory = (name) => ({ name, prepareFilter: () => SKIP })
