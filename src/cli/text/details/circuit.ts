import { countOf } from '../counts.ts'
import { type DetailText, phrasesOnNodes } from './detail-text.ts'

/** Nodes where pods of several owners failed. */
export const circuit: DetailText<'circuit'> = (found) =>
  phrasesOnNodes(found, ({ owners, coolsAt }) => {
    const until = coolsAt === null ? 'one is on trial' : `until ${coolsAt}`
    return `pods of ${countOf(owners, 'owner')} failed, ${until}:`
  })
