import type { StrictFields } from '../../../src/scheduler/config/strict-fields.ts'
import { normalizeReversed } from '../../../src/scheduler/framework/normalize.ts'
import {
  filtering,
  type NodeScorer,
  type Plugin,
  READS_NO_IDENTITY,
  scoring,
} from '../../../src/scheduler/framework/plugin.ts'
import {
  type PluginRegistration,
  withArgs,
} from '../../../src/scheduler/framework/plugin-registration.ts'
import type { PostFilterPlugin } from '../../../src/scheduler/framework/post-filter-plugin.ts'
import { StaticFilter } from '../../../src/scheduler/framework/static-filter.ts'
import { StaticScorer } from '../../../src/scheduler/framework/static-scorer.ts'

const NAME = 'NodeQuarantine'
const REASON = 'node(s) were in quarantine'

interface QuarantineArgs {
  /** The label of nodes that nobody should go to; its value says for how many days. */
  readonly label: string
}

/** Keeps pods off nodes in quarantine for a week and longer, and prefers those with fewer days left. */
function nodeQuarantine({ label }: QuarantineArgs): Plugin & PostFilterPlugin {
  return {
    name: NAME,
    readsOfIdentity: READS_NO_IDENTITY,
    followsRequests: true,
    prepareFilter({ cluster: { nodes }, statuses }) {
      // Many nodes share a value, so each value is judged once.
      const { valueId, values } = nodes.labelColumn(label)
      const rejection = statuses.id('UnschedulableAndUnresolvable', REASON)
      const verdicts = values.map((days) => (Number(days) >= 7 ? rejection : 0))
      return filtering(new StaticFilter(valueId, verdicts, () => []))
    },
    prepareScore({ cluster: { nodes } }) {
      const { valueId, values } = nodes.labelColumn(label)
      return scoring(new FewerDays(Float64Array.from(valueId, (id) => Number(values[id]))))
    },
    postFilter: () => ({ message: 'quarantines end at midnight', ends: false }),
  }
}

class FewerDays extends StaticScorer implements NodeScorer {
  readonly normalize = normalizeReversed
}

function readQuarantineArgs(fields: StrictFields): QuarantineArgs {
  return { label: fields.string('label') ?? DEFAULTS.label }
}

const DEFAULTS: QuarantineArgs = { label: 'example.com/quarantine' }

export const nodeQuarantinePlugin: PluginRegistration = {
  name: NAME,
  summary: 'Refuses nodes in quarantine; prefers those with fewer days left.',
  notes: ['A quarantine of less than a week keeps nobody away'],
  points: ['preFilter', 'filter', 'postFilter', 'score'],
  weight: 5,
  missingState: { filter: 'reading "PreFilterNodeQuarantine" from cycleState: not found' },
  implementation: withArgs({ defaults: DEFAULTS, read: readQuarantineArgs }, nodeQuarantine),
}
