import type { Problem, ProblemCode } from '@millrace/forms'
import { type ApiError, hasCode } from '../../lib/api/api-error.ts'
import { describeFault } from '../../lib/api/describe-fault.ts'

const known = new WeakMap<ApiError, readonly Problem[]>()

/**
 * Returns the errors of a `form.invalid` answer, and of external systems that did not answer, in the format of forms.
 * Returns the same list for the same error, because a new list moves the focus to its first field. Null for other
 * errors.
 */
export function toFormProblems(error: unknown): readonly Problem[] | null {
  if (!hasCode(error, 'form.invalid', 'look-up.failed')) return null
  const before = known.get(error)
  if (before) return before
  const problems = error.details.map(
    ({ where, message, code }): Problem => ({
      field: where,
      // The server checks with the same code as the browser; its sentence is shown whatever the code.
      code: (code ?? 'form.invalid') as ProblemCode,
      params: { message: describeFault(message) },
    }),
  )
  known.set(error, problems)
  return problems
}
