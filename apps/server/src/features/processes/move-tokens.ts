import type { AnswerOf, moveCalls, processCalls, ReadBodyOf } from '@millrace/contract'
import { migrateInstances } from '../../operations/instances/migrate-instances.ts'
import { modifyInstance } from '../../operations/instances/modify-instance.ts'
import { noSuchInstance } from '../../operations/instances/policy.ts'
import { tryModification } from '../../operations/instances/try-modification.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import { restartInstances } from '../../operations/processes/restart-instances.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { readMigration, readModification, readRestart } from './read-moves.ts'

type Of<B> = B & { readonly id: string }

export async function tryMoves(
  context: OperationContext,
  request: Request,
  { id, note, ...plan }: Of<ReadBodyOf<typeof processCalls.tryMoves>>,
): Promise<AnswerOf<typeof processCalls.tryMoves> | Refusal> {
  if (!isUuid(id)) return noSuchInstance()
  const modification = readModification(plan)
  return modification instanceof Refusal
    ? modification
    : tryModification(context, request, { id, note, ...modification })
}

/** Moves tokens of an instance. Returns null on success, otherwise a refusal. */
export async function moveTokens(
  context: OperationContext,
  request: Request,
  { id, note, ...plan }: Of<ReadBodyOf<typeof processCalls.moveTokens>>,
): Promise<Refusal | null> {
  if (!isUuid(id)) return noSuchInstance()
  const modification = readModification(plan)
  return modification instanceof Refusal
    ? modification
    : modifyInstance(context, request, { id, note, ...modification })
}

/** Migrates the instances of a selection. Returns null on success, otherwise a refusal. */
export async function migrateThese(
  context: OperationContext,
  request: Request,
  { id, ids, note, ...order }: Of<ReadBodyOf<typeof moveCalls.migrate>>,
): Promise<Refusal | null> {
  const migration = readMigration(id, order)
  if (migration instanceof Refusal) return migration
  if (!ids.every(isUuid)) return noSuchInstance()
  return migrateInstances(context, request, { ...migration, note, ids: [...new Set(ids)] })
}

/** Restarts ended instances. @returns the ids of the new instances. */
export async function restartThese(
  context: OperationContext,
  request: Request,
  { id, ids, ...order }: Of<ReadBodyOf<typeof moveCalls.restart>>,
): Promise<AnswerOf<typeof moveCalls.restart> | Refusal> {
  if (!isUuid(id)) return noSuchProcess()
  if (!ids.every(isUuid)) return noSuchInstance()
  const given = readRestart({ ...order, definitionId: id })
  const started = await restartInstances(context, request, { ...given, ids: [...new Set(ids)] })
  return started instanceof Refusal ? started : { ids: [...started] }
}
