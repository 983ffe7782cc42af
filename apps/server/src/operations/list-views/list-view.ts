import { api, type Call, type ListViewSharing } from '@millrace/contract'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { TakenNames } from '../records/record-kind.ts'

export type StoredView = Selectable<DB['list_view']>

/** Filters, columns and sort order of a view. */
export interface ViewContent {
  readonly search: Readonly<Record<string, string>>
  readonly columns: object
}

/**
 * Finds a view of a list.
 *
 * @param options.lock locks it until the transaction ends.
 */
export async function findListView(
  tx: Tx,
  workplaceId: string,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredView | null> {
  if (!isUuid(id)) return null
  const query = kysely.selectFrom('list_view').selectAll().where('workplace_id', '=', workplaceId).where('id', '=', id)
  const [row] = await tx.query(lock ? query.forUpdate() : query)
  return row ?? null
}

/** Checks that a list of this name exists in the contract. Returns null if so, otherwise a refusal. */
export function refuseUnknownList(name: string): Refusal | null {
  const [subject = '', call = ''] = name.split('.')
  const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = api
  const isList = Object.hasOwn(calls, subject) && Object.hasOwn(calls[subject] ?? {}, `${call}Count`)
  return isList ? null : refuse('thing.not-found', `Expected a list, but “${name}” does not exist.`)
}

export function columnsOfContent({ search, columns }: ViewContent) {
  return { search: JSON.stringify(search), columns: JSON.stringify(columns) }
}

export function columnsOfSharing(sharing: ListViewSharing) {
  const { roles, groups } = sharing.with === 'some' ? sharing : { roles: [], groups: [] }
  return { sharing: sharing.with, roles: [...new Set(roles)], groups: [...new Set(groups)] }
}

/** Returns the refusals of duplicate names: of views for a user and a list, and of menu entries for a list. */
export function namesOfViews(name: string, aliasName: string | null): TakenNames {
  return {
    kind: 'list-view',
    taken: {
      list_view_name: {
        code: 'thing.name-taken',
        where: 'name',
        message: 'You already have a view with this name.',
        sentence: `Expected a new name, but you already have a view “${name}”. Choose another name, or save the changes to that view.`,
      },
      list_view_alias: {
        code: 'thing.name-taken',
        where: 'aliasName',
        message: 'Another view has this name in the menu.',
        sentence: `Expected a new name in the menu, but another view has the name “${aliasName ?? ''}”. Choose another name.`,
      },
    },
  }
}
