import type { WatchedKind, WatchedThing } from '@millrace/contract'
import { loadInstanceFor } from '../../operations/instances/instance.ts'
import { loadTaskFor } from '../../operations/tasks/task.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { Watched } from '../../platform/live/hub.ts'

const roots: Readonly<Record<WatchedKind, (tx: Tx, user: Person, id: string) => Promise<string | null>>> = {
  task: findRootOfTask,
  instance: findRootOfInstance,
}

/**
 * Returns the watched objects that the user may see. Ended instances are included: a browser window may request its
 * next stream before it was notified of their end.
 */
export async function findWatched(db: Database, request: Request, things: readonly WatchedThing[]): Promise<Watched[]> {
  if (things.length === 0) return []
  return db.read(request, async (tx) => {
    const found = await Promise.all(
      things.map(async (thing) => {
        const [kind, id] = thing.split(':') as [WatchedKind, string]
        const rootId = await roots[kind](tx, request.user, id)
        return rootId === null ? null : { thing, kind, id, rootId }
      }),
    )
    return found.filter((one) => one !== null)
  })
}

async function findRootOfTask(tx: Tx, user: Person, id: string): Promise<string | null> {
  const task = await loadTaskFor(tx, user, { id, action: 'see' })
  return task instanceof Refusal ? null : task.rootId
}

async function findRootOfInstance(tx: Tx, user: Person, id: string): Promise<string | null> {
  const instance = await loadInstanceFor(tx, user, { id, action: 'see' })
  return instance instanceof Refusal ? null : instance.rootId
}
