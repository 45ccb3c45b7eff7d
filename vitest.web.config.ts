import { defineConfig } from 'vitest/config'

/** The explorer in a real Chromium; CHROMIUM names it where it is not /usr/bin/chromium. */
export default defineConfig({
  test: {
    name: 'web',
    include: ['test/web/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One browser at a time: times are measured.
    fileParallelism: false,
    expect: { requireAssertions: true },
  },
})
