import { defineConfig } from 'vitest/config'

/** Against the real kube-apiserver and kube-scheduler; test/e2e/README.md says what it needs. */
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['test/e2e/**/*.test.ts'],
    // Each file starts a control plane of its own.
    fileParallelism: false,
    testTimeout: 120_000,
    // The first start builds the programs.
    hookTimeout: 1_800_000,
    expect: { requireAssertions: true },
  },
})
