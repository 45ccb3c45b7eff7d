import { expect, it } from 'vitest'
import { decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { filterOf, reasonsByNode } from '../../support/verdicts.ts'

const RESTART = 'RestartAllContainersOnContainerExits'
const USER_NAMESPACES = 'UserNamespacesHostNetworkSupport'
const MOUNTS = 'VolumeBindMountOptions'
const LACKING = ["node(s) didn't match Pod's required features"]
const nodes = [
  makeNode('declares', { declaredFeatures: [MOUNTS, RESTART, 'Unheard', USER_NAMESPACES] }),
  makeNode('silent'),
]

function podWith(container: Json, spec: Json = {}) {
  return makePod('p', { spec: { containers: [{ name: 'app', ...container }], ...spec } })
}

const restarts = podWith({ restartPolicyRules: [{ action: 'RestartAllContainers' }] })
const mounts = podWith({ volumeMounts: [{ name: 'v', bindMountOptions: ['noexec'] }] })
const userNamespaces = podWith({}, { hostNetwork: true, hostUsers: false })
const refused = { silent: LACKING }

it.each([
  { name: 'restarting all containers', pod: restarts, from: '1.36' },
  { name: 'user namespaces on the host network', pod: userNamespaces, from: '1.36' },
  { name: 'mount options', pod: mounts, from: '1.37' },
])('$name needs a node that declares it, from $from on', ({ pod, from }) => {
  for (const release of ['1.35', '1.36', '1.37']) {
    const decision = decideOne({ nodes }, pod, { profile: `kubernetes-${release}` })
    expect(reasonsByNode(decision), release).toEqual(release < from ? {} : refused)
  }
})

it('asks nothing of nodes for the host network alone', () => {
  const decision = decideOne({ nodes }, podWith({}, { hostNetwork: true }))
  expect(reasonsByNode(decision)).toEqual({})
})

it('names the feature that is missing', () => {
  const { rejected } = filterOf(decideOne({ nodes }, restarts))
  expect(rejected[0]?.details).toEqual([{ kind: 'missingFeature', missingFeature: RESTART }])
})
