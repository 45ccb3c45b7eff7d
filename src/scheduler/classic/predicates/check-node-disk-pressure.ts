import type { PluginFactory } from '../context.ts'
import { DISK_PRESSURE } from '../reasons.ts'
import { nodePressure } from './node-pressure.ts'

/** Keeps pods off nodes short of disk space or inodes. */
export const checkNodeDiskPressure: PluginFactory = nodePressure(
  'DiskPressure',
  DISK_PRESSURE,
  () => true,
)
