import { startDynalite } from './backends/dynalite-server.ts'
import { openDynamodb } from './backends/dynamodb-backend.ts'
import { describeStore } from './contracts/contract.ts'

describeStore('dynalite', async () => {
  const { endpoint, stop } = await startDynalite()
  return openDynamodb('dynalite', endpoint, stop)
})
