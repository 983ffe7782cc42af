import { customViewLists, maxCustomViews } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { livePrefix, topics } from '../../platform/live/topics.ts'
import { keepsViews } from './policy.ts'

const lists: readonly string[] = Object.values(customViewLists)

/** Checks that the user may put a view of that list into the menu. Returns null if so, otherwise a refusal. */
export function refuseInMenu(user: Person, list: string): Refusal | null {
  if (!keepsViews(user))
    return refuse(
      'right.missing',
      'Expected the role RoleAdmin or RoleProcessAdmin to put a view into the menu, but you do not have it. Save it as a view without a name in the menu.',
    )
  if (lists.includes(list)) return null
  return refuse(
    'list-view.not-in-menu',
    'Expected a list of instances or tasks of the process engine, but views of this list cannot appear in the menu. Save the view without a name in the menu.',
  )
}

/** Checks that the menu can have one more view of this list. Returns null if so, otherwise a refusal. */
export async function refuseManyInMenu(tx: Tx, workplaceId: string, list: string): Promise<Refusal | null> {
  const [known] = await tx.query(
    kysely
      .selectFrom('list_view')
      .where('workplace_id', '=', workplaceId)
      .where('list', '=', list)
      .where('alias_name', 'is not', null)
      .select(({ fn }) => fn.countAll<string>().as('count')),
  )
  if (Number(known?.count ?? 0) < maxCustomViews) return null
  return refuse(
    'list-view.too-many',
    `Expected at most ${maxCustomViews} custom views of a list, and the menu has that many. Delete one first.`,
  )
}

/** Notifies the browsers of the workplace, with the commit, to reload their menus. */
export async function announceMenus(tx: Tx, workplaceId: string): Promise<void> {
  await runSql(tx, sql`select pg_notify('millrace', ${livePrefix + topics.menus(workplaceId)})`)
}
