import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { holdOutput } from './hold-output.ts'
import { readShard } from './read-shard.ts'
import { findRedTests } from './red-tests.ts'
import type { RedFile, SuiteReport } from './rerun.ts'
import { root, runTool } from './run-tool.ts'

/**
 * `npm test`: everything, or with `-- --shard=1/3` a part of the tests, the checks with the first. Runs on after a
 * failure, so that one run tells all. What failed is also written into the file that `MILLRACE_TEST_REPORT` names.
 */
const began = performance.now()
const words = process.argv.slice(2)
const shard = readShard(words)
if (shard === null) {
  console.error(
    `Expected npm test, or npm test -- --shard=1/3 for the first of three parts, but it is “${words.join(' ')}”.`,
  )
  process.exit(1)
}

const reports = await mkdtemp(join(tmpdir(), 'millrace-reports-'))
const reportOf = (name: string) => join(reports, `${name}.json`)
const unhandled = `--reporter=${join(root, 'scripts/unhandled-reporter.ts')}`
const outputIn = (name: string) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportOf(name)}`,
  unhandled,
]

// Taken out of the environment: a test that starts `npm test` is no part of this report.
const reportFile = process.env.MILLRACE_TEST_REPORT
delete process.env.MILLRACE_TEST_REPORT

// The journeys wait as often as they work, for pages and for the server: what needs no browser is done meanwhile, and
// shown first.
const browserTests = 'e2e/vitest.config.ts'
const held = holdOutput((part) => process.stdout.write(part))
const journeys = existsSync(join(root, browserTests))
  ? runTool('vitest', ['run', '--config', browserTests, ...outputIn('browser tests'), ...shard.args], held.take)
  : Promise.resolve(true)

const failed = shard.index === 1 ? await runChecks() : []
const others = [...failed]
const configs: Readonly<Record<string, string>> = { tests: 'vitest.config.ts', 'browser tests': browserTests }
if (!(await runTool('vitest', ['run', ...outputIn('tests'), ...shard.args]))) failed.push('tests')
held.release()
if (!(await journeys)) failed.push('browser tests')

// At the end, where it is read first.
const redFiles: RedFile[] = []
for (const [name, config] of Object.entries(configs).filter(([one]) => failed.includes(one))) {
  const { lines, files } = await findRedTests(reportOf(name), root)
  for (const line of lines) console.log(`Red: ${line}`)
  if (files === null) others.push(name)
  else redFiles.push(...files.map((file) => ({ config, file })))
}
if (reportFile !== undefined)
  await writeFile(reportFile, JSON.stringify({ files: redFiles, others } satisfies SuiteReport))
await rm(reports, { recursive: true })

const seconds = Math.round((performance.now() - began) / 1000)
console.log(
  failed.length === 0 ? `\nEverything passed in ${seconds} s.` : `\nFailed after ${seconds} s: ${failed.join(', ')}.`,
)
process.exit(failed.length === 0 ? 0 : 1)
