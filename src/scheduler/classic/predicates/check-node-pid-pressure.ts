import type { PluginFactory } from '../context.ts'
import { PID_PRESSURE } from '../reasons.ts'
import { nodePressure } from './node-pressure.ts'

/** Keeps pods off nodes short of process ids (1.11). */
export const checkNodePidPressure: PluginFactory = nodePressure(
  'PIDPressure',
  PID_PRESSURE,
  () => true,
)
