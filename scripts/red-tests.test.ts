import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findRedTests } from './red-tests.ts'
import { root, runTool } from './run-tool.ts'
import { unhandledIn } from './unhandled-reporter.ts'

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
  const unhandled = `--reporter=${join(root, 'scripts/unhandled-reporter.ts')}`
  const run = () =>
    runTool('vitest', ['run', '--root', folder, ...reporters, unhandled], (part) => shown.push(String(part)))
  expect(await run()).toBe(false)
  expect(shown.join('')).toContain('is wrong')
  const { lines, files } = await findRedTests(file, folder)
  expect(lines.toSorted()).toEqual([
    'broken.test.ts: no such thing',
    'sums.test.ts > a sum is wrong: AssertionError: expected 2 to be 3 // Object.is equality; Error: It stood at 2.',
  ])
  expect(files?.toSorted()).toEqual(['broken.test.ts', 'sums.test.ts'])

  // An error outside of a test is one of the file that ran meanwhile, and its place can be read.
  await writeFile(
    join(folder, 'loose.test.ts'),
    `${vitest}it('leaves an error behind', async () => {
      void Promise.reject(new Error('loose'))
      await new Promise((go) => setTimeout(go, 50))
    })`,
  )
  expect(await run()).toBe(false)
  const withLoose = await findRedTests(file, folder)
  expect(withLoose.files?.toSorted()).toEqual(['broken.test.ts', 'loose.test.ts', 'sums.test.ts'])
  expect(withLoose.lines.at(-1)).toMatch(/^loose\.test\.ts: an error that nothing handled: loose Error: loose\n\s+at /)
})

it('blames no file for an error that belongs to none', async () => {
  const file = join(folder, 'outside.json')
  await writeFile(file, '{"testResults":[{"name":"a.test.ts","status":"passed","assertionResults":[]}]}')
  await writeFile(unhandledIn(file), JSON.stringify([{ file: null, message: 'The worker has ended', stack: '' }]))
  expect(await findRedTests(file, folder)).toEqual({
    lines: ['Outside of all test files: an error that nothing handled: The worker has ended'],
    files: null,
  })
})

it('says where else to look when no test failed', async () => {
  const file = join(folder, 'green.json')
  await writeFile(file, '{"testResults":[{"name":"a.test.ts","status":"passed","assertionResults":[]}]}')
  expect(await findRedTests(file, folder)).toEqual({
    lines: ['No test failed, but the run did: read what it printed.'],
    files: null,
  })
})

it('says so when the run has reported nothing', async () => {
  const missing = join(tmpdir(), 'there-is-no-such-report.json')
  expect(await findRedTests(missing, root)).toEqual({
    lines: [`The run has told nothing of its tests: Error: ENOENT: no such file or directory, open '${missing}'`],
    files: null,
  })
})
