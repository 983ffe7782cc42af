import { describe, expect, it } from 'vitest'
import { judgeSuite, type RedFile, runWithRerun, type SuiteReport } from './rerun.ts'

const red = (...files: string[]): RedFile[] => files.map((file) => ({ config: 'vitest.config.ts', file }))

describe('what happens after a run of the suite', () => {
  it('is nothing when it passed', () => {
    expect(judgeSuite(true, { files: [], others: [] })).toEqual({ kind: 'passed' })
  })

  it('is another run of up to three files that failed, tests and journeys counted together', () => {
    const files = [...red('a.test.ts', 'b.test.ts'), { config: 'e2e/vitest.config.ts', file: 'e2e/c.test.ts' }]
    expect(judgeSuite(false, { files, others: [] })).toEqual({ kind: 'rerun', files })
  })

  it.each<[string, SuiteReport | null]>([
    ['more than three files failed', { files: red('a', 'b', 'c', 'd'), others: [] }],
    ['a check failed beside a file', { files: red('a'), others: ['types'] }],
    ['a check alone failed', { files: [], others: ['format and lint'] }],
    ['nothing that can be named failed', { files: [], others: [] }],
    ['the run did not come to its end', null],
  ])('is a failure when %s', (_, report) => {
    expect(judgeSuite(false, report)).toMatchObject({ kind: 'failed' })
  })
})

describe('a run with a rerun', () => {
  /** @param greens the files that pass when they run alone */
  async function run(hasPassed: boolean, report: SuiteReport | null, greens: readonly string[] = []) {
    const lines: string[] = []
    const alone: string[] = []
    const isGreen = await runWithRerun({
      runSuite: async () => ({ hasPassed, report }),
      runFile: async ({ file }) => {
        alone.push(file)
        return greens.includes(file)
      },
      print: (line) => lines.push(line),
    })
    return { isGreen, alone, lines }
  }

  it('passes and names the flaky files last, when each passes alone', async () => {
    const { isGreen, alone, lines } = await run(false, { files: red('a', 'b'), others: [] }, ['a', 'b'])
    expect({ isGreen, alone, last: lines.slice(-2) }).toEqual({
      isGreen: true,
      alone: ['a', 'b'],
      last: ['FLAKY a', 'FLAKY b'],
    })
  })

  it('fails when one of the files is red again, which runs only once more', async () => {
    const { isGreen, alone, lines } = await run(false, { files: red('a', 'b', 'c'), others: [] }, ['a', 'c'])
    expect({ isGreen, alone, last: lines.slice(-3) }).toEqual({
      isGreen: false,
      alone: ['a', 'b', 'c'],
      last: ['FLAKY a', 'Red again: b', 'FLAKY c'],
    })
  })

  it('runs nothing again when a check is red, and says why', async () => {
    const { isGreen, alone, lines } = await run(false, { files: red('a'), others: ['types'] }, ['a'])
    expect({ isGreen, alone, lines }).toEqual({
      isGreen: false,
      alone: [],
      lines: ['Not run again: these are never flaky: types.'],
    })
  })

  it('runs and says nothing more when the suite passed', async () => {
    expect(await run(true, null)).toEqual({ isGreen: true, alone: [], lines: [] })
  })
})
