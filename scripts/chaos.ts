import { root, runTool } from './run-tool.ts'

/**
 * Failures for longer than tests cause them:
 * - `npm run chaos -- SECONDS PAIRS` kills servers at random, during 120 seconds of steps and changes of 300 random pairs
 *   of models by default;
 * - `npm run chaos -- failover TIMES` kills the primary of two databases, 10 times by default.
 */
const [what = '120', count] = process.argv.slice(2)
const isFailOver = what === 'failover'
if (isFailOver) process.env.MILLRACE_FAIL_OVERS = count ?? '10'
else Object.assign(process.env, { MILLRACE_CHAOS_SECONDS: what, MILLRACE_CHAOS_PAIRS: count ?? '300' })
const files = (isFailOver ? ['fail-over'] : ['chaos', 'killed-changes']).map(
  (name) => `apps/server/src/${name}.test.ts`,
)
process.exit((await runTool('vitest', ['run', '--root', root, ...files])) ? 0 : 1)
