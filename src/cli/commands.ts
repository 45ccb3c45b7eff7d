import { admit } from './admit-command.ts'
import { capacity } from './capacity-command.ts'
import type { Command } from './command.ts'
import { compare } from './compare-command.ts'
import { completionOf } from './completion-command.ts'
import { decide } from './decide-command.ts'
import { demo } from './demo-command.ts'
import { drain } from './drain-command.ts'
import { evict } from './evict-command.ts'
import { lifecycle } from './lifecycle-command.ts'
import { profiles } from './profiles-command.ts'
import { queue } from './queue-command.ts'
import { schedule } from './schedule-command.ts'
import { simulate } from './simulate-command.ts'
import { snapshot } from './snapshot-command.ts'
import { store } from './store/command.ts'
import { watch } from './watch-command.ts'
import { why } from './why-command.ts'

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
  schedule,
  watch,
  demo,
  profiles,
  store,
]

/** Every command, as the help lists them; all that is known of a command is in its entry. */
export const COMMANDS: readonly Command[] = [...QUESTIONS, completionOf(QUESTIONS)]
