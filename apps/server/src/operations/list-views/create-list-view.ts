import { type ListViewSharing, listViewLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { announceMenus, refuseInMenu, refuseManyInMenu } from './custom-view.ts'
import { columnsOfContent, columnsOfSharing, namesOfViews, refuseUnknownList, type ViewContent } from './list-view.ts'
import { refuseSharing } from './policy.ts'

export interface NewListView extends ViewContent {
  readonly list: string
  readonly name: string
  readonly sharing: ListViewSharing
  /** Its name in the menu; null: it is not in the menu. */
  readonly aliasName: string | null
}

/** Creates a view of a list, for its user and those with whom it is shared. */
export async function createListView(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { list, name, sharing, aliasName, ...content }: NewListView,
): Promise<string | Refusal> {
  const { user } = request
  const refusal =
    refuseUnknownList(list) ??
    refuseSharing(user, sharing, null) ??
    (aliasName === null ? null : refuseInMenu(user, list))
  if (refusal !== null) return refusal
  const { workplaceId, id: userId, username } = user
  const id = runtime.newId()
  const at = clock()
  return withFreeNames(namesOfViews(name, aliasName), () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const [known] = await tx.query(
        kysely
          .selectFrom('list_view')
          .where('workplace_id', '=', workplaceId)
          .where('owner_id', '=', userId)
          .where('list', '=', list)
          .select(({ fn }) => fn.countAll<string>().as('count')),
      )
      if (Number(known?.count ?? 0) >= listViewLimits.own)
        return refuse(
          'list-view.too-many',
          `Expected at most ${listViewLimits.own} own views of a list, and you have that many. Delete one first.`,
        )
      const full = aliasName === null ? null : await refuseManyInMenu(tx, workplaceId, list)
      if (full !== null) return full
      await tx.query(
        kysely.insertInto('list_view').values({
          workplace_id: workplaceId,
          id,
          list,
          owner_id: userId,
          name,
          alias_name: aliasName,
          ...columnsOfContent(content),
          ...columnsOfSharing(sharing),
          created_at: at,
          created_by: username,
          updated_at: at,
          updated_by: username,
        }),
      )
      if (aliasName !== null) await announceMenus(tx, workplaceId)
      return id
    }),
  )
}
