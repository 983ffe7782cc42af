import type { CustomView, CustomViews, Role } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

/** Who may open the pages that the views lead to. */
const operators: readonly Role[] = ['RoleProcessAdmin', 'RoleAdmin']

/** The views of the user's menu, by name; none for users who cannot open them. */
export async function listCustomViews(db: Database, request: Request): Promise<CustomViews> {
  const { workplaceId } = request
  const { roles } = request.user
  if (!roles.some((role) => operators.includes(role))) return { processTypeList: [], taskTypeList: [] }
  const rows = await db.read(request, (tx) => tx.query(selectViews(workplaceId)))
  const ofKind = (kind: 'process' | 'task'): CustomView[] =>
    rows.filter((row) => row.kind === kind).map(({ id, alias_name }) => ({ id, aliasName: alias_name }))
  return { processTypeList: ofKind('process'), taskTypeList: ofKind('task') }
}

function selectViews(workplaceId: string) {
  return kysely
    .selectFrom('custom_view')
    .where('workplace_id', '=', workplaceId)
    .select(['id', 'kind', 'alias_name'])
    .orderBy((eb) => eb.fn('lower', ['alias_name']))
}
