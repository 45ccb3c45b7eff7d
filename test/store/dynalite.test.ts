import { describeStore } from './contract.ts'
import { startDynalite } from './dynalite-server.ts'
import { openDynamodb } from './dynamodb-backend.ts'

describeStore('dynalite', async () => {
  const { endpoint, stop } = await startDynalite()
  return openDynamodb('dynalite', endpoint, stop)
})
