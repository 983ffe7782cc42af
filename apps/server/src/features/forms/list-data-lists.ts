import { type AnswerOf, type DataColumn, type formDesignerCalls, limits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

/** Lists the data lists of the workplace that form fields can use, with their columns: the first by name. */
export async function listDataLists(
  db: Database,
  request: Request,
): Promise<AnswerOf<typeof formDesignerCalls.dataLists>> {
  const rows = await db.read(request, (tx) =>
    tx.query(
      kysely
        .selectFrom('data_list')
        .where('workplace_id', '=', request.workplaceId)
        .orderBy('name_key')
        .orderBy('id')
        .limit(limits.surroundings + 1)
        .select(['key', 'name', 'columns', 'is_disabled']),
    ),
  )
  return {
    items: rows.slice(0, limits.surroundings).map(({ key, name, columns, is_disabled }) => ({
      key,
      name,
      isDisabled: is_disabled,
      columns: (columns as unknown as readonly DataColumn[]).map((column) => ({ key: column.key, name: column.name })),
    })),
    isMore: rows.length > limits.surroundings,
  }
}
