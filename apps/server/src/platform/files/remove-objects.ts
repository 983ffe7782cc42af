import type { Database, Tx } from '../db/database.ts'
import { reasonOf } from '../start-failure.ts'
import { backupLock } from './backup-lock.ts'
import type { S3StoreOptions } from './s3-store.ts'

/** Objects that are removed side by side, and most of one run: the next one goes on. */
const batchSize = 20
const maxBatches = 100
/** The time in milliseconds for which a server holds a claimed object. */
const leaseMs = 600_000
const longestRestMs = 86_400_000

interface Claimed {
  readonly key: string
  readonly tries: number
}

/**
 * Deletes objects of the file storage that are due. A failed deletion is tried again: after two minutes, four, and so
 * on up to a day.
 */
export async function removeObjects({ db, clock, send, warn }: S3StoreOptions): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) {
    const claimed = await claim(db, clock())
    const failed = await Promise.all(
      claimed.map(async ({ key, tries }) => {
        try {
          const answer = await send({ method: 'DELETE', key })
          answer.resume()
          return []
        } catch (error) {
          warn({ reason: reasonOf(error), key, tries }, 'file storage: a file could not be removed')
          return [{ key, tries }]
        }
      }),
    )
    const rest = failed.flat()
    await settle(db, { claimed, failed: rest, now: clock() })
    // While the storage is away there is no use in asking for more.
    if (claimed.length < batchSize || rest.length > 0) return
  }
}

async function claim(db: Database, now: Date): Promise<Claimed[]> {
  const text = `update object_removal set is_claimed = true, tries = tries + 1, due_at = $2
    where pg_try_advisory_xact_lock_shared(${backupLock}) and object_key in (select object_key from object_removal where due_at <= $1 order by due_at limit $3 for update skip locked)
    returning object_key, tries`
  const values = [now.toISOString(), new Date(now.getTime() + leaseMs).toISOString(), batchSize]
  const [rows] = await inPlatform(db, (tx) => tx.commit([{ name: 'object_removal_claim', text, values }]))
  return (rows ?? []).map(([key, tries]) => ({ key: key ?? '', tries: Number(tries) }))
}

async function settle(
  db: Database,
  { claimed, failed, now }: { claimed: readonly Claimed[]; failed: readonly Claimed[]; now: Date },
): Promise<void> {
  if (claimed.length === 0) return
  const keys = new Set(failed.map(({ key }) => key))
  const dueAt = failed.map(({ tries }) => new Date(now.getTime() + Math.min(longestRestMs, 60_000 * 2 ** tries)))
  await inPlatform(db, (tx) =>
    tx.commit([
      {
        name: 'object_removal_done',
        text: 'delete from object_removal where object_key = any($1::text[])',
        values: [claimed.flatMap(({ key }) => (keys.has(key) ? [] : [key]))],
      },
      {
        name: 'object_removal_rest',
        text: `update object_removal r set due_at = failed.due_at from unnest($1::text[], $2::timestamptz[]) failed (object_key, due_at)
          where r.object_key = failed.object_key`,
        values: [failed.map(({ key }) => key), dueAt.map((at) => at.toISOString())],
      },
    ]),
  )
}

function inPlatform<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.withPlatformTransaction('maintenance', work)
}
