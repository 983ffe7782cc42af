import { writeFile } from 'node:fs/promises'
import type { Reporter, Vitest } from 'vitest/node'

/** Returns the path of the file that exists when errors outside of tests failed the run with this report of `json`. */
export function unhandledIn(report: string): string {
  return `${report}.unhandled`
}

/** Records that a run had errors outside of its tests, which the reporter `json` leaves out. */
export default class UnhandledReporter implements Reporter {
  private file: string | null = null

  onInit({ config: { outputFile } }: Vitest): void {
    const report = typeof outputFile === 'string' ? outputFile : outputFile?.json
    this.file = report === undefined ? null : unhandledIn(report)
  }

  async onTestRunEnd(_: unknown, errors: readonly { readonly message: string }[]): Promise<void> {
    if (this.file === null || errors.length === 0) return
    await writeFile(this.file, errors.map(({ message }) => message).join('\n'))
  }
}
