import {
  type AnswerOf,
  type ListViewSharing,
  type listViewCalls,
  listViewLimits,
  roles,
  type SavedView,
} from '@millrace/contract'
import { sql } from 'kysely'
import { findListView, refuseUnknownList, type StoredView } from '../../operations/list-views/list-view.ts'
import { findsView, keepsViews, mayChangeView, noSuchView } from '../../operations/list-views/policy.ts'
import { isShared } from '../../operations/list-views/shared-in-sql.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { readPeople } from '../../runtime/rights/people.ts'

/** Lists the views of a list that the user may open, by name: their own and those shared with them. */
export async function listListViews(
  db: Database,
  request: Request,
  list: string,
): Promise<AnswerOf<typeof listViewCalls.list> | Refusal> {
  const { user } = request
  const refusal = refuseUnknownList(list)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = user
  return db.read(request, async (tx) => {
    const found = () =>
      kysely.selectFrom('list_view').selectAll().where('workplace_id', '=', workplaceId).where('list', '=', list)
    const shared = sql<boolean>`(owner_id is distinct from ${userId} and ${isShared(user)})`
    const inOrder = (views: ReturnType<typeof found>) => views.orderBy(sql`lower(name)`).orderBy('id')
    const preferred = kysely
      .selectFrom('preferred_view')
      .select('view_id')
      .where('workplace_id', '=', workplaceId)
      .where('user_id', '=', userId)
      .where('list', '=', list)
    // However many others share, one's own are there, and the one that opens the list.
    const [own, others, opening, [chosen]] = await tx.queries(
      inOrder(found().where('owner_id', '=', userId)).limit(listViewLimits.own),
      inOrder(found().where(shared)).limit(listViewLimits.shared),
      found().where(shared).where('id', 'in', preferred),
      preferred,
    )
    const missing = opening.filter(({ id }) => !others.some((one) => one.id === id))
    const views = [...own, ...others, ...missing].sort((one, other) => one.name.localeCompare(other.name, 'en'))
    const items = await presentViews(tx, user, views)
    // It may have ceased to be shared with him.
    const defaultId = items.some(({ id }) => id === chosen?.view_id) ? (chosen?.view_id ?? null) : null
    return { items, defaultId }
  })
}

export async function getListView(db: Database, request: Request, id: string): Promise<SavedView | Refusal> {
  const { user } = request
  return db.read(request, async (tx) => {
    const view = await findListView(tx, user.workplaceId, id)
    const [presented] = view === null || !findsView(user, view) ? [] : await presentViews(tx, user, [view])
    return presented ?? noSuchView()
  })
}

/** Lists the users and groups that the user may share a view with. */
export async function listAudiences(db: Database, request: Request): Promise<AnswerOf<typeof listViewCalls.audiences>> {
  const { user } = request
  const isKeeper = keepsViews(user)
  const groups = await db.read(request, (tx) => {
    const all = kysely
      .selectFrom('user_group')
      .select(['key as id', 'name'])
      .where('workplace_id', '=', user.workplaceId)
      .orderBy('name')
      .limit(1_000)
    return tx.query(isKeeper ? all : all.where('key', '=', sql<string>`any(${[...user.groups]}::text[])`))
  })
  return { everybody: isKeeper, roles: isKeeper ? [...roles] : [], groups }
}

async function presentViews(tx: Tx, user: Person, views: readonly StoredView[]): Promise<SavedView[]> {
  const people = await readPeople(
    tx,
    user.workplaceId,
    views.map(({ created_by }) => created_by),
  )
  return views.map((view) => ({
    id: view.id,
    list: view.list,
    name: view.name,
    search: JSON.parse(view.search) as SavedView['search'],
    columns: JSON.parse(view.columns) as SavedView['columns'],
    sharing: {
      with: view.sharing as ListViewSharing['with'],
      roles: view.roles as SavedView['sharing']['roles'],
      groups: view.groups,
    },
    owner: view.owner_id === null ? null : people.find(view.created_by),
    isMine: view.owner_id === user.id,
    mayChange: mayChangeView(user, view),
    revision: view.revision,
    updatedAt: view.updated_at.toISOString(),
    aliasName: view.alias_name,
  }))
}
