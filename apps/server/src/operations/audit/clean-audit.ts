import type pg from 'pg'
import type { InstallationKey } from '../../platform/auth/installation-key.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { type ChainReport, stubText, verifyChain } from './chain.ts'

export interface CleanedAudit {
  readonly months: readonly string[]
  readonly revisions: number
  readonly entries: number
}

/**
 * Removes the months of the audit before a day and before this month, for all workplaces, and leaves a signed record of
 * the removed entries of each. The chains are verified before, in one snapshot, while other transactions can write.
 *
 * @param client outside of a transaction.
 * @throws StartFailure when a chain has a fault, because removed entries could not be verified afterwards.
 */
export async function cleanAudit(
  client: pg.ClientBase,
  { places, before, key, now }: { places: readonly string[]; before: string; key: InstallationKey; now: Date },
): Promise<CleanedAudit> {
  const { rows: months } = await client.query<{ month: string; end: string }>(
    `select right(relname, 7) as month, to_char(to_date(right(relname, 7), 'YYYY_MM') + interval '1 month', 'YYYY-MM-DD') as end from pg_class
      where relname ~ '^audit_revision_\\d{4}_\\d{2}$' and relispartition and relnamespace = current_schema()::regnamespace
        and to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= least($1::date, date_trunc('month', now() at time zone 'UTC')) order by 1`,
    [before],
  )
  const last = months.at(-1)
  if (last === undefined) return { months: [], revisions: 0, entries: 0 }
  await client.query('begin isolation level repeatable read read only')
  for (const workplaceId of places) refuseFault(await verifyChain(client, workplaceId, { key }))
  await client.query('commit')
  await client.query('begin')
  await client.query(`select set_config('app.cause', 'command audit clean', true)`)
  const removed = { revisions: 0, entries: 0 }
  for (const workplaceId of places) {
    await client.query(`select set_config('app.workplace', $1, true)`, [workplaceId])
    const { rows } = await client.query<{
      number: string | null
      revisions: string
      entries: string
      head: Buffer | null
    }>(
      `select max(r.number) as number, count(*) as revisions,
          (select count(*) from audit_entry e where e.workplace_id = $1 and e.at < $2::date) as entries,
          (select e.link from audit_entry e where e.workplace_id = $1 and e.at < $2::date order by e.revision desc, e.id desc limit 1) as head
        from audit_revision r where r.workplace_id = $1 and r.at < $2::date`,
      [workplaceId, last.end],
    )
    const found = rows[0]
    if (found?.number == null) continue
    removed.revisions += Number(found.revisions)
    removed.entries += Number(found.entries)
    const { number, revisions, entries } = found
    const stub = { number, revisions, entries, head: found.head ?? Buffer.alloc(0), removedAt: now.toISOString() }
    const signature = key.sign(Buffer.from(stubText(workplaceId, stub)))
    await client.query(`select set_config('app.platform', 'on', true)`)
    await client.query(
      `insert into audit_stub (workplace_id, number, head, revisions, entries, removed_at, signature) values ($1, $2, $3, $4, $5, $6, $7)`,
      [workplaceId, number, stub.head, revisions, entries, stub.removedAt, signature],
    )
    await client.query(`select set_config('app.platform', '', true)`)
  }
  // The revision of each clean-up is written now, after the last one that stays: the tables are altered after it.
  await client.query('set constraints all immediate')
  for (const { month } of months) await client.query(`drop table audit_entry_${month}, audit_revision_${month}`)
  await client.query('commit')
  return { months: months.map(({ month }) => month.replace('_', '-')), ...removed }
}

function refuseFault({ fault }: ChainReport): void {
  if (fault === null) return
  throw new StartFailure(
    `Expected the audit of ${fault.workplaceId} to be whole, but of revision ${fault.revision} ${fault.message}. Nothing was removed.`,
  )
}
