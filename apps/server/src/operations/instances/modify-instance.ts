import type { Move, PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type CommitExtras, carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseRestricted } from '../variables/policy.ts'
import { instanceIsOver } from './instance.ts'
import { refuseChange } from './policy.ts'

/** A list of tokens to start and cancel, which are applied together or not at all. */
export interface Modification {
  readonly moves: readonly Move[]
  /** Variables of the process instance that are set before the first move. */
  readonly variables?: readonly PlainVariable[]
  readonly skipsListeners: boolean
  readonly skipsIoMappings: boolean
  /** Why. It is kept with who did it. */
  readonly note: string | null
  /** Whether an instance in which nothing is left counts as ended from inside, as in Camunda's batches. */
  readonly isInternal?: boolean
}

/** Moves the tokens of an instance. Returns null on success, otherwise a refusal. */
export async function modifyInstance(
  context: OperationContext,
  request: Request,
  { id, ...modification }: Modification & { readonly id: string },
  extras: CommitExtras = {},
): Promise<Refusal | null> {
  const names = [modification, ...modification.moves].flatMap((one) =>
    'variables' in one ? (one.variables ?? []).map(({ name }) => name) : [],
  )
  const refusal =
    (await refuseChange(context, request, { kind: 'instance', id })) ??
    (await refuseRestricted(context, request, id, names))
  if (refusal !== null || isEmpty(modification)) return refusal
  const order = {
    target: { by: 'instance', id },
    command: modificationOf(id, modification),
    gone: instanceIsOver,
  } as const
  const done = await carryOut(context, request, order, extras)
  return done instanceof Refusal ? done : null
}

function isEmpty({ moves, variables = [] }: Modification): boolean {
  return moves.length === 0 && variables.length === 0
}

export function modificationOf(instanceId: string, modification: Modification) {
  return { type: 'modifyInstance', instanceId, ...modification } as const
}
