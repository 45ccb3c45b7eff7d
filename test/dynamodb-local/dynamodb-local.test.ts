import { describeStore } from '../store/contract.ts'
import { openDynamodb } from '../store/dynamodb-backend.ts'
import { startDynamodbLocal } from './java-server.ts'

describeStore('DynamoDB Local', async () => {
  const { endpoint, stop } = await startDynamodbLocal()
  return openDynamodb('DynamoDB Local', endpoint, stop)
})
