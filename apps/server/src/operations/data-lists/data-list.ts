import type { DataColumn } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import pg from 'pg'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { refuseDataList } from './policy.ts'

export type StoredDataList = Omit<Selectable<DB['data_list']>, 'name_key' | 'is_disabled' | 'columns'> & {
  readonly columns: readonly DataColumn[]
}

/** @param options.lock others who want to change it, or its rows, wait until the transaction ends. */
export async function findDataList(
  tx: Tx,
  workplaceId: string,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredDataList | null> {
  if (!isUuid(id)) return null
  const query = kysely.selectFrom('data_list').selectAll().where('workplace_id', '=', workplaceId).where('id', '=', id)
  const [row] = await tx.query(lock ? query.forUpdate() : query)
  return row === undefined ? null : { ...row, columns: row.columns as unknown as DataColumn[] }
}

/** The list that something is to be done to, when the user may change it and it is in use. Others wait. */
export async function lockDataList(tx: Tx, user: User, id: string): Promise<StoredDataList | Refusal> {
  const list = await findDataList(tx, user.workplaceId, id, { lock: true })
  return list === null ? noSuchDataList() : (refuseDataList(user, list) ?? list)
}

export function noSuchDataList(): Refusal {
  return refuse('thing.not-found', 'Expected a custom data list of this workplace, but there is none with this id.')
}

/** Does what gives a list a name or a key. The unique indexes decide, so two who take one at once cannot both have it. */
export async function withFreeNames<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    const taken = error instanceof pg.DatabaseError ? takenBy[error.constraint ?? ''] : undefined
    if (taken === undefined) throw error
    return refuse(taken.code, taken.message, [{ where: taken.where, message: taken.message }])
  }
}

const { duplicate } = pageTexts.outcomes
const takenBy: Readonly<
  Record<string, { code: 'data-list.name-taken' | 'data-list.key-taken'; where: string; message: string }>
> = {
  data_list_name: { code: 'data-list.name-taken', where: 'name', message: duplicate.dataList },
  data_list_key: { code: 'data-list.key-taken', where: 'key', message: duplicate.dataListKey },
}
