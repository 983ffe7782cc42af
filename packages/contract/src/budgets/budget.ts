/**
 * A limit of what one caller, workplace or model can use of a shared server: what it counts, its default, and the error
 * when it is exceeded. `MILLRACE_BUDGETS` sets other values; `docs/guide/budgets.md` is checked against this list.
 */
export interface Budget {
  readonly default: number
  /** The unit of the limit. */
  readonly unit: BudgetUnit
  /** Lower values would keep the product itself from working. */
  readonly min: number
  /** Higher values would keep a server from starting. */
  readonly max?: number
  readonly means: string
  /** The code of the refusal or of the incident; null when nothing is refused. */
  readonly code:
    | 'budget.exceeded'
    | 'deployment.invalid'
    | 'request.too-costly'
    | 'request.too-many'
    | 'server.busy'
    | null
}

export type BudgetUnit = 'units' | 'ms' | 'bytes' | 'characters' | 'count'
