import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { readShard } from './read-shard.ts'
import { findRedTests } from './red-tests.ts'
import type { RedFile, SuiteReport } from './rerun.ts'
import { type PartOfRun, runParts } from './run-parts.ts'
import { root, runTool, stopToolsOnSignal } from './run-tool.ts'

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
const reportOf = (name: string) => join(reports, `${name.replaceAll(' ', '-')}.json`)
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

// The server first, because it takes longest.
const parts = [
  { name: 'tests of the server', config: 'vitest.config.ts', args: ['--project=server'] },
  { name: 'browser tests', config: 'e2e/vitest.config.ts', args: [] },
  { name: 'tests of the browser application', config: 'vitest.config.ts', args: ['--project=web'] },
  { name: 'tests of the packages', config: 'vitest.config.ts', args: ['--project=packages'] },
].filter(({ config }) => existsSync(join(root, config)))

// The checks print what they find themselves, so their turn is the first.
const runs: readonly PartOfRun[] = [
  ...(shard.index === 1 ? [{ name: 'checks', run: () => runChecks() }] : []),
  ...parts.map(({ name, config, args }) => ({
    name,
    run: async (take: (part: Buffer) => void) => {
      const words = ['run', '--config', config, ...args, ...outputIn(name), ...shard.args]
      return (await runTool('vitest', words, take)) ? [] : [name]
    },
  })),
]

// Tests wait as often as they work, for PostgreSQL, pages and the server: two parts at a time until the end, so that no
// processor waits while only one of them is left.
const lanes = 2
process.env.MILLRACE_LANES = String(lanes)
const run = runParts(lanes, runs, (part) => process.stdout.write(part))
stopToolsOnSignal((signal) => {
  run.showAll()
  console.log(`Stopped by ${signal}.`)
})
const failed = await run.failed
const others = failed.filter((name) => !parts.some((part) => part.name === name))

// At the end, where it is read first.
const redFiles: RedFile[] = []
for (const { name, config } of parts.filter((part) => failed.includes(part.name))) {
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
