import type { Struct, Volume } from '../types/types.ts'

/** dropDisabledAtomicWriteVolumeUserFields: of the first source that a volume has, no other. */
export function dropUserFields({ secret, configMap, downwardAPI, projected }: Volume): void {
  const source = secret ?? configMap ?? downwardAPI
  if (source !== undefined) {
    source.defaultUser = undefined
    dropOfItems(source.items)
    return
  }
  if (projected === undefined) return
  projected.defaultUser = undefined
  for (const part of projected.sources ?? []) dropOfProjection(part)
}

function dropOfProjection(part: Struct<'VolumeProjection'>): void {
  const source = part.secret ?? part.downwardAPI ?? part.configMap
  if (source !== undefined) return dropOfItems(source.items)
  const own = part.serviceAccountToken ?? part.clusterTrustBundle ?? part.podCertificate
  if (own !== undefined) own.user = undefined
}

function dropOfItems(items: { user: bigint | undefined }[] | undefined): void {
  for (const item of items ?? []) item.user = undefined
}
