import type { ActivityBase, ExpressionText } from './shared.ts'

export interface ScopeBase extends ActivityBase {
  /** Ids of the elements directly inside, in document order. */
  readonly childIds: readonly string[]
}

export interface SubProcess extends ScopeBase {
  readonly type: 'subProcess' | 'transaction'
  readonly triggeredByEvent: boolean
}

export interface AdHocSubProcess extends ScopeBase {
  readonly type: 'adHocSubProcess'
  readonly triggeredByEvent: false
  readonly isSequential: boolean
  readonly completionCondition: ExpressionText | null
  readonly cancelRemaining: boolean
}
