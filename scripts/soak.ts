import { root, runScript, runTool } from './run-tool.ts'

/**
 * `npm run soak`: what takes too long for `npm test`, which nobody waits for. The same tests with more seeds and with
 * everything that a walk can look at (`MILLRACE_SOAK`), then many random processes. Runs on after a failure.
 */
process.env.MILLRACE_SOAK = '1'
process.env.FORM_COUNT = '1000'

/** Tests that do more when they are told to. */
const files = [
  'apps/server/src/operations.test.ts',
  'apps/server/src/call-rights.test.ts',
  'apps/server/src/cut-connections.test.ts',
  'apps/server/src/engine-rest/hostile-input.test.ts',
  'apps/server/src/features/data-lists/import.test.ts',
  'apps/server/src/features/external-systems/sql-paging.test.ts',
  'apps/server/src/half-way.test.ts',
  'apps/server/src/hostile-input.test.ts',
  'apps/server/src/hostile-uploads.test.ts',
  'apps/server/src/jobs/kinds/directory-samba.test.ts',
  'apps/server/src/platform/outgoing/large-files.test.ts',
  'apps/server/src/restricted-variables.test.ts',
  'apps/server/src/two-workplaces.test.ts',
  'packages/dmn/src/analysis/analyse-tables.test.ts',
  'packages/engine/src/testing/random/migrate.test.ts',
  'packages/engine/src/testing/random/move.test.ts',
  'packages/engine/src/testing/random/random.test.ts',
  'packages/expressions/src/uel/hostile-calls.test.ts',
  'packages/forms/src/design/command-stack.test.ts',
  'packages/forms/src/filling/random.test.ts',
  'scripts/new/generators.test.ts',
]

/** Journeys that walk further then. */
const journeys = [
  'journeys/accessibility-desktop.test.ts',
  'journeys/admin-dashboard.test.ts',
  'journeys/api-token.test.ts',
  'journeys/every-field.test.ts',
  'journeys/form-designer.test.ts',
  'journeys/once.test.ts',
  'journeys/second-factor.test.ts',
  'journeys/shell/accessibility.test.ts',
  'journeys/shell/every-role.test.ts',
  'journeys/shell/still.test.ts',
  'journeys/shell/loading.test.ts',
  'journeys/shell/look.test.ts',
]

const parts: readonly (readonly [string, () => Promise<boolean>])[] = [
  ['long tests', () => runTool('vitest', ['run', '--root', root, '--testTimeout=3600000', ...files])],
  [
    'long journeys',
    () => runTool('vitest', ['run', '--config', 'e2e/vitest.config.ts', '--testTimeout=3600000', ...journeys]),
  ],
  // Each file with modules of its own: what it needs of an earlier file is a fault of it, or of the product.
  [
    'tests of the browser application, each file alone',
    () => runTool('vitest', ['run', '--root', root, '--project=web', '--isolate']),
  ],
  ['random processes', () => runScript('packages/engine/src/testing/soak.ts', '--seeds', '5000')],
]

const failed: string[] = []
for (const [name, run] of parts) if (!(await run())) failed.push(name)
console.log(failed.length === 0 ? 'Everything passed.' : `Failed: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
