import { deserialize } from 'node:v8'
import type { ChangedRows, UndoableChange } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { undoFormat } from '../../runtime/undo-format.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { instanceIsOver } from './instance.ts'
import { noSuchInstance, refuseChange } from './policy.ts'

/** The last change of an instance by an operator, while nothing else has happened to the instance since. */
export interface LastChange {
  readonly rootId: string
  readonly what: UndoableChange
  readonly at: string
  readonly userId: string
  /** The revision of the root since the change. */
  readonly revision: number
  readonly rows: ChangedRows
}

/**
 * Finds the last change of an operator that can be undone; null when there is none, or when the instance has changed
 * since.
 */
export async function findLastChange(tx: Tx, workplaceId: string, instanceId: string): Promise<LastChange | null> {
  const [rows] = await tx.batch([
    {
      name: 'instance_undo_find',
      text: `select u.root_id, u.what, to_char(u.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), u.user_id, u.revision, encode(u.content, 'base64')
        from instance_undo u join instance r on r.workplace_id = u.workplace_id and r.id = u.root_id and r.revision = u.revision
        where u.workplace_id = $1 and u.instance_id = $2 and u.format = $3`,
      values: [workplaceId, instanceId, undoFormat],
    },
  ])
  const [rootId, what, at, userId, revision, content] = rows?.[0] ?? []
  if (rootId == null || content == null) return null
  return {
    rootId,
    what: what as UndoableChange,
    at: at ?? '',
    userId: userId ?? '',
    revision: Number(revision),
    rows: deserialize(Buffer.from(content, 'base64')) as ChangedRows,
  }
}

/**
 * Undoes the last modification, migration or writing of variables of an instance, unless anything has happened to it
 * since. Returns null on success, otherwise a refusal.
 */
export async function undoLastChange(
  context: OperationContext,
  request: Request,
  { id, at }: { readonly id: string; readonly at: string },
): Promise<Refusal | null> {
  const refusal = await refuseChange(context, request, { kind: 'instance', id })
  if (refusal !== null) return refusal
  const { workplaceId } = request
  const change = await context.db.read(request, (tx) => findLastChange(tx, workplaceId, id))
  // Another change than the one that was shown is not to be undone.
  if (change === null || change.at !== at) return nothingToUndo()
  const { rootId, what, rows, revision } = change
  const done = await carryOut(
    context,
    request,
    {
      target: { by: 'instance', id },
      command: { type: 'undoChange', instanceId: id, what, rows },
      gone: instanceIsOver,
      extra: [
        {
          name: 'instance_undo_done',
          text: 'delete from instance_undo where workplace_id = $1 and root_id = $2',
          values: [workplaceId, rootId],
        },
      ],
    },
    // The lock has counted the revision up.
    { before: (tx) => refuseLater(tx, workplaceId, { rootId, revision: revision + 1 }) },
  )
  return done instanceof Refusal ? done : null
}

async function refuseLater(
  tx: Tx,
  workplaceId: string,
  { rootId, revision }: { readonly rootId: string; readonly revision: number },
): Promise<Refusal | null> {
  const [rows] = await tx.batch([
    {
      name: 'instance_undo_revision',
      text: 'select revision from instance where workplace_id = $1 and id = $2',
      values: [workplaceId, rootId],
    },
  ])
  const found = rows?.[0]?.[0]
  if (found == null) return noSuchInstance()
  return Number(found) === revision ? null : nothingToUndo()
}

function nothingToUndo(): Refusal {
  return refuse(
    'instance.changed',
    'Expected an instance to which nothing has happened since the change, but something has. Nothing was undone.',
  )
}
