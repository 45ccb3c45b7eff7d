import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { sampleCases } from './test/conformance/sample.ts'
import { receiver, WEBHOOK_SECRET } from './test/support/webhook-receiver.ts'

/** A test that asserts nothing cannot fail. */
const expect = { requireAssertions: true }

export default defineConfig({
  test: {
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          // Others run in configurations of their own: workerd, DynamoDB Local (Java), real Kubernetes (Go),
          // the explorer (Chromium).
          exclude: [
            'test/workerd/**',
            'test/dynamodb-local/**',
            'test/e2e/**',
            'test/web/browser/**',
          ],
          testTimeout: 30_000,
          expect,
        },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './wrangler.toml' } })],
        test: {
          name: 'workerd',
          // Inside workerd there are no files to read the recordings from.
          provide: { samples: sampleCases('kubernetes-1.37') },
          include: ['test/workerd/*.test.ts'],
          testTimeout: 30_000,
          expect,
        },
      },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.batches.toml' },
            miniflare: { bindings: { BERTH_OPEN: 'true' } },
          }),
        ],
        test: {
          name: 'workerd-batches',
          include: ['test/workerd/batches/*.test.ts'],
          testTimeout: 60_000,
          expect,
        },
      },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: { bindings: { BERTH_OPEN: 'true', BERTH_LIMIT_WORK_MS: '400' } },
          }),
        ],
        test: {
          name: 'workerd-work',
          include: ['test/workerd/work/*.test.ts'],
          testTimeout: 60_000,
          expect,
        },
      },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                BERTH_OPEN: 'true',
                WEBHOOK_URL: 'https://hooks.example/berth',
                WEBHOOK_SECRET,
              },
              outboundService: receiver(),
            },
          }),
        ],
        test: {
          name: 'workerd-webhook',
          include: ['test/workerd/webhook/*.test.ts'],
          testTimeout: 60_000,
          expect,
        },
      },
      ...[
        { name: 'workerd-r2', miniflare: { r2Buckets: ['SNAPSHOTS_R2'] } },
        { name: 'workerd-kv', miniflare: { kvNamespaces: ['SNAPSHOTS_KV'] } },
      ].map(({ name, miniflare }) => ({
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: { ...miniflare, bindings: { BERTH_OPEN: 'true' } },
          }),
        ],
        test: {
          name,
          include: ['test/workerd/snapshots/*.test.ts'],
          // The first request waits for the whole bundle.
          testTimeout: 120_000,
          expect,
        },
      })),
      {
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: './wrangler.store.toml' },
            miniflare: { bindings: inject('storeBindings'), r2Buckets: ['BERTH_CHECKPOINTS'] },
          })),
        ],
        test: {
          name: 'workerd-store',
          globalSetup: ['test/store/workerd-setup.ts'],
          include: ['test/workerd/store/*.test.ts'],
          testTimeout: 30_000,
          expect,
        },
      },
    ],
  },
})
