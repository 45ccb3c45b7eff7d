import type { JsonObject } from '../../snapshot/json/fields.ts'
import { listAt, objectAt } from '../../snapshot/json/raw-object.ts'
import { type Origin, podFromTemplate } from './pod-template.ts'

export interface StatefulPod {
  readonly pod: JsonObject
  /** PersistentVolumeClaims that the controller makes for it, where there are none of their names. */
  readonly claims: readonly JsonObject[]
}

/** One pod of a StatefulSet with its identity and storage (initIdentity, updateStorage). */
export function statefulPod(set: JsonObject, origin: Origin, ordinal: number): StatefulPod {
  const spec = objectAt(set, 'spec')
  const setName = String(objectAt(set, 'metadata')['name'])
  const name = `${setName}-${ordinal}`
  const template = objectAt(spec, 'template')
  const pod = podFromTemplate(template, origin, name, {
    'statefulset.kubernetes.io/pod-name': name,
    'apps.kubernetes.io/pod-index': String(ordinal),
  })
  const matchLabels = objectAt(objectAt(spec, 'selector'), 'matchLabels')
  const claims = listAt(spec, 'volumeClaimTemplates').map((claimTemplate) => {
    const metadata = objectAt(claimTemplate, 'metadata')
    const templateName = String(metadata['name'] ?? '')
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        ...metadata,
        name: `${templateName}-${setName}-${ordinal}`,
        namespace: origin.namespace,
        labels: { ...objectAt(metadata, 'labels'), ...matchLabels },
      },
      spec: objectAt(claimTemplate, 'spec'),
      status: { phase: 'Pending' },
    }
    return { templateName, claim }
  })
  const own = new Set(claims.map(({ templateName }) => templateName))
  const others = listAt(objectAt(template, 'spec'), 'volumes').filter(
    (volume) => !own.has(nameOf(volume)),
  )
  const volumes = claims.map(({ templateName, claim }) => ({
    name: templateName,
    persistentVolumeClaim: { claimName: claim.metadata.name },
  }))
  const identity = {
    hostname: name,
    subdomain: spec['serviceName'],
    volumes: [...volumes, ...others],
  }
  return {
    pod: { ...pod, spec: { ...objectAt(pod, 'spec'), ...identity } },
    claims: claims.map(({ claim }) => claim),
  }
}

function nameOf(value: unknown): string {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : ''
  return typeof name === 'string' ? name : ''
}
