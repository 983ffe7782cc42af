import type { AuditChange, AuditOperation, AuditRevisionRow } from '@millrace/contract'
import { auditList } from '@millrace/contract/lists/audit'
import { sql } from 'kysely'
import { restoredFrom } from '../../operations/audit/restores/restore-cause.ts'
import type { Tx } from '../../platform/db/database.ts'
import { contains, containsAny, isOneOf } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { anyOf, runSql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { describeChange } from './describe-change.ts'
import { findNames } from './find-names.ts'
import { auditWindow, isWindowed, marksOf } from './revision-marks.ts'
import { surfaceOf } from './surface-of.ts'

interface Row {
  readonly number: number
  readonly at: Date
  readonly user_id: string | null
  readonly cause: string | null
}

/** Revisions of a workplace, newest first. */
export const auditRevisions: ListSource<typeof auditList, Row, AuditRevisionRow> = defineSource({
  list: auditList,
  columns: sql`r.number, r.at, r.user_id, r.cause`,
  from: (ask) => {
    const marks = marksOf(ask)
    return marks === null
      ? sql`audit_revision r`
      : sql`${marks} join audit_revision r on r.workplace_id = ${ask.user.workplaceId} and r.number = m.number and r.at = m.at`
  },
  where: ({ user }) => [sql`r.workplace_id = ${user.workplaceId}`],
  keys: { at: { sql: sql`r.at`, type: 'instant' } },
  id: { sql: sql`r.number`, type: 'integer' },
  filters: {
    entity: isInMarks,
    operation: isInMarks,
    name: isInMarks,
    user: ({ values }) => isOneOf(sql`r.user_id`, values),
    at: sql`r.at`,
    number: ({ values: [number] }) =>
      sql`r.number::numeric = ${number}::numeric and r.number = trunc(${number}::numeric)::bigint`,
  },
  search: (text, { user }) =>
    anyOf([
      contains(sql`r.cause`, text),
      sql`exists (select from audit_entry s where s.workplace_id = ${user.workplaceId} and s.revision = r.number and s.at = r.at
        and (s.key = ${text} or ${containsAny([sql`s.label`], text)}))`,
    ]),
  isCutOff: (ask) => {
    const marks = isWindowed(ask) ? marksOf({ ...ask, bound: null }) : null
    return marks === null ? sql`false` : sql`(select count(*) >= ${auditWindow} from ${marks})`
  },
  present: async (rows, { tx, user: { workplaceId } }) => {
    const [people, changes] = [
      await readPeople(
        tx,
        workplaceId,
        rows.map(({ user_id }) => user_id),
      ),
      await readChanges(tx, workplaceId, rows),
    ]
    return rows.map(({ number, at, user_id, cause }) => {
      const all = changes.get(number) ?? []
      const shown = all.slice(0, shownChanges)
      return {
        id: String(number),
        number,
        at: at.toISOString(),
        user: people.find(user_id),
        surface: surfaceOf(cause),
        cause,
        restoredFrom: restoredFrom(cause),
        changes: shown,
        more: all.length - shown.length,
        what: all.map(describeChange),
        entries: all.reduce((sum, { count }) => sum + count, 0),
      }
    })
  },
})

/** Kinds of change that a row tells. */
const shownChanges = 3

/** Entries of one revision that are looked at for its row. */
const countedEntries = 500

/** Where the revisions come from says it already. */
function isInMarks() {
  return sql`true`
}

interface GroupRow {
  readonly revision: number
  readonly entity: string
  readonly operation: AuditOperation
  readonly key: string
  readonly label: string | null
  readonly count: number
  readonly seen: number
}

/** The changes of some revisions by kind and operation, in their order. */
async function readChanges(
  tx: Tx,
  workplaceId: string,
  revisions: readonly Row[],
): Promise<Map<number, AuditChange[]>> {
  if (revisions.length === 0) return new Map()
  const rows = await runSql<GroupRow>(
    tx,
    sql`select r.number as revision, g.* from unnest(${revisions.map(({ number }) => String(number))}::bigint[], ${revisions.map(({ at }) => at.toISOString())}::timestamptz[]) r (number, near)
      cross join lateral (
        select e.entity, e.operation, (array_agg(e.key order by e.id))[1] as key, (array_agg(e.label order by e.id))[1] as label,
          count(*)::int as count, (sum(count(*)) over ())::int as seen
        from (select entity, operation, key, label, id from audit_entry
          where workplace_id = ${workplaceId} and revision = r.number and at >= r.near and at < r.near + interval '1 millisecond'
          order by id limit ${countedEntries + 1}) e
        group by e.entity, e.operation order by (array_agg(e.id order by e.id))[1]
      ) g`,
  )
  const names = await findNames(tx, workplaceId, rows)
  const found = new Map<number, AuditChange[]>()
  for (const [index, { revision, entity, operation, count, seen }] of rows.entries()) {
    const isCapped = seen > countedEntries
    const change = { entity, operation, count, isCapped, name: count === 1 ? (names[index] ?? null) : null }
    found.set(revision, [...(found.get(revision) ?? []), change])
  }
  return found
}
