import { writeFile } from 'node:fs/promises'
import type { Reporter, Vitest } from 'vitest/node'

/** An error outside of the tests of a run. */
export interface UnhandledError {
  /** The test file that ran meanwhile, in an absolute path. Null: none is known. */
  readonly file: string | null
  readonly message: string
  readonly stack: string
}

/** Returns the path of the file with the errors outside of tests that a run with this report of `json` had. */
export function unhandledIn(report: string): string {
  return `${report}.unhandled`
}

/** Records the errors of a run outside of its tests as {@link UnhandledError}s; the reporter `json` leaves them out. */
export default class UnhandledReporter implements Reporter {
  private file: string | null = null

  onInit({ config: { outputFile } }: Vitest): void {
    const report = typeof outputFile === 'string' ? outputFile : outputFile?.json
    this.file = report === undefined ? null : unhandledIn(report)
  }

  async onTestRunEnd(_: unknown, errors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]): Promise<void> {
    if (this.file === null || errors.length === 0) return
    const unhandled = errors.map(
      ({ VITEST_TEST_PATH: file, message, stack }): UnhandledError => ({
        file: typeof file === 'string' ? file : null,
        message,
        stack: stack ?? '',
      }),
    )
    await writeFile(this.file, JSON.stringify(unhandled))
  }
}
