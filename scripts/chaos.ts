import { root, runTool } from './run-tool.ts'

/**
 * Failures for longer than tests cause them: `npm run chaos -- SECONDS` (120 by default) kills servers at random,
 * `npm run chaos -- failover TIMES` (10 by default) kills the primary of two databases.
 */
const [what = '120', times = '10'] = process.argv.slice(2)
if (what === 'failover') process.env.MILLRACE_FAIL_OVERS = times
else process.env.MILLRACE_CHAOS_SECONDS = what
const test = what === 'failover' ? 'fail-over' : 'chaos'
process.exit((await runTool('vitest', ['run', '--root', root, `apps/server/src/${test}.test.ts`])) ? 0 : 1)
