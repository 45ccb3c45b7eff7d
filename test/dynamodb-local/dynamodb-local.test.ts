import { openDynamodb } from '../store/backends/dynamodb-backend.ts'
import { describeStore } from '../store/contracts/contract.ts'
import { startDynamodbLocal } from './java-server.ts'

describeStore('DynamoDB Local', async () => {
  const { endpoint, stop } = await startDynamodbLocal()
  return openDynamodb('DynamoDB Local', endpoint, stop)
})
