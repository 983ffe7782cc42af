import type { Person } from '@millrace/contract'
import { sql } from 'kysely'
import { reachOf } from '../../../platform/auth/rights.ts'
import type { Person as Caller } from '../../../platform/auth/user.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { containsAny, onTextKey } from '../../../platform/list/conditions.ts'
import type { FilterSource } from '../../../platform/list/source.ts'
import type { Sql } from '../../../platform/list/sql.ts'
import { readPeople } from '../../../runtime/rights/people.ts'
import { withinReach } from '../../within-reach.ts'

interface ListedRow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly is_disabled: boolean
  readonly updated_at: Date
  readonly updated_by: string | null
}

export interface ListedInApplication extends ListedRow {
  readonly application_id: string
  readonly application_name: string
}

/** Columns, sorts and filters that all lists of designs share. Their queries call the table `d`. */
export const listedDesigns = {
  columns: sql`d.id, d.name, d.version, d.is_disabled, d.updated_at, d.updated_by`,
  keys: { name: { sql: sql`d.name_key`, type: 'text' }, updated: { sql: sql`d.updated_at`, type: 'instant' } },
  id: { sql: sql`d.id`, type: 'id' },
  filters: { name: onTextKey(sql`d.name_key`), updated: sql`d.updated_at`, isDisabled: sql`d.is_disabled` },
} as const

/**
 * Columns, sorts and filters of lists of designs that belong to applications, which the queries call `a`.
 *
 * @param searched expressions that the search covers, in addition to the name.
 */
export function listedInApplications({
  table,
  columns,
  where = [],
  searched,
}: {
  readonly table: 'form' | 'app_process' | 'app_decision'
  /** The columns of the kind, after a comma. */
  readonly columns: Sql
  readonly where?: readonly Sql[]
  readonly searched: readonly Sql[]
}) {
  const application: FilterSource = ({ values }) => sql`d.application_id::text = ${values[0] ?? ''}`
  return {
    ...listedDesigns,
    columns: sql`${listedDesigns.columns}, d.application_id, a.name as application_name${columns}`,
    from: () =>
      sql`${sql.table(table)} d join application a on a.workplace_id = d.workplace_id and a.id = d.application_id`,
    where: ({ user }: { readonly user: Caller }) => [
      sql`d.workplace_id = ${user.workplaceId}`,
      ...withinReach(reachOf(user, 'applications.read'), sql`d.application_id::text`),
      ...where,
    ],
    filters: { ...listedDesigns.filters, application },
    search: (text: string) => containsAny([sql`d.name`, ...searched], text),
  }
}

/**
 * Converts a row of a list of designs into its answer.
 *
 * @param more returns the fields that only this kind of design has.
 */
export async function presentListed<Row extends ListedRow, More extends object>(
  rows: readonly Row[],
  { tx, user }: { readonly tx: Tx; readonly user: Caller },
  more: (row: Row) => More,
): Promise<(Listed & More)[]> {
  const people = await readPeople(
    tx,
    user.workplaceId,
    rows.map(({ updated_by }) => updated_by),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    version: row.version,
    isDisabled: row.is_disabled,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: people.find(row.updated_by),
    ...more(row),
  }))
}

interface Listed {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly isDisabled: boolean
  readonly updatedAt: string
  readonly updatedBy: Person | null
}

export function applicationOf({ application_id, application_name }: ListedInApplication) {
  return { id: application_id, name: application_name }
}
