import { defineConfig } from 'vitest/config'

/** The store's contract against Amazon's own DynamoDB Local; needs Java and Maven. */
export default defineConfig({
  test: {
    name: 'dynamodb-local',
    include: ['test/dynamodb-local/**/*.test.ts'],
    testTimeout: 60_000,
    // The first start downloads it.
    hookTimeout: 300_000,
  },
})
