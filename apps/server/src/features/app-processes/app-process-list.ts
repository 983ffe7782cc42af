import type { AppProcessRow } from '@millrace/contract'
import { appProcessList } from '@millrace/contract/lists/app-processes'
import { sql } from 'kysely'
import {
  applicationOf,
  type ListedInApplication,
  listedInApplications,
  presentListed,
} from '../../operations/designs/surface/design-list.ts'
import { firstOf } from '../../platform/db/first-of.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'

interface Row extends ListedInApplication {
  readonly process_key: string
  readonly category: string | null
}

const category = sql`(select c.name from category c where c.workplace_id = d.workplace_id and c.id = ${sql.raw(firstOf('d.category_id', 'a.category_id'))})`

export const appProcesses: ListSource<typeof appProcessList, Row, AppProcessRow> = defineSource({
  list: appProcessList,
  ...listedInApplications({
    table: 'app_process',
    columns: sql`, d.process_key, ${category} as category`,
    searched: [sql`d.process_key`],
  }),
  present: (rows: readonly Row[], around) =>
    presentListed(rows, around, (row) => ({
      application: applicationOf(row),
      key: row.process_key,
      category: row.category,
    })),
})
