import type pg from 'pg'
import { listWorkplaceTables } from '../operations/workplaces/workplace-tables.ts'

export interface WorkplaceCopy {
  readonly from: string
  readonly to: string
  /** A word in the rows, and the word of the same length that stands for it in the copy. */
  readonly marker: string
  readonly replacement: string
  /** Only these tables. */
  readonly tables?: ReadonlySet<string>
}

/** Gives a workplace every row of another one, with the same ids, names and users. What it had before is gone. */
export async function copyWorkplace(
  admin: pg.Pool,
  { from, to, marker, replacement, tables }: WorkplaceCopy,
): Promise<void> {
  const client = await admin.connect()
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const pairs = [from, to, marker, replacement, hex(marker), hex(replacement)]
  try {
    await client.query('set session_replication_role = replica')
    for (const { name, columns } of await listWorkplaceTables(client)) {
      if (name === 'workplace' || tables?.has(name) === false) continue
      const table = client.escapeIdentifier(name)
      const own = columns.map((column) => client.escapeIdentifier(column)).join(', ')
      await client.query(`delete from ${table} where workplace_id = $1`, [to])
      await client.query(
        `insert into ${table} (${own}) overriding system value
         select ${columns.map((column) => `copy.${client.escapeIdentifier(column)}`).join(', ')} from ${table} t
         cross join lateral json_populate_record(null::${table},
           replace(replace(replace(to_json(t)::text, $1, $2), $3, $4), $5, $6)::json) copy
         where t.workplace_id = $1::uuid`,
        pairs,
      )
    }
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
}

/** All rows of a workplace as text, to see whether anything has changed. */
export async function readWorkplace(admin: pg.Pool, workplaceId: string): Promise<Map<string, readonly string[]>> {
  const client = await admin.connect()
  try {
    const found = new Map<string, readonly string[]>()
    for (const { name } of await listWorkplaceTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select to_json(t)::text as row from ${client.escapeIdentifier(name)} t where workplace_id = $1 order by 1`,
        [workplaceId],
      )
      found.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return found
  } finally {
    client.release()
  }
}
