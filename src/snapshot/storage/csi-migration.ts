import { BETA_ZONE, ZONE, ZONE_SEPARATOR } from '../nodes/topology-labels.ts'
import type { Labels } from '../selectors/label-selector.ts'
import type { AwsElasticBlockStore, AzureDisk, InTreeVolume } from './in-tree-volume.ts'

/** An in-tree volume plugin and the CSI driver that took over from it (k8s.io/csi-translation-lib). */
export interface InTreePlugin {
  readonly name: string
  readonly driver: string
  /** The label of the driver's topology, null where volumes keep their node affinity as it is. */
  readonly topologyKey: string | null
  /** Azure File and vSphere have a translation that the scheduler never uses. */
  readonly migrates: boolean
}

const PLUGINS: { readonly [kind in InTreeVolume['kind']]: InTreePlugin } = {
  gcePersistentDisk: {
    name: 'kubernetes.io/gce-pd',
    driver: 'pd.csi.storage.gke.io',
    topologyKey: 'topology.gke.io/zone',
    migrates: true,
  },
  awsElasticBlockStore: {
    name: 'kubernetes.io/aws-ebs',
    driver: 'ebs.csi.aws.com',
    topologyKey: 'topology.ebs.csi.aws.com/zone',
    migrates: true,
  },
  cinder: {
    name: 'kubernetes.io/cinder',
    driver: 'cinder.csi.openstack.org',
    topologyKey: 'topology.cinder.csi.openstack.org/zone',
    migrates: true,
  },
  azureDisk: {
    name: 'kubernetes.io/azure-disk',
    driver: 'disk.csi.azure.com',
    topologyKey: null,
    migrates: true,
  },
  portworxVolume: {
    name: 'kubernetes.io/portworx-volume',
    driver: 'pxd.portworx.com',
    topologyKey: null,
    migrates: true,
  },
  azureFile: {
    name: 'kubernetes.io/azure-file',
    driver: 'file.csi.azure.com',
    topologyKey: null,
    migrates: false,
  },
  vsphereVolume: {
    name: 'kubernetes.io/vsphere-volume',
    driver: 'csi.vsphere.vmware.com',
    topologyKey: null,
    migrates: false,
  },
}

const PLUGIN_BY_NAME: ReadonlyMap<string, InTreePlugin> = new Map(
  Object.values(PLUGINS).map((plugin) => [plugin.name, plugin]),
)

export function pluginOf(volume: InTreeVolume): InTreePlugin {
  return PLUGINS[volume.kind]
}

/** The plugin that a StorageClass names as its provisioner, undefined for CSI drivers and others. */
export function pluginNamed(provisioner: string): InTreePlugin | undefined {
  return PLUGIN_BY_NAME.get(provisioner)
}

/** The CSI driver's name for a volume, or why upstream cannot tell it. */
export type CsiHandle =
  | { readonly ok: true; readonly handle: string }
  | { readonly ok: false; readonly error: string }

const UNSPECIFIED = 'UNSPECIFIED'

/** Handle of a volume that a pod names itself. */
export function handleOfInline(volume: InTreeVolume): CsiHandle {
  switch (volume.kind) {
    case 'gcePersistentDisk':
      return known(gceDisk('zones', UNSPECIFIED, volume.pdName))
    case 'awsElasticBlockStore':
      return ebsHandle(volume)
    case 'azureDisk':
      return azureHandle(volume)
    case 'cinder':
    case 'portworxVolume':
      return known(volume.volumeId)
    case 'azureFile':
    case 'vsphereVolume':
      return known('')
  }
}

/** Handle of a PersistentVolume with an in-tree source: Google's disks are told apart by zone too. */
export function handleOfVolume(source: InTreeVolume, labels: Labels): CsiHandle {
  if (source.kind !== 'gcePersistentDisk') return handleOfInline(source)
  const zones = (labels.get(BETA_ZONE) || labels.get(ZONE) || '').split(ZONE_SEPARATOR)
  if (zones.length === 1) return known(gceDisk('zones', zones[0] || UNSPECIFIED, source.pdName))
  const region = gceRegion(zones)
  if (!region.ok) return failed(`failed to get region from zones: ${region.error}`)
  return known(gceDisk('regions', region.handle, source.pdName))
}

function known(handle: string): CsiHandle {
  return { ok: true, handle }
}

function failed(error: string): CsiHandle {
  return { ok: false, error }
}

function gceDisk(places: 'zones' | 'regions', place: string, disk: string): string {
  return `projects/${UNSPECIFIED}/${places}/${place}/disks/${disk}`
}

/** Zones are named locale-region-zone. */
function gceRegion(zones: readonly string[]): CsiHandle {
  const regions = new Set<string>()
  for (const zone of zones) {
    const parts = zone.split('-')
    if (parts.length !== 3) {
      return failed(`zone in unexpected format, expected: {locale}-{region}-{zone}, got: ${zone}`)
    }
    regions.add(`${parts[0]}-${parts[1]}`)
  }
  const [region = ''] = regions
  if (regions.size === 1) return known(region)
  const listed = [...regions].sort().map((one) => `${one}:{}`)
  return failed(`multiple or no regions gotten from zones, got: map[${listed.join(' ')}]`)
}

const AWS_SCHEME = 'aws://'

/** A bare volume id, or aws://zone/id. */
function ebsHandle({ volumeId }: AwsElasticBlockStore): CsiHandle {
  if (!volumeId.startsWith(AWS_SCHEME)) return known(volumeId)
  const [location = ''] = volumeId.slice(AWS_SCHEME.length).split(/[?#]/)
  const slash = location.indexOf('/')
  const id = slash < 0 ? '' : trimSlashes(location.slice(slash))
  if (/^vol-[^/]*$/.test(id)) return known(id)
  return failed(
    `failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (${volumeId})`,
  )
}

/** strings.Trim(text, "/"), in one pass however many there are. */
function trimSlashes(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === '/') start++
  while (end > start && text[end - 1] === '/') end--
  return text.slice(start, end)
}

function azureHandle({ diskKind, diskUri }: AzureDisk): CsiHandle {
  return diskKind === null || diskKind.toLowerCase() === 'managed'
    ? known(diskUri)
    : failed(`kind(${diskKind}) is not supported in csi migration`)
}
