import { type Plugin, SKIP, scoring } from '../plugin.ts'

export function dynamicResources(): Plugin {
  return {
    name: 'DynamicResources',
    prepareFilter: () => SKIP,
    prepareScore: () =>
      scoring({
        reads: 'static',
        score(nodes, raw) {
          for (let index = 0; index < nodes.length; index++) raw[nodes.at[index]] = 0
          return true
        },
      }),
  }
}
