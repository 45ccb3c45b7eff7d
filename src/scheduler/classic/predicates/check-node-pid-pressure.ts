import type { Maker } from '../context.ts'
import { PID_PRESSURE } from '../reasons.ts'
import { nodePressure } from './node-pressure.ts'

/** Keeps pods off nodes short of process ids (1.11). */
export const checkNodePidPressure: Maker = nodePressure('PIDPressure', PID_PRESSURE, () => true)
