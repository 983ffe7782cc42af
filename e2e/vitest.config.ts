import '../scripts/launch/refuse-old-node.mjs'
import '../scripts/launch/refuse-old-packages.mjs'
import { defineConfig } from 'vitest/config'

/** The journeys: a real browser against the real server. Started by `npm test` beside everything else. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['journeys/**/*.test.ts'],
    globalSetup: ['start-server.ts'],
    // Journeys share the browser of their process; each visit has a profile of its own.
    isolate: false,
    setupFiles: ['journeys/setup.ts'],
    // Generous, because a loaded machine is no fault of a test.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // Journeys share the server; each has people and requests of its own.
    maxWorkers: 2,
  },
})
