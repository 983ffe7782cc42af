import { sql } from 'kysely'
import { changeDataList } from '../../../data-lists/change-data-list.ts'
import { dataListRecord, findDataList } from '../../../data-lists/data-list.ts'
import { refuseListKeeper } from '../../../data-lists/policy.ts'
import { restoreDataList } from '../../../data-lists/restore-data-list.ts'
import { restoreRows } from '../../../data-lists/restore-rows.ts'
import { noSuch } from '../../../records/find-record.ts'
import { changesAny, textOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

const details = ['name', 'description'] as const

/** Custom data lists, with the columns and rows of their version. */
export const dataList: RestorableKind = {
  one: 'a custom data list',
  table: 'data_list',
  keys: ['id'],
  columns: [...details, 'version'],
  also: ['id'],
  versions: { table: 'data_list_version', id: 'data_list_id' },
  hasRevision: true,
  canBeDisabled: true,
  defaults: { description: '' },
  effects: [
    {
      effect: 'rows',
      columns: ['version'],
      count: ({ workplaceId, key, target }) =>
        sql`select row_count::int as count from data_list_version where workplace_id = ${workplaceId} and data_list_id = ${key}::uuid and version = ${target.version as number}`,
    },
  ],
  refuse: refuseListKeeper,
  async write(context, request, { key: [id], target, changed, revision, isEnabled }) {
    let refusal = isEnabled ? await restoreDataList(context, request, id) : null
    if (refusal === null && changed.has('version'))
      refusal = await restoreRows(context, request, { id, version: Number(target.version) })
    if (refusal !== null || !changesAny(changed, details)) return refusal
    const list = await findDataList(context.tx, request.workplaceId, id)
    if (list === null) return noSuch(dataListRecord)
    const columns = list.columns.map(({ slot: _, ...column }) => column)
    return changeDataList(context, request, {
      id,
      revision: changed.has('version') ? undefined : revision,
      name: textOf(target, 'name'),
      description: textOf(target, 'description'),
      columns,
    })
  },
}
