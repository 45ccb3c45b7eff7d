import { invalidValue } from '../../snapshot/json/field-error.ts'
import type { JsonPath } from '../../snapshot/json/json-path.ts'
import { API_VERSION } from './api-version.ts'
import type { StrictFields } from './strict-fields.ts'

/** In-tree once; a configuration that still names them is refused, not taken for out-of-tree. */
const REMOVED: ReadonlySet<string> = new Set([
  'AzureDiskLimits',
  'CinderLimits',
  'EBSLimits',
  'GCEPDLimits',
])

export function isRemovedPlugin(name: string): boolean {
  return REMOVED.has(name)
}

export function refuseRemovedPlugin(fields: StrictFields, path: JsonPath, name: string): void {
  if (!REMOVED.has(name)) return
  const detail = `was invalid in version "v1" (KubeSchedulerConfiguration is version "${API_VERSION}")`
  fields.addIssue(path, invalidValue(name, detail))
}
