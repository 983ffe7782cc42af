import type { Scanner } from './scanner.ts'

/** Takes what an operator should know; a scan goes on without waiting for it. */
type Log = (facts: object, message: string) => void

/** Adds logging to a virus scanner: found viruses and failed scans. The sender of a file learns neither. */
export function withLoggedVerdicts(scanner: Scanner, warn: Log): Scanner {
  return {
    scan: async (content) => {
      const verdict = await scanner.scan(content)
      if (verdict.kind === 'infected') warn({ signature: verdict.signature }, 'virus scan: something was found')
      if (verdict.kind === 'not-scanned') warn({ reason: verdict.reason }, 'virus scan: a file could not be scanned')
      return verdict
    },
  }
}
