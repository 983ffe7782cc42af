import { root, runTool } from './run-tool.ts'

/** Servers that are killed at random for longer than tests do: `npm run chaos -- SECONDS`, 120 by default. */
const [seconds = '120'] = process.argv.slice(2)
process.env.MILLRACE_CHAOS_SECONDS = seconds
process.exit((await runTool('vitest', ['run', '--root', root, 'apps/server/src/chaos.test.ts'])) ? 0 : 1)
