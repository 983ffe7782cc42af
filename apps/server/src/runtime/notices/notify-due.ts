import { dueSoonHours } from '@millrace/contract'
import { systemActor } from '../../platform/db/actor.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../runtime.ts'
import { notifyDueStatement } from '../save/notice-statements.ts'

/**
 * The time before the last check that is checked again, because a task may be committed shortly after the check of its
 * date. Nobody is notified twice.
 */
const overlapMs = 300_000
const soonMs = dueSoonHours * 3_600_000

/** The number of tasks of one statement. */
const portion = 1_000

/**
 * Notifies assignees of tasks that have become due since the last check, or will within a day. Tasks that were due
 * already when they were created, assigned or planned were notified then. The time of the check is written after all
 * notifications, so that a killed process misses none.
 */
export async function notifyDue(runtime: Runtime, workplaceId: string): Promise<void> {
  const { db, clock } = runtime
  const now = clock()
  const since = await findLast(db, workplaceId, now)
  const from = new Date(since.getTime() - overlapMs)
  const notified = new Set<string>()
  for (const kind of ['overdue', 'dueSoon'] as const) {
    const ahead = kind === 'dueSoon' ? soonMs : 0
    // After a rest of days, what is over is not to come soon as well.
    const begins = Math.max(from.getTime() + ahead, kind === 'dueSoon' ? now.getTime() : 0)
    let after: Place | null = { dueAt: new Date(begins).toISOString(), id: first }
    const until = new Date(now.getTime() + ahead).toISOString()
    while (after !== null) after = await notifySome(runtime, workplaceId, { kind, after, until, notified })
  }
  await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
    tx.commit([lookedStatement(workplaceId, now)]),
  )
  if (notified.size === 0) return
  const people = new Set([...notified].map((username) => `n:${username}`))
  runtime.announceChanges?.({ workplaceId, roots: new Set(), tasks: new Set(), people })
}

const first = '00000000-0000-0000-0000-000000000000'

interface Place {
  readonly dueAt: string
  readonly id: string
}

/** Null when there are no more. */
async function notifySome(
  { db, clock }: Runtime,
  workplaceId: string,
  {
    notified,
    ...range
  }: {
    readonly kind: 'dueSoon' | 'overdue'
    readonly after: Place
    readonly until: string
    readonly notified: Set<string>
  },
): Promise<Place | null> {
  const statement = notifyDueStatement({ workplaceId, at: clock(), limit: portion, ...range })
  const [rows] = await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) => tx.commit([statement]))
  for (const [username] of rows ?? []) if (username != null) notified.add(username)
  const [, count, dueAt, id] = rows?.[0] ?? []
  return Number(count) < portion || dueAt == null || id == null ? null : { dueAt, id }
}

/** When it was looked last; the first time is now. */
async function findLast(db: Database, workplaceId: string, now: Date): Promise<Date> {
  const [rows] = await db.read({ workplaceId }, (tx: Tx) =>
    tx.batch([
      {
        name: 'notice_looked_until',
        text: 'select extract(epoch from looked_until) from notice_watch where workplace_id = $1',
        values: [workplaceId],
      },
    ]),
  )
  const seconds = rows?.[0]?.[0]
  return seconds == null ? now : new Date(Number(seconds) * 1_000)
}

function lookedStatement(workplaceId: string, now: Date) {
  return {
    name: 'notice_looked',
    text: `insert into notice_watch (workplace_id, looked_until) values ($1, $2)
      on conflict (workplace_id) do update set looked_until = greatest(notice_watch.looked_until, excluded.looked_until)`,
    values: [workplaceId, now.toISOString()],
  }
}
