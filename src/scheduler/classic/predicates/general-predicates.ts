import type { PluginFactory } from '../context.ts'
import { bundle } from '../predicate-group.ts'
import { hostName } from './host-name.ts'
import { matchNodeSelector } from './match-node-selector.ts'
import { podFitsHostPorts } from './pod-fits-host-ports.ts'
import { podFitsResources } from './pod-fits-resources.ts'

/** What the kubelet checks again: resources, host name, ports and selector, all of them always. */
export const generalPredicates: PluginFactory = (name, context) =>
  bundle(
    name,
    [podFitsResources, hostName, podFitsHostPorts, matchNodeSelector].map((make) =>
      make(name, context),
    ),
    'bundle',
  )
