import type pg from 'pg'
import { listWorkplaceTables } from '../../operations/workplaces/workplace-tables.ts'

/** All rows of a workplace as text, by table, and how often each is there. */
export type Rows = readonly string[]

/** What a request may leave behind whatever becomes of it. */
const restless = ['last_used_at', 'last_seen_at', 'last_login_at']

/** Reads all rows of a workplace in one round trip: the table’s name, then the row. */
export async function createRowReader(admin: pg.Pool): Promise<(workplaceId: string) => Promise<Rows>> {
  const client = await admin.connect()
  const tables = await listWorkplaceTables(client).finally(() => client.release())
  const parts = tables.map(
    ({ name }) =>
      `select '${name} ' || (to_jsonb(t) - $2::text[])::text as row from "${name}" t where workplace_id = $1`,
  )
  const text = `${parts.join(' union all ')} order by 1`
  return async (workplaceId) => {
    const { rows } = await admin.query<{ row: string }>({ name: 'all_rows', text, values: [workplaceId, restless] })
    return rows.map(({ row }) => row)
  }
}

/** Columns that tell by which surface something was done, or in which transaction; the same deed has others there. */
const perSurface = ['cause', 'transaction_id']

/**
 * What a deed has changed, so that two runs of it can be compared: rows that are gone and rows that are there now. Ids
 * that were made by it, times and secrets stand for themselves. Rows of the audit are rows like any other: the same
 * deed is told by the same revisions.
 */
export function changeOf(before: Rows, after: Rows, knownIds: ReadonlySet<string>): string[] {
  const plain = (rows: Rows) => rows.map((row) => neutral(row, knownIds))
  const [was, is] = [new Set(before), new Set(after)]
  const gone = plain(before.filter((row) => !is.has(row))).map((row) => `- ${row}`)
  const made = plain(after.filter((row) => !was.has(row))).map((row) => `+ ${row}`)
  return [...gone, ...made].toSorted()
}

/** In which tables rows are there, or are not, that were otherwise before. */
export function changedTables(before: Rows, after: Rows): Set<string> {
  const [was, is] = [new Set(before), new Set(after)]
  const changed = [...before.filter((row) => !is.has(row)), ...after.filter((row) => !was.has(row))]
  return new Set(changed.map((row) => row.slice(0, row.indexOf(' '))))
}

function neutral(row: string, knownIds: ReadonlySet<string>): string {
  return row
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (knownIds.has(id) ? id : 'ID'))
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:\+00:00|Z)?/g, 'TIME')
    .replaceAll(/\$argon2id[^"]+/g, 'HASH')
    .replaceAll(/(?<=_hash": ")[^"]+/g, 'HASH')
    .replaceAll(new RegExp(`"(?:${perSurface.join('|')})": (?:"[^"]*"|\\d+|null)`, 'g'), '')
}

/** Who has made the revisions that are new in the audit, and by what. */
export function listTold(before: Rows, after: Rows): { user_id: string | null; cause: string | null }[] {
  const was = new Set(before)
  const made = after.filter((row) => row.startsWith(revision) && !was.has(row))
  return made.map((row) => {
    const { user_id, cause } = JSON.parse(row.slice(revision.length))
    return { user_id, cause }
  })
}

const revision = 'audit_revision '

export function listIds(rows: Rows): Set<string> {
  return new Set(rows.flatMap((row) => row.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []))
}
