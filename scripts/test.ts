import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { readShard } from './read-shard.ts'
import { findRedTests } from './red-tests.ts'
import type { RedFile, SuiteReport } from './rerun.ts'
import { runInLanes } from './run-in-lanes.ts'
import { root, runTool } from './run-tool.ts'
import { type OutputInTurn, showInTurn } from './show-in-turn.ts'

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

/** A run of Vitest over some of the tests. */
interface Part {
  readonly name: string
  readonly config: string
  readonly args: readonly string[]
}

// The server first, because it takes longest.
const parts = [
  { name: 'tests of the server', config: 'vitest.config.ts', args: ['--project=server'] },
  { name: 'browser tests', config: 'e2e/vitest.config.ts', args: [] },
  { name: 'tests of the browser application', config: 'vitest.config.ts', args: ['--project=web'] },
  { name: 'tests of the packages', config: 'vitest.config.ts', args: ['--project=packages'] },
].filter(({ config }) => existsSync(join(root, config)))

// The checks print what they find themselves, so their turn is the first.
const [checks, ...outputs] = showInTurn(parts.length + 1, (part) => process.stdout.write(part))
const check = async () => {
  const failed = shard.index === 1 ? await runChecks() : []
  checks?.end()
  return failed
}
const runPart = async ({ name, config, args }: Part, output: OutputInTurn | undefined) => {
  const words = ['run', '--config', config, ...args, ...outputIn(name), ...shard.args]
  const isGreen = await runTool('vitest', words, output?.take)
  output?.end()
  return isGreen ? [] : [name]
}

// Tests wait as often as they work, for PostgreSQL, pages and the server: two parts at a time until the end, so that no
// processor waits while only one of them is left.
const [others = [], ...redParts] = await runInLanes(2, [
  check,
  ...parts.map((part, index) => () => runPart(part, outputs[index])),
])
const failed = [...others, ...redParts.flat()]

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
