import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import type { ControlPlane } from './control-plane.ts'
import type { Program } from './processes.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What makes a pod one of berth schedule's. */
export const OURS = { schedulerName: 'berth' }

/** Where the manifest's objects that give rights are created. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  Namespace: '/api/v1/namespaces',
  ServiceAccount: '/api/v1/namespaces/berth/serviceaccounts',
  ClusterRole: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ClusterRoleBinding: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  Role: '/apis/rbac.authorization.k8s.io/v1/namespaces/berth/roles',
  RoleBinding: '/apis/rbac.authorization.k8s.io/v1/namespaces/berth/rolebindings',
}

/** `berth schedule` beside a control plane, as the manifest's ServiceAccount and with no more rights. */
export class BerthSchedule {
  private readonly plane: ControlPlane
  private readonly tokenFile: string

  private constructor(plane: ControlPlane, tokenFile: string) {
    this.plane = plane
    this.tokenFile = tokenFile
  }

  static async of(plane: ControlPlane): Promise<BerthSchedule> {
    const manifest = readFileSync(join(ROOT, 'deploy/schedule.yaml'), 'utf8')
    for (const document of parseAllDocuments(manifest)) {
      const object = document.toJS()
      const collection = COLLECTIONS[object.kind]
      if (collection !== undefined) await plane.api.expect('POST', collection, object)
    }
    const account = '/api/v1/namespaces/berth/serviceaccounts/berth-schedule/token'
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }
    const { status } = await plane.api.expect('POST', account, request)
    const tokenFile = tokenFileIn(plane)
    writeFileSync(tokenFile, status.token)
    return new BerthSchedule(plane, tokenFile)
  }

  /** Where `of` has been before. */
  static again(plane: ControlPlane): BerthSchedule {
    return new BerthSchedule(plane, tokenFileIn(plane))
  }

  start(...words: string[]): Program {
    const { plane, tokenFile } = this
    return plane.programs.run('berth-schedule', process.execPath, [
      join(ROOT, 'src/cli/main.ts'),
      'schedule',
      `--server=${plane.api.url}`,
      `--token-file=${tokenFile}`,
      `--ca-file=${plane.certificates.ca}`,
      ...words,
    ])
  }
}

function tokenFileIn({ folder }: ControlPlane): string {
  return join(folder, 'berth.token')
}
