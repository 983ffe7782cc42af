import type { Statement } from '../../platform/db/batch.ts'
import { rootTable } from './tables.ts'

const tables = [
  'element',
  'variable',
  'task',
  'job',
  'subscription',
  'external_task',
  'incident',
  'instance',
  rootTable,
] as const

/** Returns the statements that delete all rows of a root, for one that the engine cannot end. */
export function dropRootStatements(workplaceId: string, rootId: string): Statement[] {
  return [
    {
      name: 'task_listing_drop_root',
      text: 'delete from task_listing where workplace_id = $1 and task_id in (select id from task where workplace_id = $1 and root_id = $2)',
      values: [workplaceId, rootId],
    },
    {
      name: 'instance_listing_drop_root',
      text: 'delete from instance_listing where workplace_id = $1 and instance_id in (select id from instance where workplace_id = $1 and root_id = $2)',
      values: [workplaceId, rootId],
    },
    {
      name: 'search_word_drop_root',
      text: "delete from search_word where workplace_id = $1 and kind = 'instance' and thing_id in (select id from instance where workplace_id = $1 and root_id = $2)",
      values: [workplaceId, rootId],
    },
    ...tables.map((table) => ({
      name: `${table}_drop_root`,
      text: `delete from ${table} where workplace_id = $1 and root_id = $2`,
      values: [workplaceId, rootId],
    })),
  ]
}
