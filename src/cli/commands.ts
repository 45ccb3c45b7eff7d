import type { Command } from './command.ts'
import { admit } from './commands/admit-command.ts'
import { capacity } from './commands/capacity-command.ts'
import { compare } from './commands/compare-command.ts'
import { completionOf } from './commands/completion-command.ts'
import { decide } from './commands/decide-command.ts'
import { demo } from './commands/demo-command.ts'
import { drain } from './commands/drain-command.ts'
import { evict } from './commands/evict-command.ts'
import { lifecycle } from './commands/lifecycle-command.ts'
import { profiles } from './commands/profiles-command.ts'
import { queue } from './commands/queue-command.ts'
import { reveal } from './commands/reveal-command.ts'
import { schedule } from './commands/schedule-command.ts'
import { simulate } from './commands/simulate-command.ts'
import { snapshot } from './commands/snapshot-command.ts'
import { watch } from './commands/watch-command.ts'
import { why } from './commands/why-command.ts'
import { store } from './store/command.ts'

const QUESTIONS: readonly Command[] = [
  decide,
  why,
  compare,
  capacity,
  queue,
  drain,
  evict,
  admit,
  lifecycle,
  simulate,
  snapshot,
  reveal,
  schedule,
  watch,
  demo,
  profiles,
  store,
]

/** Every command, as the help lists them; all that is known of a command is in its entry. */
export const COMMANDS: readonly Command[] = [...QUESTIONS, completionOf(QUESTIONS)]
