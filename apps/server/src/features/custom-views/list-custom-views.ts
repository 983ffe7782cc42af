import { type CustomView, type CustomViews, customViewLists, maxCustomViews } from '@millrace/contract'
import { keepsViews } from '../../operations/list-views/policy.ts'
import { isShared } from '../../operations/list-views/shared-in-sql.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

/** Lists the custom views in the menu of the user, by name; none for users without access to the pages of the views. */
export async function listCustomViews(db: Database, request: Request): Promise<CustomViews> {
  if (!keepsViews(request.user)) return { processTypeList: [], taskTypeList: [] }
  const [processes, tasks] = await db.read(request, (tx) =>
    tx.queries(selectViews(request, customViewLists.processes), selectViews(request, customViewLists.tasks)),
  )
  return { processTypeList: processes.map(present), taskTypeList: tasks.map(present) }
}

function selectViews(request: Request, list: string) {
  return kysely
    .selectFrom('list_view')
    .where('workplace_id', '=', request.workplaceId)
    .where('list', '=', list)
    .where('alias_name', 'is not', null)
    .where((eb) => eb.or([eb('owner_id', '=', request.user.id), isShared(request.user)]))
    .select(['id', 'alias_name'])
    .orderBy((eb) => eb.fn('lower', ['alias_name']))
    .limit(maxCustomViews)
}

function present({ id, alias_name }: { id: string; alias_name: string | null }): CustomView {
  return { id, aliasName: alias_name ?? '' }
}
