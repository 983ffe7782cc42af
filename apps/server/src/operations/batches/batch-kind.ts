import type { Request } from '../../platform/auth/request.ts'
import type { Right } from '../../platform/auth/rights.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { CommitExtras } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'

/** The kind of object that the items of a batch are. */
export type BatchSubject = 'task' | 'incident' | 'instance' | 'job' | 'externalTask' | 'decisionInstance' | 'batch'

/**
 * A kind of batch: the operation that it applies to each item. A new kind needs a name in `batchKinds` of the contract,
 * a file in `kinds`, and a line in `kinds/index.ts`.
 */
export interface BatchKindOf<Action> {
  /**
   * The right to order such a batch. Each item is checked by its own operation when it is processed. Null: the
   * operation that orders the batch checks the right.
   */
  readonly right: Right | null
  readonly subject: BatchSubject
  /** Whether clients of the engine's REST API see it, under its name. */
  readonly isOfEngine: boolean
  /** Whether its jobs name the instance that they are about, as Camunda's do. */
  readonly namesInstance?: true
  /**
   * Applies the action to one item. `extras.alongside` marks the item as done in the last commit, so that an item is
   * done once even if the server is killed.
   */
  readonly doTo: (
    context: OperationContext,
    request: Request,
    item: { readonly id: string; readonly action: Action },
    extras: CommitExtras,
  ) => Promise<Refusal | null>
}

/** Defines a kind of batch, with the type of its data inferred. */
export function defineBatchKind<Action>(kind: BatchKindOf<Action>): BatchKindOf<Action> {
  return kind
}
