import type { BatchKind, batchCalls, InstancesAction, ReadBodyOf } from '@millrace/contract'
import { sql } from 'kysely'
import { beginBatch } from '../../operations/batches/begin-batch.ts'
import { keepMoves } from '../../operations/batches/kinds/kept-moves.ts'
import { keepVariables } from '../../operations/batches/kinds/variables.ts'
import { prepareBatch } from '../../operations/batches/prepare-batch.ts'
import { noReason } from '../../operations/instances/instance.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import { readWrittenValue } from '../../operations/variables/read-written-value.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { refuseFaultyPlan } from './plan-migration.ts'
import { readMigration, readModification, readRestart } from './read-moves.ts'
import { selectInstances } from './select-instances.ts'

const kinds = {
  cancel: 'instance-deletion',
  suspend: 'instance-update-suspension-state',
  activate: 'instance-update-suspension-state',
  retry: 'instance-retry',
  setVariable: 'set-variables',
  move: 'instance-modification',
  migrate: 'instance-migration',
  restart: 'instance-restart',
} as const satisfies Record<InstancesAction['kind'], BatchKind>

/** Finds and counts the instances of a batch: running ones, or ended ones for a restart. */
export async function prepareInstances(
  context: OperationContext,
  request: Request,
  { kind, selection, definitionId }: ReadBodyOf<typeof batchCalls.prepare>,
): Promise<{ readonly id: string; readonly total: number; readonly expiresAt: string } | Refusal> {
  const items = await selectInstances(context, request, { selection, definitionId, isEnded: kind === 'restart' })
  if (items instanceof Refusal) return items
  const id = await prepareBatch(context, request, { kind: kinds[kind], items, query: selection })
  if (id instanceof Refusal) return id
  const [row] = await context.db.read(request, (tx) =>
    runSql<{ total: number }>(
      tx,
      sql`select total from batch where workplace_id = ${request.workplaceId}::uuid and id = ${id}::uuid`,
    ),
  )
  return { id, total: row?.total ?? 0, expiresAt: new Date(context.clock().getTime() + 3_600_000).toISOString() }
}

/** Starts a batch on the counted instances. Returns null on success, otherwise a refusal. */
export async function beginInstances(
  context: OperationContext,
  request: Request,
  { id, action, reason }: { readonly id: string; readonly action: InstancesAction; readonly reason: string | null },
): Promise<Refusal | null> {
  const kept = await actionOf(context, request, { action, reason })
  if (kept instanceof Refusal) return kept
  return beginBatch(context, request, { id, kind: kinds[action.kind], action: kept, reason: reason || null })
}

async function actionOf(
  context: OperationContext,
  request: Request,
  { action, reason }: { readonly action: InstancesAction; readonly reason: string | null },
): Promise<object | Refusal> {
  switch (action.kind) {
    case 'cancel':
      if (action.isForced && !reason) return noReason()
      return {
        reason: reason || null,
        skipsListeners: action.skipsListeners,
        skipsIoMappings: action.skipsIoMappings,
        isForced: action.isForced,
      }
    case 'suspend':
    case 'activate':
      return { isSuspended: action.kind === 'suspend' }
    case 'retry':
      return {}
    case 'setVariable': {
      const value = readWrittenValue(action.type, action.text)
      return value instanceof Refusal ? value : keepVariables([{ name: action.name, value }])
    }
    case 'move': {
      const { kind: _, definitionId, ...plan } = action
      const given = readModification(plan)
      if (given instanceof Refusal) return given
      const { moves, variables, ...skips } = given
      return { definitionId, moves: keepMoves(moves), ...keepVariables(variables), ...skips, note: reason || null }
    }
    case 'migrate': {
      const given = readMigration(action.definitionId, action)
      if (given instanceof Refusal) return given
      const refusal = await refuseFaultyPlan(context, request, given.plan)
      return refusal ?? { ...given, ...keepVariables(given.variables), note: reason || null }
    }
    case 'restart': {
      const { kind: _, ...order } = action
      const restart = readRestart(order)
      return { ...restart, moves: keepMoves(restart.moves) }
    }
  }
}
