import { goQuote } from '../go/quote.ts'
import type { Struct, Volume } from '../types/types.ts'
import type { Warnings } from './warnings.ts'

interface SourcedPath {
  readonly path: string
  /** Empty where the volume has but one source. */
  readonly source: string
}

/** warningsForOverlappingVirtualPaths: files of one volume that would overwrite each other. */
export function warnOfOverlaps(volume: Volume, warnings: Warnings): void {
  const { name, configMap, secret, downwardAPI, projected } = volume
  const warn = (paths: readonly SourcedPath[], what: string): void => {
    for (const overlap of overlapsOf(paths, warnings)) {
      warnings.add(`volume ${goQuote(name)} (${what}): overlapping paths: ${overlap}`)
    }
  }
  if (configMap !== undefined) warn(paths(configMap.items), `ConfigMap ${goQuote(configMap.name)}`)
  if (secret !== undefined) warn(paths(secret.items), `Secret ${goQuote(secret.secretName)}`)
  if (downwardAPI !== undefined) warn(paths(downwardAPI.items), 'DownwardAPI')
  if (projected === undefined) return
  const all: SourcedPath[] = []
  for (const source of projected.sources ?? []) {
    if (Object.values(source).every((one) => one === undefined)) {
      warnings.add(`volume ${goQuote(name)} (Projected) has no sources provided`)
    } else all.push(...pathsOfSource(source))
  }
  warn(all, 'Projected')
}

function paths(
  items: readonly { readonly path: string }[] | undefined,
  source = '',
): SourcedPath[] {
  return (items ?? []).map(({ path }) => ({ path, source }))
}

function pathsOfSource(source: Struct<'VolumeProjection'>): SourcedPath[] {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = source
  if (configMap?.items !== undefined) {
    return paths(configMap.items, `ConfigMap ${goQuote(configMap.name)}`)
  }
  if (secret?.items !== undefined) return paths(secret.items, `Secret ${goQuote(secret.name)}`)
  if (downwardAPI?.items !== undefined) return paths(downwardAPI.items, 'DownwardAPI')
  if (serviceAccountToken !== undefined) return paths([serviceAccountToken], 'ServiceAccountToken')
  if (clusterTrustBundle !== undefined) {
    const name = clusterTrustBundle.name ?? clusterTrustBundle.signerName ?? ''
    return paths([clusterTrustBundle], `ClusterTrustBundle ${goQuote(name)}`)
  }
  return pathsOfCertificate(source.podCertificate)
}

function pathsOfCertificate(
  certificate: Struct<'PodCertificateProjection'> | undefined,
): SourcedPath[] {
  const { certificateChainPath = '', keyPath = '', credentialBundlePath = '' } = certificate ?? {}
  return [
    { path: certificateChainPath, source: 'PodCertificate chain' },
    { path: keyPath, source: 'PodCertificate key' },
    { path: credentialBundlePath, source: 'PodCertificate credential bundle' },
  ].filter(({ path }) => path !== '')
}

/** Each path with each one before it that it equals, contains or lies in; the same is told once. */
function* overlapsOf(all: readonly SourcedPath[], warnings: Warnings): Generator<string> {
  const earlier = new Map<string, SourcedPath>()
  for (const { path: given, source } of all) {
    const path = given.replace(/\/+$/, '')
    if (path === '') continue
    const text = written({ path, source })
    for (const [other, { path: otherPath }] of warnings.isFull ? [] : earlier) {
      if (overlap(path, otherPath)) yield `${text} with ${other}`
    }
    earlier.set(text, { path, source })
  }
}

function overlap(a: string, b: string): boolean {
  return `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`)
}

function written({ path, source }: SourcedPath): string {
  return source === '' ? goQuote(path) : `${goQuote(path)} (${source})`
}
