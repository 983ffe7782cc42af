/**
 * The error for work on a workplace that is being moved to another database. It counts as a database that does not
 * answer: the work can be repeated later, and jobs keep their attempts.
 */
export class WorkplaceMoving extends Error {
  override readonly name = 'WorkplaceMoving'
  readonly code = movingCode

  constructor() {
    super('Expected a workplace that takes changes, but it is being moved to another database')
  }
}

/** SQLSTATE of `millrace_enter`, which refuses changes of a workplace that is being moved, or was. */
const movingCode = 'MR002'

/** Returns whether an error is about a workplace that is being moved, whether the server or the database noticed it. */
export function isMoving(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === movingCode
}

/** The topic of signals on which homes of workplaces are looked up again. */
export const movesTopic = 'workplace-moves'
