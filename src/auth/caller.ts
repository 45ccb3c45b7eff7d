/** What a caller may do; `admin` includes the others. */
export const ROLES = [
  'decide',
  'audit:read',
  'priority:write',
  'snapshot:write',
  'bind',
  'admin',
] as const
export type Role = (typeof ROLES)[number]

/** Who asks. */
export interface Caller {
  readonly name: string
  readonly roles: ReadonlySet<Role>
  /** A tenant's own namespaces; null: not a tenant, so every namespace. */
  readonly namespaces: readonly string[] | null
  /** The clusters whose part of the store it may use, whatever its roles; null: every cluster. */
  readonly clusters: readonly string[] | null
}

/** Somebody without credentials, where decisions are open to all. */
export const ANONYMOUS: Caller = {
  name: 'anonymous',
  roles: new Set(),
  namespaces: null,
  clusters: null,
}

export function mayActAs({ roles }: Caller, role: Role): boolean {
  return roles.has(role) || roles.has('admin')
}

/** Whether a caller may name this cluster at all. */
export function mayUseCluster({ clusters }: Caller, cluster: string): boolean {
  return clusters === null || clusters.includes(cluster)
}

/**
 * Whether a caller may name the snapshots of this cluster: they hold all of its namespaces, so a
 * tenant may only where it is bound to the cluster.
 */
export function mayUseSnapshotsOf(caller: Caller, cluster: string): boolean {
  const { clusters, namespaces, roles } = caller
  if (clusters !== null) return clusters.includes(cluster)
  return namespaces === null || roles.has('admin')
}

/** The namespaces whose victims a caller may see; null: the whole record of everybody. */
export function tenantNamespaces({ roles, namespaces }: Caller): readonly string[] | null {
  return roles.has('admin') ? null : namespaces
}

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text)
}
