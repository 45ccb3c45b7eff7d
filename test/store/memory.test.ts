import { describeStore } from './contract.ts'
import { openMemory } from './memory-backend.ts'

describeStore('memory', openMemory)
