import { root, runTool } from './run-tool.ts'

/**
 * Servers that are killed at random for longer than tests do: `npm run chaos -- SECONDS PAIRS`, 120 seconds of steps and
 * changes of 300 random pairs of models by default.
 */
const [seconds = '120', pairs = '300'] = process.argv.slice(2)
process.env.MILLRACE_CHAOS_SECONDS = seconds
process.env.MILLRACE_CHAOS_PAIRS = pairs
const files = ['chaos', 'killed-changes'].map((name) => `apps/server/src/${name}.test.ts`)
process.exit((await runTool('vitest', ['run', '--root', root, ...files])) ? 0 : 1)
