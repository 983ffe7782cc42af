import type { AppDecisionRow } from '@millrace/contract'
import { appDecisionList } from '@millrace/contract/lists/app-decisions'
import { sql } from 'kysely'
import {
  applicationOf,
  type ListedInApplication,
  listedInApplications,
  presentListed,
} from '../../operations/designs/surface/design-list.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'

interface Row extends ListedInApplication {
  readonly decision_key: string
}

export const appDecisions: ListSource<typeof appDecisionList, Row, AppDecisionRow> = defineSource({
  list: appDecisionList,
  ...listedInApplications({
    table: 'app_decision',
    columns: sql`, d.decision_key`,
    searched: [sql`d.decision_key`],
  }),
  present: (rows: readonly Row[], around) =>
    presentListed(rows, around, (row) => ({ application: applicationOf(row), key: row.decision_key })),
})
