import type { DirectoryChangeField, DirectoryResult } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { createGroup } from '../groups/create-group.ts'
import { groupRecord } from '../groups/group.ts'
import type { OperationContext } from '../operation-context.ts'
import type { DirectoryRow } from './directory.ts'
import { disableLeaver } from './disable-leaver.ts'
import type { RunRow } from './plan-run.ts'
import { takeOverUser } from './take-over-user.ts'

export interface FieldChange {
  readonly field: DirectoryChangeField
  readonly old: string
  readonly new: string
}

export interface RowOutcome {
  readonly result: Exclude<DirectoryResult, 'refused'>
  readonly changes: readonly FieldChange[]
  readonly message: string
}

export interface TakenOver {
  readonly directory: DirectoryRow
  readonly row: RunRow
  /** Whether the changes are rolled back, so that only the result is known. */
  readonly isDryRun: boolean
}

/**
 * Applies one row of a run to its user in a separate transaction, completely or not at all. It has the permissions of
 * the user who saved the directory last: it gives no rights that this user lacks, and changes no user with more rights.
 */
export async function takeOverRow(
  context: OperationContext,
  request: Request,
  { directory, row, isDryRun }: TakenOver,
): Promise<RowOutcome | Refusal> {
  if (row.kind === 'group') return takeOverGroup(context, request, { row, isDryRun })
  return context.db.withTransaction(actorOf(request), async (tx) => {
    const scope = { directory, user: request.user, now: context.clock(), newId: context.runtime.newId, isDryRun }
    const outcome = row.kind === 'user' ? await takeOverUser(tx, scope, row) : await disableLeaver(tx, scope, row)
    if (isDryRun && !(outcome instanceof Refusal)) await tx.rollback()
    return outcome
  })
}

async function takeOverGroup(
  context: OperationContext,
  request: Request,
  { row, isDryRun }: { readonly row: RunRow & { kind: 'group' }; readonly isDryRun: boolean },
): Promise<RowOutcome | Refusal> {
  const { name: key } = row
  const found = await context.db.read(request, (tx) => groupRecord.find(tx, request.workplaceId, { key }))
  if (found !== null) return { result: 'same', changes: [], message: '' }
  // A name that users could have entered.
  const name = row.data.name
    .replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, ' ')
    .trim()
    .slice(0, 50)
    .trim()
  const message = 'Group of the directory.'
  if (isDryRun) return { result: 'new', changes: [], message }
  const created = await createGroup(context, request, { key, name: name === '' ? key : name })
  if (created instanceof Refusal) return refuse(created.code, created.message)
  return { result: 'new', changes: [], message }
}
