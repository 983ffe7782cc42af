import type pg from 'pg'

/** Rows of every table by name, apart from what a request may leave whatever becomes of it: sessions and their times. */
export async function countRows(admin: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await admin.query<{ name: string; count: string }>(
    `select c.relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', c.relname), false, true, '')))[1]::text as count
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'session%' order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}
