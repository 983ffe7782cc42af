import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RedFile, runWithRerun, type SuiteReport } from './rerun.ts'
import { runScript, runTool, stopToolsOnSignal } from './run-tool.ts'

/**
 * What `.ci/run` starts after the installation: `npm test`, and once more the test files that failed, if they are few
 * (`rerun.ts`). `npm test` itself never tries twice.
 */
const folder = await mkdtemp(join(tmpdir(), 'millrace-ci-'))
const file = join(folder, 'report.json')

stopToolsOnSignal((signal) => console.log(`Stopping the tests because of ${signal}.`))
const hasPassed = await runWithRerun({
  runSuite: async () => {
    process.env.MILLRACE_TEST_REPORT = file
    const isGreen = await runScript('scripts/test.ts')
    delete process.env.MILLRACE_TEST_REPORT
    return { hasPassed: isGreen, report: await readReport() }
  },
  runFile: ({ config, file: test }: RedFile) => runTool('vitest', ['run', '--config', config, test]),
  print: (line) => console.log(line),
})
await rm(folder, { recursive: true })
process.exit(hasPassed ? 0 : 1)

async function readReport(): Promise<SuiteReport | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}
