import type { AnswerOf, movedInstanceCalls } from '@millrace/contract'
import { noSuchInstance, refuseChange } from '../../operations/instances/policy.ts'
import { findLastChange } from '../../operations/instances/undo-last-change.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { readPeople } from '../../runtime/rights/people.ts'

/** Returns the changes that an undo would make in an instance. */
export async function getUndo(
  context: OperationContext,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof movedInstanceCalls.undoable> | Refusal> {
  if (!isUuid(id)) return noSuchInstance()
  const refusal = await refuseChange(context, request, { kind: 'instance', id })
  if (refusal !== null) return refusal
  return context.db.read(request, async (tx) => {
    const change = await findLastChange(tx, request.workplaceId, id)
    if (change === null) return (await isKnown(tx, request.workplaceId, id)) ? { change: null } : noSuchInstance()
    const { what, at, userId, rows } = change
    const { before, made } = rows
    const people = await readPeople(tx, request.workplaceId, [userId])
    const unique = (names: readonly string[]) => [...new Set(names)].slice(0, 50)
    return {
      change: {
        what,
        at,
        by: people.get(userId),
        elements: unique(before.elements.map(({ elementId }) => elementId)),
        ends: made.elements.length,
        variables: unique(before.variables.map(({ name }) => name)),
        removes: made.variables.length,
      },
    }
  })
}

async function isKnown(tx: Tx, workplaceId: string, id: string): Promise<boolean> {
  const [rows] = await tx.batch([
    {
      name: 'undo_instance_is_known',
      text: `select 1 from instance where workplace_id = $1 and id = $2
        union all select 1 from history_instance where workplace_id = $1 and id = $2 limit 1`,
      values: [workplaceId, id],
    },
  ])
  return (rows?.length ?? 0) > 0
}
