import type { Command } from './command.ts'
import { decide } from './decide-command.ts'
import { demo } from './demo-command.ts'
import { drain } from './drain-command.ts'
import { profiles } from './profiles-command.ts'
import { schedule } from './schedule-command.ts'
import { simulate } from './simulate-command.ts'
import { snapshot } from './snapshot-command.ts'
import { store } from './store/command.ts'
import { why } from './why-command.ts'

/** Every command, as the help lists them; all that is known of a command is in its entry. */
export const COMMANDS: readonly Command[] = [
  decide,
  why,
  drain,
  simulate,
  snapshot,
  schedule,
  demo,
  profiles,
  store,
]
