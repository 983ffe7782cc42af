import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'packages', include: ['packages/**/*.test.ts'] } },
      { test: { name: 'server', include: ['apps/server/**/*.test.ts', 'scripts/**/*.test.ts'], globalSetup: ['packages/test-kit/src/global-setup.ts'] } },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'], environment: 'jsdom' } },
    ],
  },
})
