import { groupCalls, userAccountCalls, userCalls, userPropertyCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, testRequest } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { readUser, userAsJson } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { importRow } from './import-row.ts'
import { importRows, type ReadImportRow } from './import-rows.ts'
import type { RowValues } from './read-row.ts'

const { signIn, db, clock, runtime } = await createTestApp()
const context = { db, clock, runtime }

/** A workplace with a few users, groups and properties, and its user administrator. */
async function fillWorkplace() {
  const workplaceId = await createWorkplace(db)
  const keeper = await signIn({ workplaceId, username: 'keeper', roles: ['RoleUserAdmin', 'RoleUser'] })
  const chief = await signIn({ workplaceId, username: 'chief', roles: ['RoleAdmin', 'RoleUserAdmin'] })
  for (const body of [
    { key: 'sales', name: 'Sales' },
    { key: 'chiefs', name: 'Chiefs', roles: ['RoleAdmin' as const] },
  ])
    expect((await chief.call(groupCalls.create, { body })).status).toBe(200)
  for (const body of [
    { key: 'staff', name: 'Staff', type: 'text' as const, isUnique: true },
    { key: 'grade', name: 'Grade', type: 'number' as const },
    { key: 'mentor', name: 'Mentor', type: 'user' as const },
  ])
    expect((await chief.call(userPropertyCalls.create, { body })).status).toBe(200)
  for (const username of ['old1', 'old2', 'Old3', 'gone'])
    expect((await chief.call(userAccountCalls.create, { body: { username, lastName: 'Old' } })).status).toBe(200)
  const [gone] = (await chief.call(userCalls.list, { query: { username: 'gone' } })).body.items
  await chief.call(userAccountCalls.disable, { params: { id: gone?.id ?? '' }, query: { deletedReason: 'Left' } })
  return { keeper, request: await requestOf(keeper) }
}

/** As the job of an import asks. */
async function requestOf({ user }: { readonly user: { readonly id: string; readonly workplaceId: string } }) {
  const [rows] = await db.read(user, (tx) =>
    tx.batch([
      {
        name: 'test_person',
        text: `select ${userAsJson} from app_user u where u.workplace_id = $1 and u.id = $2`,
        values: [user.workplaceId, user.id],
      },
    ]),
  )
  const person = readUser(rows)
  if (person === null) throw new Error('Expected a user, but there is none.')
  return testRequest(person)
}

type Workplace = Awaited<ReturnType<typeof fillWorkplace>>

const people: readonly (Partial<RowValues> & { readonly why: string })[] = [
  { why: 'new', username: 'new1', firstName: 'New', email: 'new1@example.org', groups: ['sales'] },
  {
    why: 'new, with a manager of the file',
    username: 'new2',
    manager: 'new1',
    properties: { grade: '1.50' },
  },
  { why: 'new, with roles', username: 'new3', roles: ['AdvRoleUser'], properties: { mentor: 'old1' } },
  { why: 'changed', username: 'old1', firstName: 'Changed', groups: ['Sales'], properties: { staff: 'S1' } },
  { why: 'changed, by a later manager', username: 'old2', manager: 'new3' },
  { why: 'with a value of a later row', username: 'first', properties: { staff: 'S2' } },
  { why: 'of another case', username: 'OLD3', firstName: 'Case' },
  { why: 'the same', username: 'Old3', lastName: 'Old' },
  { why: 'disabled', username: 'gone', firstName: 'Back' },
  { why: 'of an administrator', username: 'chief', firstName: 'Owned' },
  { why: 'of the importer', username: 'keeper', lastName: 'Self' },
  { why: 'beyond the rights of the importer', username: 'evil1', roles: ['RoleAdmin'] },
  { why: 'beyond them by a group', username: 'evil2', groups: ['chiefs'] },
  { why: 'below somebody who is refused', username: 'below', manager: 'evil2' },
  { why: 'in a group that does not exist', username: 'lost1', groups: ['none'] },
  { why: 'with a value that is taken', username: 'taken', properties: { staff: 's2' } },
  { why: 'with a value that does not fit', username: 'unfit', properties: { grade: 'many' } },
  { why: 'with a value of nobody', username: 'unknown', properties: { mentor: 'nobody' } },
  { why: 'with a property that does not exist', username: 'unheard', properties: { shoe: '7' } },
  { why: 'one’s own manager', username: 'self', manager: 'self' },
  { why: 'of nobody', lastName: 'Nameless' },
]

const rows: ReadImportRow[] = people.map(({ why: _, properties = {}, ...values }, index) => ({
  position: index + 1,
  values: { ...values, properties },
}))

const how = { key: 'username' as const, isDryRun: false }

async function decideAlone({ request }: Workplace, some: readonly ReadImportRow[], isDryRun = false) {
  const outcomes = new Map<number, unknown>()
  for (const { position, values } of some) {
    const outcome = await importRow(context, request, {
      ...how,
      isDryRun,
      values,
      isInFile: async (_, name) => name === 'new1',
    })
    outcomes.set(position, outcome instanceof Refusal ? outcome.message : outcome)
  }
  return outcomes
}

const decideTogether = (workplace: Workplace, some: readonly ReadImportRow[], isDryRun = false) =>
  importRows(context, workplace.request, { ...how, isDryRun, rows: some, listInFile: async () => new Set(['new1']) })

/** Everything that an import can change. */
async function readAll({ keeper }: Workplace) {
  const { items } = (await keeper.call(userCalls.list, { query: { sort: 'username', size: 100 } })).body
  return Promise.all(
    items.map(async ({ id, username }) => {
      const { body } = await keeper.call(userAccountCalls.get, { params: { id } })
      const { body: values } = await keeper.call(userPropertyCalls.valuesOfUser, { params: { id } })
      const { firstName, lastName, email, roles, revision, state } = body
      const held = values.map(({ key, value }) => `${key} ${value}`)
      const of = { manager: body.manager?.username, groups: body.groups.map(({ key }) => key) }
      return { username, firstName, lastName, email, roles, revision, state, ...of, held }
    }),
  )
}

describe('rows that are written together', () => {
  it('become what they become one by one, and the unusual ones are left', async () => {
    const [one, other] = [await fillWorkplace(), await fillWorkplace()]
    const alone = await decideAlone(one, rows)
    const together = await decideTogether(other, rows)
    expect(people.filter((_, index) => together.has(index + 1)).map(({ why }) => why)).toEqual(
      people.slice(0, 5).map(({ why }) => why),
    )
    const left = await decideAlone(
      other,
      rows.filter(({ position }) => !together.has(position)),
    )
    expect(new Map([...together, ...left])).toEqual(
      new Map([...[...together.keys()].map((n) => [n, alone.get(n)] as const), ...left]),
    )
    for (const [position, outcome] of left) expect([position, outcome]).toEqual([position, alone.get(position)])
    expect(await readAll(other)).toEqual(await readAll(one))
    // Once more nothing changes.
    const again = await decideTogether(other, rows.slice(0, 5))
    expect([...again.values()].map(({ result }) => result)).toEqual(['same', 'same', 'same', 'same', 'same'])
    expect(await readAll(other)).toEqual(await readAll(one))
  })

  it('are checked without a trace', async () => {
    const workplace = await fillWorkplace()
    const before = await readAll(workplace)
    const alone = await decideAlone(workplace, rows, true)
    const together = await decideTogether(workplace, rows, true)
    expect(together.size).toBeGreaterThan(3)
    for (const [position, outcome] of together) expect([position, outcome]).toEqual([position, alone.get(position)])
    expect(await readAll(workplace)).toEqual(before)
  })

  it('are nothing for somebody who may not create users', async () => {
    const workplace = await fillWorkplace()
    const stranger = await signIn({ workplaceId: workplace.request.workplaceId, roles: ['RoleUser'] })
    expect((await decideTogether({ ...workplace, request: await requestOf(stranger) }, rows)).size).toBe(0)
  })

  it('can be imported by two at once: each user is there once', async () => {
    const workplace = await fillWorkplace()
    const many = Array.from({ length: 40 }, (_, n) => ({
      position: n,
      values: { username: `both${n}`, properties: {} },
    }))
    const both = await Promise.all([decideTogether(workplace, many), decideTogether(workplace, many)])
    for (const { position } of many) {
      const results = both.map((outcomes) => outcomes.get(position)?.result)
      expect(results.filter((result) => result === 'new').length).toBe(1)
    }
    expect((await readAll(workplace)).filter(({ username }) => username.startsWith('both')).length).toBe(40)
  })
})
