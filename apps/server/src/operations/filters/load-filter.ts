import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type FilterRight, refuseFilter } from './policy.ts'

/**
 * Locks a filter, and checks that the user has the permission for an action on it. Returns null if so, otherwise a
 * refusal.
 */
export async function lockFilter(tx: Tx, request: Request, id: string, right: FilterRight): Promise<Refusal | null> {
  const [rows] = isUuid(id)
    ? await tx.batch([
        {
          name: 'filter_lock',
          text: 'select id, owner from task_filter where workplace_id = $1 and id = $2 for update',
          values: [request.workplaceId, id],
        },
      ])
    : []
  const [row] = rows ?? []
  return refuseFilter(request.user, right, row === undefined ? undefined : { id: row[0] ?? '', owner: row[1] ?? null })
}
