import type { InstanceState, TableChanges } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import { newListingStatements } from './listing-statements.ts'
import { writeColumnsOf } from './row-statements.ts'
import {
  elementTable,
  externalTaskTable,
  incidentTable,
  instanceTable,
  jobTable,
  type LiveTable,
  subscriptionTable,
  taskTable,
} from './tables.ts'
import { isWithValue, variableColumns } from './variable-statements.ts'
import { insertRowsOf, type WriteColumn } from './write-rows.ts'

/** A user or group that is related to a task in a role of its own name. */
export interface AdoptedLink {
  readonly taskId: string
  readonly type: string
  readonly userId: string | null
  readonly groupId: string | null
}

/**
 * Returns the statements for data of a root that is not written by executing it: links of tasks, and notes on
 * incidents.
 */
export function adoptedStatements(
  workplaceId: string,
  links: readonly AdoptedLink[],
  annotations: ReadonlyMap<string, string>,
): Statement[] {
  return [
    ...links.map((link) => ({
      name: 'task_link_adopt',
      text: 'insert into task_link (workplace_id, task_id, type, user_id, group_id) values ($1, $2, $3, $4, $5) on conflict do nothing',
      values: [workplaceId, link.taskId, link.type, link.userId, link.groupId],
    })),
    ...[...annotations].map(([id, annotation]) => ({
      name: 'incident_annotate_adopted',
      text: 'update incident set annotation = $3 where workplace_id = $1 and id = $2',
      values: [workplaceId, id, annotation],
    })),
  ]
}

/** A row with the root that it belongs to. */
interface OfRoot<Row> {
  readonly row: Row
  readonly rootId: string
}

/**
 * Returns the statements that insert the rows of new roots of processes, one for each table: with many roots they take a
 * fraction of the time of one at a time.
 */
export function adoptedRowStatements(workplaceId: string, states: readonly InstanceState[]): Statement[] {
  const rowsOf = <Row>(pick: (state: InstanceState) => { changes(): TableChanges<Row> }): OfRoot<Row>[] =>
    states.flatMap((state) => {
      const { inserted } = pick(state).changes()
      return inserted.map((row) => ({ row, rootId: state.rootId }))
    })
  const insert = <Row>(table: string, columns: readonly WriteColumn<Row>[], rows: readonly OfRoot<Row>[]) =>
    rows.length === 0
      ? []
      : insertRowsOf(undefined, {
          table,
          fixed: [['workplace_id', 'uuid', workplaceId]],
          columns: [rootColumn, ...columns.map(ofRow)],
          rows,
        })
  const live = <Row extends { readonly id: string }>(
    table: LiveTable<Row>,
    pick: (state: InstanceState) => { changes(): TableChanges<Row> },
  ) => insert(table.name, writeColumnsOf(table, 'all'), rowsOf(pick))
  const variables = rowsOf(({ variables }) => variables)
  const tasks = states.flatMap((state) => state.tasks.changes().inserted)
  return [
    ...live(instanceTable, ({ instances }) => instances),
    ...live(elementTable, ({ elements }) => elements),
    ...insert(
      'variable',
      variableColumns,
      variables.flatMap(({ row, rootId }) => (isWithValue(row) ? [{ row, rootId }] : [])),
    ),
    ...live(taskTable, ({ tasks }) => tasks),
    ...newListingStatements(workplaceId, tasks),
    ...live(jobTable, ({ jobs }) => jobs),
    ...live(subscriptionTable, ({ subscriptions }) => subscriptions),
    ...live(externalTaskTable, ({ externalTasks }) => externalTasks),
    ...live(incidentTable, ({ incidents }) => incidents),
  ]
}

const rootColumn: WriteColumn<OfRoot<unknown>> = {
  column: 'root_id',
  type: 'uuid',
  value: ({ rootId }) => rootId,
}

function ofRow<Row>({ column, type, value }: WriteColumn<Row>): WriteColumn<OfRoot<Row>> {
  return { column, type, value: ({ row }) => value(row, undefined) }
}
