import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findRedTests } from './red-tests.ts'
import { root, runTool } from './run-tool.ts'

const folder = await mkdtemp(join(root, 'node_modules/.red-tests-'))
afterAll(() => rm(folder, { recursive: true }))

it('names each test that failed in a real run with each reason, and each file that could not be run', {
  timeout: 120_000,
}, async () => {
  const vitest = `import { afterEach, describe, expect, it } from 'vitest'\n`
  await writeFile(join(folder, 'vitest.config.ts'), 'export default {}')
  await writeFile(
    join(folder, 'sums.test.ts'),
    `${vitest}afterEach(({ task }) => { if (task.result.state === 'fail') throw new Error('It stood at 2.\\nIn all.') })
    describe('a sum', () => { it('is right', () => {}); it('is wrong', () => expect(1 + 1).toBe(3)) })`,
  )
  await writeFile(join(folder, 'broken.test.ts'), `throw new Error('no such thing\\nat all')`)
  const file = join(folder, 'report.json')
  const shown: string[] = []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const isGreen = await runTool('vitest', ['run', '--root', folder, ...reporters], (part) => shown.push(String(part)))
  expect(isGreen).toBe(false)
  expect(shown.join('')).toContain('is wrong')
  expect((await findRedTests(file, folder)).toSorted()).toEqual([
    'broken.test.ts: no such thing',
    'sums.test.ts > a sum is wrong: AssertionError: expected 2 to be 3 // Object.is equality; Error: It stood at 2.',
  ])
})

it('says where else to look when no test failed', async () => {
  const file = join(folder, 'green.json')
  await writeFile(file, '{"testResults":[{"name":"a.test.ts","status":"passed","assertionResults":[]}]}')
  expect(await findRedTests(file, folder)).toEqual([
    'No test, but the run has failed: look for “Unhandled” in what it printed.',
  ])
})

it('says so when the run has told nothing', async () => {
  const missing = join(tmpdir(), 'there-is-no-such-report.json')
  expect(await findRedTests(missing, root)).toEqual([
    `The run has told nothing of its tests: Error: ENOENT: no such file or directory, open '${missing}'`,
  ])
})
