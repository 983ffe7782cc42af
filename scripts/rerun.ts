/** A test file that failed, and the configuration of Vitest that it runs under; both relative to the project. */
export interface RedFile {
  readonly config: string
  readonly file: string
}

/** The failures of a run of `npm test`, which writes them into the file that `MILLRACE_TEST_REPORT` names. */
export interface SuiteReport {
  readonly files: readonly RedFile[]
  /** Failures other than test files: checks, or errors outside of tests. */
  readonly others: readonly string[]
}

export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'rerun'; readonly files: readonly RedFile[] }

/** With more red files than this, something is broken rather than flaky. */
const maxFlaky = 3

/**
 * Decides what happens after a run of the whole suite.
 *
 * @param report null: the run ended without one
 */
export function judgeSuite(hasPassed: boolean, report: SuiteReport | null): Verdict {
  if (hasPassed) return { kind: 'passed' }
  if (report === null) return { kind: 'failed', reason: 'the run did not report which files failed' }
  const { files, others } = report
  if (others.length > 0) return { kind: 'failed', reason: `these are never flaky: ${others.join(', ')}` }
  if (files.length === 0) return { kind: 'failed', reason: 'no test file failed, but the run did' }
  if (files.length > maxFlaky)
    return { kind: 'failed', reason: `${files.length} test files failed, more than ${maxFlaky}` }
  return { kind: 'rerun', files }
}

/** Runs the suite, or one of its files. */
export interface Runner {
  readonly runSuite: () => Promise<{ readonly hasPassed: boolean; readonly report: SuiteReport | null }>
  readonly runFile: (file: RedFile) => Promise<boolean>
  readonly print: (line: string) => void
}

/**
 * Runs the whole suite, and once more, each alone, the few test files that failed in it. The files that pass this time
 * are named at the very end of the output.
 *
 * @returns whether the suite passed, with flaky files or without
 */
export async function runWithRerun({ runSuite, runFile, print }: Runner): Promise<boolean> {
  const { hasPassed, report } = await runSuite()
  const verdict = judgeSuite(hasPassed, report)
  if (verdict.kind === 'passed') return true
  if (verdict.kind === 'failed') {
    print(`Not run again: ${verdict.reason}.`)
    return false
  }
  const results: { readonly file: string; readonly isGreen: boolean }[] = []
  for (const one of verdict.files) {
    print(`\nRunning again, alone: ${one.file}`)
    results.push({ file: one.file, isGreen: await runFile(one) })
  }
  print('')
  for (const { file, isGreen } of results) print(isGreen ? `FLAKY ${file}` : `Red again: ${file}`)
  return results.every(({ isGreen }) => isGreen)
}
