import './scripts/launch/refuse-old-node.mjs'
import './scripts/launch/refuse-old-packages.mjs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { formDesigner } from './apps/web/build/form-designer.ts'
import { guide } from './apps/web/build/guide.ts'
import { icons } from './apps/web/build/icons.ts'

/** As many runs of Vitest share the processors: `scripts/test.ts` sets it. */
const lanes = Number(process.env.MILLRACE_LANES ?? 1)

export default defineConfig({
  test: {
    // Generous, because a loaded machine is no fault of a test. What must end by itself has limits of its own.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A test waits as often as it works, for PostgreSQL or another process: on two processors, too, two work.
    maxWorkers: Math.max(2, Math.ceil((availableParallelism() - 1) / lanes)),
    projects: [
      { test: { name: 'packages', isolate: false, include: ['packages/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['apps/server/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
      {
        plugins: [guide(), icons(), formDesigner()],
        test: {
          name: 'web',
          isolate: false,
          include: ['apps/{web,form-designer}/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/setup.ts'],
        },
      },
    ],
  },
})
