import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'

/** What Vitest's reporter `json` writes, as far as it is read here. */
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

/**
 * What failed in a run of Vitest that has failed, for the end of a long output, where whoever sees only that can read it.
 *
 * @param file what the reporter `json` wrote
 * @param root the folder that paths are shown from
 * @returns a line for each test that failed, or for each file that could not be run: where, which, and the first line
 *   of each reason. A report that is not there or broken is a line too: then the run has not come to its end.
 */
export async function findRedTests(file: string, root: string): Promise<string[]> {
  let report: Report
  try {
    report = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    return [`The run has told nothing of its tests: ${firstLine(String(error))}`]
  }
  const lines = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(root, name)
    const red = assertionResults.filter((test) => test.status === 'failed')
    if (red.length === 0) return status === 'failed' ? [`${path}: ${firstLine(message)}`] : []
    return red.map(
      ({ fullName, failureMessages }) => `${path} > ${fullName}: ${(failureMessages ?? []).map(firstLine).join('; ')}`,
    )
  })
  return lines.length > 0 ? lines : ['No test, but the run has failed: look for “Unhandled” in what it printed.']
}

function firstLine(text = ''): string {
  return text.trim().split('\n', 1)[0] ?? ''
}
