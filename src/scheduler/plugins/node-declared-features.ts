import { type Plugin, SKIP } from '../plugin.ts'

export function nodeDeclaredFeatures(): Plugin {
  return { name: 'NodeDeclaredFeatures', prepareFilter: () => SKIP }
}
