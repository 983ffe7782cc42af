import { type DataColumn, dataListLimits } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { StoredDataList } from './data-list.ts'

export interface VersionFacts {
  readonly columns: readonly DataColumn[]
  readonly rowCount: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** Name of the file that it came from. */
  readonly source?: string | null
  readonly restoredFrom?: number | null
  readonly at: Date
}

/**
 * Returns the statements that create the next version of a data list, make it the current one, and delete versions
 * beyond the number that is kept.
 */
export function versionStatements(list: StoredDataList, { username }: Person, facts: VersionFacts): Statement[] {
  const { workplace_id, id, version } = list
  const { columns, rowCount, added, changed, removed, source = null, restoredFrom = null, at } = facts
  const next = version + 1
  const oldest = next - dataListLimits.versions + 1
  return [
    {
      name: 'data_list_version_add',
      text: `insert into data_list_version (workplace_id, data_list_id, version, columns, row_count, added, changed, removed, source, restored_from, saved_at, saved_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      values: [
        workplace_id,
        id,
        next,
        JSON.stringify(columns),
        rowCount,
        added,
        changed,
        removed,
        source,
        restoredFrom,
        at.toISOString(),
        username,
      ],
    },
    {
      name: 'data_list_next_version',
      text: `update data_list set version = $3, row_count = $4, columns = $5, updated_at = $6, updated_by = $7
        where workplace_id = $1 and id = $2`,
      values: [workplace_id, id, next, rowCount, JSON.stringify(columns), at.toISOString(), username],
    },
    {
      name: 'data_list_forget_rows',
      text: 'delete from data_list_row where workplace_id = $1 and data_list_id = $2 and until <= $3',
      values: [workplace_id, id, oldest],
    },
    {
      name: 'data_list_forget_versions',
      text: 'delete from data_list_version where workplace_id = $1 and data_list_id = $2 and version < $3',
      values: [workplace_id, id, oldest],
    },
  ]
}
