import { randomUUID } from 'node:crypto'
import { type ListDescription, type ListFilter, type ListQuery, listOperators } from '@millrace/contract'
import { groups } from '../../apps/server/src/features/groups/group-list.ts'
import { findNodes, readLevel } from '../../apps/server/src/features/hierarchies/read-nodes.ts'
import { users } from '../../apps/server/src/features/users/user-list.ts'
import { moveNode } from '../../apps/server/src/operations/hierarchies/move-node.ts'
import type { Request } from '../../apps/server/src/platform/auth/request.ts'
import { Refusal } from '../../apps/server/src/platform/errors/refusal.ts'
import { countList, readPage } from '../../apps/server/src/platform/list/read-list.ts'
import type { ListSource } from '../../apps/server/src/platform/list/source.ts'
import { testRequest } from '../../apps/server/src/testing/test-request.ts'
import type { Bench, BenchContext } from './bench.ts'
import { ask, begins, is, withAdmin } from './list-bench.ts'
import { median } from './measure.ts'
import { measureImport } from './people-import.ts'
import { fillPeople, idOfHierarchy, nodeOf, sizes } from './people-rows.ts'

/** Milliseconds. */
const goals = { page: 50, move: 100 } as const
const rounds = 15

export const peopleBench: Bench = {
  name: 'people',
  says: `lists of ${sizes.users.toLocaleString('en')} users and ${sizes.groups.toLocaleString('en')} groups (goal ${goals.page} ms), an import, and a hierarchy of ${sizes.nodes.toLocaleString('en')} positions (goal ${goals.move} ms)`,
  run: async (context) => {
    const request = testRequest({
      ...{ id: randomUUID(), username: 'chief', workplaceId: randomUUID() },
      roles: ['RoleAdmin', 'RoleUserAdmin'],
    })
    await withAdmin(context, (admin) => fillPeople(admin, request))
    const { db } = context.runtime
    for (const [source, queries] of [
      [users, ofUsers],
      [groups, {}],
    ] as const)
      await measureList(db, request, source as unknown as AnySource, queries)
    await measureTree(context, request)
    await measureMoves(context, request)
    await withAdmin(context, (admin) => measureImport(context, request, admin))
  },
}

type AnySource = ListSource<ListDescription, object, unknown>

/** The values of filters whose type does not determine them. */
const ofUsers: Readonly<Record<string, ListQuery>> = {
  'a rare value of a property': is('property', 'is:text:city:City 77'),
  'a property from a number': is('property', 'from:number:floor:49'),
  'a property that begins with': is('property', 'begins:text:city:City 7'),
  'an own role': is('ownRole', 'clerk'),
  'a group of few': is('group', '00000002-0000-7000-8000-000000000007'),
  'user name begins': begins('username', 'user 99'),
  searched: ask({ q: 'last 4711' }),
}

async function measureList(
  db: BenchContext['runtime']['db'],
  request: Request,
  source: AnySource,
  queries: Readonly<Record<string, ListQuery>>,
): Promise<void> {
  const { list } = source
  const ofFilters = Object.entries(list.filters).flatMap(([name, filter]) =>
    listOperators(filter).flatMap((operator) => {
      const value = sampleOf(filter)
      return value === null
        ? []
        : [[`${name} ${operator}`, ask({ filters: [{ name, operator, values: [value] }] })] as const]
    }),
  )
  const ofSorts = list.sorts.map((name) => [`by ${name}`, ask({ sort: [{ name, isDescending: true }] })] as const)
  for (const [name, query] of [['first page', ask()] as const, ...ofSorts, ...ofFilters, ...Object.entries(queries)]) {
    await report(`${list.name}: ${name}`, goals.page, () =>
      readPage(db, request, { source, query: { size: 50, ...query } }),
    )
    if (query.sort.length === 0)
      await report(`${list.name}: ${name}, count`, goals.page, () => countList(db, request, { source, query }))
  }
}

function sampleOf(filter: ListFilter): string | null {
  switch (filter.type) {
    case 'choice':
      return filter.values[0] ?? null
    case 'flag':
      return 'true'
    case 'instant':
      return '2030-01-01T00:00:00Z'
    case 'text':
      return 'name 47'
    default:
      return null
  }
}

/** A level of the hierarchy as it is opened, and a search in it. */
async function measureTree({ runtime: { db } }: BenchContext, request: Request): Promise<void> {
  const id = idOfHierarchy
  await report('hierarchy: its outermost level is opened', goals.move, () => readLevel(db, request, { id }))
  await report(`hierarchy: the level below a branch of ${sizes.nodes / 4} positions is opened`, goals.move, () =>
    readLevel(db, request, { id, parent: nodeOf(2) }),
  )
  await report('hierarchy: a position is found by its name', goals.move, () =>
    findNodes(db, request, { id, q: 'Position 1999' }),
  )
}

/** A branch of a quarter of the hierarchy, from one place to another and back. */
async function measureMoves({ runtime }: BenchContext, request: Request): Promise<void> {
  const { db, clock } = runtime
  let isBack = false
  await report(`hierarchy: a branch of ${sizes.nodes / 4} positions is moved`, goals.move, async () => {
    isBack = !isBack
    const moved = await moveNode({ db, clock, runtime }, request, {
      ref: { id: idOfHierarchy, nodeId: nodeOf(2) },
      parentId: nodeOf(isBack ? 3 : 1),
    })
    if (moved instanceof Refusal) throw moved
  })
}

async function report(name: string, goal: number, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let round = -3; round < rounds; round++) {
    const began = performance.now()
    await work()
    if (round >= 0) times.push(performance.now() - began)
  }
  const time = median(times)
  console.log(`  ${name.padEnd(64)} ${time.toFixed(1).padStart(8)} ms${time > goal ? '  missed' : ''}`)
}
