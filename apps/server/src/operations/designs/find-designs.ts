import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import type { RecordKind } from '../records/record-kind.ts'
import type { DesignRef, DesignRow } from './design-kind.ts'
import type { DesignTables } from './design-tables.ts'

export interface DesignFinder<Row extends DesignRow> {
  /** A design that belongs to this application, or a template. */
  readonly find: RecordKind<Row, DesignRef>['find']
  /** Designs of any application, by id. */
  readonly findMany: (tx: Tx, workplaceId: string, ids: readonly string[]) => Promise<Map<string, Row>>
  /** All designs of an application that are in use, by name. */
  readonly listOf: (tx: Tx, workplaceId: string, applicationId: string) => Promise<Row[]>
}

interface More {
  /** Columns in addition to those of the table, after a comma. */
  readonly columns?: Sql
  readonly join?: Sql
}

/** Creates the functions that find designs of one kind (rows `d`), with the name of their application. */
export function createFinder<Row extends DesignRow>(
  { table }: Pick<DesignTables, 'table'>,
  { columns = sql``, join = sql`` }: More = {},
): DesignFinder<Row> {
  const select = (workplaceId: string, condition: Sql) =>
    sql`select d.*, a.name as application_name${columns} from ${sql.table(table)} d
      left join application a on a.workplace_id = d.workplace_id and a.id = d.application_id ${join}
      where d.workplace_id = ${workplaceId} and ${condition}`
  return {
    async find(tx, workplaceId, { id, applicationId }, { lock = false } = {}) {
      if (!isUuid(id) || (applicationId !== null && !isUuid(applicationId))) return null
      const place = applicationId === null ? sql`is null` : sql`= ${applicationId}`
      const found = select(workplaceId, sql`d.id = ${id} and d.application_id ${place}`)
      const [row] = await runSql<Row>(tx, lock ? sql`${found} for update of d` : found)
      return row ?? null
    },
    async findMany(tx, workplaceId, ids) {
      const known = ids.filter(isUuid)
      if (known.length === 0) return new Map()
      const rows = await runSql<Row>(tx, select(workplaceId, sql`d.id in (${sql.join(known)})`))
      return new Map(rows.map((row) => [row.id, row]))
    },
    listOf(tx, workplaceId, applicationId) {
      const condition = sql`d.application_id = ${applicationId} and not d.is_disabled`
      return runSql<Row>(tx, sql`${select(workplaceId, condition)} order by d.name_key, d.id`)
    },
  }
}
