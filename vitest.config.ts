import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          // workerd has a project of its own; DynamoDB Local needs Java, so CI alone runs it.
          exclude: ['test/workerd/**', 'test/dynamodb-local/**'],
          testTimeout: 30_000,
        },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './wrangler.toml' } })],
        test: {
          name: 'workerd',
          include: ['test/workerd/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
})
