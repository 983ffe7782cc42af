import type { ListViewSharing } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseChangedMeanwhile } from '../records/refuse-changed-meanwhile.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { announceMenus, refuseInMenu, refuseManyInMenu } from './custom-view.ts'
import { columnsOfSharing, findListView, namesOfViews, type ViewContent } from './list-view.ts'
import { noSuchView, refuseSharing, refuseViewChange } from './policy.ts'

/** The change of a view. Undefined fields stay unchanged. */
export interface ListViewChange {
  readonly id: string
  readonly name?: string | undefined
  readonly search?: ViewContent['search'] | undefined
  readonly columns?: ViewContent['columns'] | undefined
  readonly sharing?: ListViewSharing | undefined
  /** Null: it leaves the menu. */
  readonly aliasName?: string | null | undefined
  /** The revision that the user has seen; undefined to change any revision. */
  readonly revision?: number | undefined
}

/** Changes a view: its name, content or sharing. Returns null on success, otherwise a refusal. */
export async function changeListView(
  { db, clock }: OperationContext,
  request: Request,
  { id, name, search, columns, sharing, aliasName, revision }: ListViewChange,
): Promise<Refusal | null> {
  const { user } = request
  const { workplaceId, username } = user
  return withFreeNames(namesOfViews(name ?? '', aliasName ?? null), () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const view = await findListView(tx, workplaceId, id, { lock: true })
      if (view === null) return noSuchView()
      const refusal =
        refuseViewChange(user, view) ??
        (sharing === undefined ? null : refuseSharing(user, sharing, view)) ??
        (aliasName == null || aliasName === view.alias_name ? null : refuseInMenu(user, view.list)) ??
        (await refuseChangedMeanwhile(tx, view, revision)) ??
        (aliasName == null || view.alias_name !== null ? null : await refuseManyInMenu(tx, workplaceId, view.list))
      if (refusal !== null) return refusal
      await tx.query(
        kysely
          .updateTable('list_view')
          .set({
            ...(name === undefined ? {} : { name }),
            ...(search === undefined ? {} : { search: JSON.stringify(search) }),
            ...(columns === undefined ? {} : { columns: JSON.stringify(columns) }),
            ...(sharing === undefined ? {} : columnsOfSharing(sharing)),
            ...(aliasName === undefined ? {} : { alias_name: aliasName }),
            revision: view.revision + 1,
            updated_at: clock(),
            updated_by: username,
          })
          .where('workplace_id', '=', workplaceId)
          .where('id', '=', view.id),
      )
      if (view.alias_name !== null || aliasName != null) await announceMenus(tx, workplaceId)
      return null
    }),
  )
}
