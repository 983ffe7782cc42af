import { errors } from '../../packages/contract/src/errors.ts'
import type { Documents } from './documents.ts'

export const errorList = 'docs/errors.md'

/** Checks that the list of errors is that of the contract. Returns the problems. */
export function checkErrors(documents: Documents): string[] {
  if (documents.read(errorList) === presentErrors()) return []
  return [
    `${errorList}: Expected the errors of packages/contract/src/errors.ts, but it has others. Run npm run node -- scripts/check-docs.ts --write.`,
  ]
}

export function presentErrors(): string {
  const rows = Object.entries(errors).map(([code, { status, means }]) => `| \`${code}\` | ${status} | ${means} |`)
  return `# Errors

Every refusal of a call below the API base is JSON: \`code\`, a sentence in \`message\`, \`requestId\` for the log, and \`details\` with the faults one by one where there are several. Programs go by the code; sentences may change.

| Code | Status | Means |
|---|---|---|
${rows.join('\n')}
`
}
