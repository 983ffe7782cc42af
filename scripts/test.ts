import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { root, runTool } from './run-tool.ts'

/** `npm test`: everything. Runs on after a failure, so that one run tells all. */
const began = performance.now()
const failed = await runChecks()
if (!(await runTool('vitest', ['run']))) failed.push('tests')
const browserTests = 'e2e/vitest.config.ts'
if (existsSync(join(root, browserTests)) && !(await runTool('vitest', ['run', '--config', browserTests])))
  failed.push('browser tests')

const seconds = Math.round((performance.now() - began) / 1000)
console.log(
  failed.length === 0 ? `\nEverything passed in ${seconds} s.` : `\nFailed after ${seconds} s: ${failed.join(', ')}.`,
)
process.exit(failed.length === 0 ? 0 : 1)
