import { type AnswerOf, type categoryCalls, homeCategory, type StartableProcess } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { type CategoryRow, listCategoryRows } from './category-queries.ts'
import { buildMenu, findWithBelow } from './category-tree.ts'
import {
  listStartable,
  type OwnStarts,
  readFavourites,
  readOwnStarts,
  readTypicalSeconds,
  type StartableRow,
} from './startable-queries.ts'

export async function listCategories(
  db: Database,
  { workplaceId }: User,
): Promise<AnswerOf<typeof categoryCalls.list>> {
  const rows = await db.read({ workplaceId }, (tx) => listCategoryRows(tx, workplaceId))
  const names = namesOf(rows)
  return rows.map(({ name, parent_id }) => ({
    name,
    parent: parent_id === null ? null : (names.get(parent_id) ?? null),
  }))
}

export async function getMenu(db: Database, user: User): Promise<AnswerOf<typeof categoryCalls.menu>> {
  return db.read(user, async (tx) => {
    const [rows, startable] = await Promise.all([listCategoryRows(tx, user.workplaceId), listStartable(tx, user)])
    return buildMenu(
      rows,
      startable.map(({ category_id }) => category_id),
    )
  })
}

/** What the user may start in a category and below it, by category and name. */
export async function listProcesses(
  db: Database,
  user: User,
  name: string,
): Promise<AnswerOf<typeof categoryCalls.processes>> {
  const { workplaceId } = user
  return db.read(user, async (tx) => {
    const [categories, allStartable, starts, favourites] = await Promise.all([
      listCategoryRows(tx, workplaceId),
      listStartable(tx, user),
      readOwnStarts(tx, user),
      readFavourites(tx, user),
    ])
    const within = isHome(name) ? null : findWithBelow(categories, name)
    if (within === null && !isHome(name))
      throw refuse('thing.not-found', `Expected a category “${name}”, but there is none.`)
    const startable = allStartable.filter(
      ({ category_id }) => within === null || (category_id !== null && within.has(category_id)),
    )
    const typical = await readTypicalSeconds(
      tx,
      workplaceId,
      startable.map(({ key }) => key),
    )
    const names = namesOf(categories)
    return startable.map((row) => present(row, { names, typical, starts, favourites })).sort(byCategoryAndName)
  })
}

interface Around {
  readonly names: ReadonlyMap<string, string>
  readonly typical: ReadonlyMap<string, number>
  readonly starts: ReadonlyMap<string, OwnStarts>
  readonly favourites: ReadonlySet<string>
}

function present(
  { id, key, name, description, version, icon, category_id }: StartableRow,
  { names, typical, starts, favourites }: Around,
): StartableProcess {
  return {
    definitionId: id,
    key,
    name: name ?? key,
    description,
    version,
    category: category_id === null ? null : (names.get(category_id) ?? null),
    icon,
    typicalSeconds: typical.get(key) ?? null,
    isFavourite: favourites.has(key),
    lastStartedAt: starts.get(key)?.last.toISOString() ?? null,
    startCount: starts.get(key)?.count ?? 0,
  }
}

/** Those that stand in Home only come last. */
function byCategoryAndName(a: StartableProcess, b: StartableProcess): number {
  if ((a.category === null) !== (b.category === null)) return a.category === null ? 1 : -1
  return compare(a.category ?? '', b.category ?? '') || compare(a.name, b.name) || compare(a.key, b.key)
}

const compare = new Intl.Collator('en', { numeric: true }).compare

function isHome(name: string): boolean {
  return name.toLowerCase() === homeCategory.toLowerCase()
}

function namesOf(rows: readonly CategoryRow[]): Map<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name]))
}
