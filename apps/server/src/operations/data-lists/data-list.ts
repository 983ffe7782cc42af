import type { DataColumn } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { FindOptions, RecordKind } from '../records/record-kind.ts'
import { refuseListKeeper } from './policy.ts'

export type StoredDataList = Omit<Selectable<DB['data_list']>, 'name_key' | 'is_disabled' | 'columns'> & {
  readonly columns: readonly DataColumn[]
}

/**
 * Finds a data list of the workplace.
 *
 * @param options.lock locks the list and its rows until the transaction ends.
 */
export async function findDataList(
  tx: Tx,
  workplaceId: string,
  id: string,
  { lock = false }: FindOptions = {},
): Promise<StoredDataList | null> {
  if (!isUuid(id)) return null
  const query = kysely.selectFrom('data_list').selectAll().where('workplace_id', '=', workplaceId).where('id', '=', id)
  const [row] = await tx.query(lock ? query.forUpdate() : query)
  return row === undefined ? null : { ...row, columns: row.columns as unknown as DataColumn[] }
}

const { duplicate } = pageTexts.outcomes

export const dataListRecord = {
  kind: 'data-list',
  table: 'data_list',
  one: 'a custom data list',
  owner: 'workplace',
  taken: {
    data_list_name: { code: 'thing.name-taken', where: 'name', message: duplicate.dataList },
    data_list_key: { code: 'thing.key-taken', where: 'key', message: duplicate.dataListKey },
  },
  refuse: refuseListKeeper,
  find: findDataList,
} as const satisfies RecordKind<StoredDataList>
