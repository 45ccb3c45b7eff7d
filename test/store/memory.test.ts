import { openMemory } from './backends/memory-backend.ts'
import { describeStore } from './contracts/contract.ts'

describeStore('memory', openMemory)
