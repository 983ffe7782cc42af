import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { type UnhandledError, unhandledIn } from './unhandled-reporter.ts'

/** The members of the output of Vitest's reporter `json` that are read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

/** The failed tests of a run of Vitest. */
export interface RedTests {
  /**
   * A line for each test that failed, for each file that could not be run, and for each error outside of tests: where,
   * which, and each reason.
   */
  readonly lines: readonly string[]
  /**
   * The test files that failed, also by an error while they ran. Null: more than test files failed, such as the run
   * itself.
   */
  readonly files: readonly string[] | null
}

/**
 * Returns the failures of a failed run of Vitest, for the end of a long output, where they are read first.
 *
 * @param file the output of the reporter `json`, in the same folder as that of `unhandled-reporter.ts`. A missing or
 * broken report is a failure too: the run did not complete.
 * @param root the folder that paths are relative to
 */
export async function findRedTests(file: string, root: string): Promise<RedTests> {
  let report: Report
  try {
    report = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    return { lines: [`The run has told nothing of its tests: ${firstLine(String(error))}`], files: null }
  }
  const red = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' || assertionResults.some(isRed),
  )
  const lines = red.flatMap(({ name, message, assertionResults }) => {
    const path = relative(root, name)
    const tests = assertionResults.filter(isRed)
    if (tests.length === 0) return [`${path}: ${firstLine(message)}`]
    return tests.map(
      ({ fullName, failureMessages }) => `${path} > ${fullName}: ${(failureMessages ?? []).map(firstLine).join('; ')}`,
    )
  })
  const unhandled = await readUnhandled(unhandledIn(file))
  for (const { file: name, message, stack } of unhandled) {
    const where = name === null ? 'Outside of all test files' : relative(root, name)
    lines.push(`${where}: an error that nothing handled: ${firstLine(message)} ${stack.slice(0, maxStack)}`.trimEnd())
  }
  if (lines.length === 0) return { lines: ['No test failed, but the run did: read what it printed.'], files: null }
  const files = [...red.map(({ name }) => name), ...unhandled.map(({ file: name }) => name)]
  const named = files.filter((name) => name !== null)
  return {
    lines,
    files: named.length < files.length ? null : [...new Set(named)].map((name) => relative(root, name)),
  }
}

/** Characters: enough to find the place. */
const maxStack = 1_500

async function readUnhandled(file: string): Promise<readonly UnhandledError[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    return [{ file: null, message: `the list of such errors cannot be read: ${String(error)}`, stack: '' }]
  }
}

function isRed({ status }: { readonly status: string }): boolean {
  return status === 'failed'
}

function firstLine(text = ''): string {
  return text.trim().split('\n', 1)[0] ?? ''
}
