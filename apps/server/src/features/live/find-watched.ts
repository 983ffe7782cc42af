import { can } from '../../operations/instances/policy.ts'
import { loadTaskFor } from '../../operations/tasks/task.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { Watched } from '../../platform/live/hub.ts'
import { readInstanceRights } from '../../runtime/rights/instance-rights.ts'

/**
 * Of the things that somebody says he looks at, those that he may see and that can still change.
 *
 * @param things `task:ID`, `instance:ID`.
 */
export async function findWatched(db: Database, user: User, things: readonly string[]): Promise<Watched[]> {
  if (things.length === 0) return []
  return db.read(user, async (tx) => {
    const found = await Promise.all(
      things.map(async (thing) => {
        const [kind, id = ''] = thing.split(':')
        const rootId = kind === 'task' ? await findRootOfTask(tx, user, id) : await findRootOfInstance(tx, user, id)
        if (rootId === null) return null
        return { thing, kind: kind === 'task' ? ('task' as const) : ('instance' as const), id, rootId }
      }),
    )
    return found.filter((one) => one !== null)
  })
}

async function findRootOfTask(tx: Tx, user: User, id: string): Promise<string | null> {
  const task = await loadTaskFor(tx, user, { id, action: 'see' })
  return task instanceof Refusal ? null : task.rootId
}

async function findRootOfInstance(tx: Tx, user: User, id: string): Promise<string | null> {
  const [row] = await tx.query(
    kysely.selectFrom('instance').where('workplace_id', '=', user.workplaceId).where('id', '=', id).select('root_id'),
  )
  if (row === undefined) return null
  const rights = await readInstanceRights(tx, user, { id, root_id: row.root_id })
  return can(user, 'see', rights) ? row.root_id : null
}
