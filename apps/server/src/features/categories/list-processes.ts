import { type AnswerOf, type categoryCalls, homeCategory, type StartableProcess } from '@millrace/contract'
import { listStoredCategories, type StoredCategory } from '../../operations/categories/category.ts'
import { isForUser } from '../../operations/categories/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import { hasRole, type Person } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { buildMenu, findWithBelow, orderTree, pruneTree } from './category-tree.ts'
import {
  listStartable,
  type OwnStarts,
  readFavourites,
  readOwnStarts,
  readTypicalSeconds,
  type StartableRow,
} from './startable-queries.ts'

export async function listCategories(db: Database, request: Request): Promise<AnswerOf<typeof categoryCalls.list>> {
  const { user } = request
  const all = await db.read(request, (tx) => listStoredCategories(tx, user.workplaceId))
  // Designers choose from all: what they make is for others.
  const rows = hasRole(user, ['RoleDesign']) ? orderTree(all) : pruneTree(all, (row) => isForUser(user, row))
  const names = namesOf(rows)
  return rows.map(({ name, parent_id }) => ({
    name,
    parent: parent_id === null ? null : (names.get(parent_id) ?? null),
  }))
}

export async function getMenu(db: Database, request: Request): Promise<AnswerOf<typeof categoryCalls.menu>> {
  return db.read(request, async (tx) => {
    const { categories, startable } = await readFound(tx, request.user)
    return buildMenu(
      categories,
      startable.map(({ category_id }) => category_id),
    )
  })
}

/** Lists the processes that the user may start in a category and below it, by category and name. */
export async function listProcesses(
  db: Database,
  request: Request,
  name: string,
): Promise<AnswerOf<typeof categoryCalls.processes>> {
  const { user } = request
  const { workplaceId } = user
  return db.read(request, async (tx) => {
    const [{ categories, startable: allStartable }, starts, favourites] = await Promise.all([
      readFound(tx, user),
      readOwnStarts(tx, user),
      readFavourites(tx, user),
    ])
    const within = isHome(name) ? null : findWithBelow(categories, name)
    if (within === null && !isHome(name))
      throw refuse('thing.not-found', `Expected a category “${name}” that you have access to, but there is none.`)
    const startable = allStartable.filter(
      ({ category_id }) => within === null || (category_id !== null && within.has(category_id)),
    )
    const typical = await readTypicalSeconds(
      tx,
      workplaceId,
      startable.map(({ key }) => key),
    )
    const around = { names: namesOf(categories), typical, starts, favourites }
    return startable.map((row) => present(row, around)).sort(inOrderOf(categories))
  })
}

/** The categories that are for the user, in the order of the tree, and what they may start outside of the others. */
async function readFound(
  tx: Tx,
  user: Person,
): Promise<{ readonly categories: readonly StoredCategory[]; readonly startable: readonly StartableRow[] }> {
  const [all, startable] = await Promise.all([listStoredCategories(tx, user.workplaceId), listStartable(tx, user)])
  const categories = pruneTree(all, (row) => isForUser(user, row))
  const seen = new Set<string | null>([null, ...categories.map(({ id }) => id)])
  return { categories, startable: startable.filter(({ category_id }) => seen.has(category_id)) }
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

/** By category, as the tree has them, and by name. Those that are in Home only come last. */
function inOrderOf(categories: readonly StoredCategory[]): (a: StartableProcess, b: StartableProcess) => number {
  const places = new Map(categories.map(({ name }, place) => [name, place]))
  const rankOf = ({ category }: StartableProcess) =>
    (category === null ? undefined : places.get(category)) ?? categories.length
  return (a, b) => rankOf(a) - rankOf(b) || compare(a.name, b.name) || compare(a.key, b.key)
}

const compare = new Intl.Collator('en', { numeric: true }).compare

function isHome(name: string): boolean {
  return name.toLowerCase() === homeCategory.toLowerCase()
}

function namesOf(rows: readonly StoredCategory[]): Map<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name]))
}
