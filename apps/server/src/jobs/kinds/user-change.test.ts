import { process } from '@millrace/bpmn/builder'
import { type BodyOf, userChangeCalls as calls, groupCalls, ownRoleCalls, userAccountCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient, testRequest } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { clearOldChanges } from '../../operations/user-changes/clear-old-changes.ts'
import { handOverTasks } from '../../operations/users/hand-over-tasks.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

const { anonymous, signIn, db, admin, clock, runtime } = await createTestApp()
const chief = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'] })
const keeper = await signIn({ roles: ['RoleUserAdmin'] })

type Order = BodyOf<typeof calls.order>
type Change = Order['change']
type Users = { user: { id: string } }[]
const person = () => signIn({ roles: ['RoleUser'] })
const claim = async () => (await claimAll(db, clock())).filter(({ kind }) => kind === 'user-change')
/** Works off what is ordered, as the worker does: again and again, until nothing is left. */
const work = async () => {
  for (let jobs = await claim(); jobs.length > 0; jobs = await claim())
    for (const job of jobs) await runClaimedJob({ runtime, services: {} as Services }, job)
}
const order = (by: TestClient, change: Change, users: Users) =>
  by.call(calls.order, { body: { change, users: { ids: users.map(({ user }) => user.id) } } })
const look = async (by: TestClient, query: object = {}) => (await by.call(calls.read, { query })).body
const preview = async (by: TestClient, change: Change, ...users: Users) => {
  await order(by, change, users)
  await work()
  return (await look(by)).rows
}
const apply = async (by: TestClient, change: Change, ...users: Users) => {
  const shown = await preview(by, change, ...users)
  const { item } = await look(by)
  if (shown.every(({ result }) => result !== 'changed')) return shown
  await by.call(calls.start, { params: { id: item?.id ?? '' } })
  await work()
  return (await look(by)).rows
}
/** Locks an account until it is released. */
const holdAccount = async (id = '') => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const { workplaceId } = keeper.user
  const holding = db.withTransaction({ workplaceId, userId: null, cause: 'test' }, async (tx) => {
    const text = 'select id from app_user where workplace_id = $1 and id = $2 for update'
    await tx.batch([{ name: 'test_lock', text, values: [workplaceId, id] }])
    isLocked()
    await released
  })
  await locked
  return { release, holding }
}
const read = async (id: string) => (await chief.call(userAccountCalls.get, { params: { id } })).body

describe('a change of several users', () => {
  it('is for those who administer users, and seen by the user who ordered it', async () => {
    const [ada, other] = [await person(), await signIn({ roles: ['RoleUserAdmin'] })]
    const elsewhere = await signIn({ roles: ['RoleUserAdmin'], workplaceId: await createWorkplace(db) })
    expect((await order(anonymous(), { kind: 'restore' }, [keeper])).error.code).toBe('session.missing')
    expect((await order(ada, { kind: 'restore' }, [keeper])).error.code).toBe('right.missing')
    expect((await ada.call(calls.read)).error.code).toBe('right.missing')
    const params = (await order(keeper, { kind: 'addRoles', roles: ['AdvRoleUser'] }, [ada])).body
    await work()
    for (const client of [other, elsewhere])
      for (const call of [calls.start, calls.cancel, calls.report])
        expect((await client.call(call, { params })).error.code).toBe('thing.not-found')
    expect((await other.call(calls.read, { query: params })).error.code).toBe('thing.not-found')
    expect((await look(other)).item).toBeNull()
  })

  it('is shown before, changes nothing until it is applied, and then does what was shown', async () => {
    const [ada, bob] = [await person(), await signIn({ roles: ['RoleUser', 'AdvRoleUser'] })]
    const change: Change = { kind: 'addRoles', roles: ['AdvRoleUser'] }
    const shown = await preview(keeper, change, ada, bob)
    expect(shown.map(({ result, added }) => [result, added])).toEqual([
      ['changed', ['AdvRoleUser']],
      ['same', []],
    ])
    expect((await read(ada.user.id)).roles).toEqual(['RoleUser'])
    expect(await apply(keeper, change, ada, bob)).toEqual(shown)
    expect(shown.map(({ id }) => id)).toEqual([ada.user.id, bob.user.id])
    expect((await read(ada.user.id)).roles).toEqual(['RoleUser', 'AdvRoleUser'])
    expect((await apply(keeper, { kind: 'removeRoles', roles: ['AdvRoleUser'] }, ada))[0]?.removed).toEqual([
      'AdvRoleUser',
    ])
  })

  it('gives nobody a right that the caller lacks, and does not touch those who have more', async () => {
    const [ada, boss] = [await person(), await signIn({ roles: ['RoleAdmin'] })]
    for (const run of [preview, apply]) {
      const [given] = await run(keeper, { kind: 'addRoles', roles: ['RoleDesign'] }, ada)
      expect([given?.result, given?.code]).toEqual(['refused', 'right.missing'])
      const outcomes = await run(keeper, { kind: 'disable', reason: 'Left' }, boss, ada)
      expect(outcomes.map(({ result }) => result)).toEqual(['refused', 'changed'])
    }
    expect((await read(ada.user.id)).state).toBe('disabled')
    expect((await read(boss.user.id)).state).toBe('active')
    expect((await apply(keeper, { kind: 'restore' }, ada, boss)).map(({ result }) => result)).toEqual([
      'changed',
      'refused',
    ])
  })

  it('gives own roles and groups as far as the caller has what they give', async () => {
    const ada = await person()
    const role = async (key: string, permissions: BodyOf<typeof ownRoleCalls.create>['permissions']) =>
      chief.call(ownRoleCalls.create, { body: { key, name: key, permissions } })
    await role('plain', [])
    await role('runner', [{ kind: 'process', thing: null, actions: ['operate'] }])
    const offered = (await keeper.call(userAccountCalls.ownRolesInUse)).body
    expect(offered.map(({ key, isGivable }) => [key, isGivable])).toEqual([
      ['plain', true],
      ['runner', false],
    ])
    const [plain] = await apply(keeper, { kind: 'addRoles', ownRoles: ['plain'] }, ada)
    expect(plain).toMatchObject({ result: 'changed', added: ['plain'] })
    const [runner] = await apply(keeper, { kind: 'addRoles', ownRoles: ['runner'] }, ada)
    expect(runner?.code).toBe('right.missing')
    expect((await apply(chief, { kind: 'addRoles', ownRoles: ['runner', 'gone'] }, ada))[0]?.code).toBe(
      'thing.not-found',
    )
    const group = (
      await chief.call(groupCalls.create, { body: { key: 'ops', name: 'Operations', roles: ['RoleDesign'] } })
    ).body
    expect((await apply(keeper, { kind: 'joinGroups', groups: [group.id] }, ada))[0]?.code).toBe('right.missing')
    expect((await apply(chief, { kind: 'joinGroups', groups: [group.id] }, ada))[0]?.added).toEqual(['Operations'])
    expect((await apply(chief, { kind: 'leaveGroups', groups: [group.id] }, ada))[0]?.removed).toEqual(['Operations'])
    expect(await read(ada.user.id)).toMatchObject({ ownRoles: [{ key: 'plain' }], groups: [], ownRolesByGroups: [] })
  })

  it('keeps the last administrator of a workplace, also one with the role from a group', async () => {
    const workplaceId = await createWorkplace(db)
    const own = await signIn({ workplaceId, roles: ['RoleAdmin', 'RoleUserAdmin'] })
    const other = await signIn({ workplaceId, roles: ['RoleUser'] })
    const make = { key: 'admins', name: 'Admins', roles: ['RoleAdmin' as const] }
    const group = (await own.call(groupCalls.create, { body: make })).body
    await apply(own, { kind: 'joinGroups', groups: [group.id] }, other)
    const second = await signIn({ workplaceId, roles: ['RoleAdmin', 'RoleUserAdmin'] })
    const [demoted] = await apply(second, { kind: 'removeRoles', roles: ['RoleAdmin', 'RoleUserAdmin'] }, own)
    expect(demoted?.result).toBe('changed')
    await admin.query(`delete from user_role where user_id = $1 and role = 'RoleAdmin'`, [second.user.id])
    const [last] = await apply(
      await signIn({ workplaceId, roles: ['RoleUserAdmin'] }),
      { kind: 'leaveGroups', groups: [group.id] },
      other,
    )
    expect(last?.result).toBe('refused')
  })

  it('is about users of the own workplace, by ids or by the filters of the list', async () => {
    const workplaceId = await createWorkplace(db)
    const elsewhere = await signIn({ workplaceId, roles: ['RoleUserAdmin'], username: 'else' })
    expect(await preview(elsewhere, { kind: 'restore' }, keeper, { user: { id: 'nobody' } })).toEqual([])
    expect((await look(elsewhere)).item).toMatchObject({ state: 'checked', total: 0 })
    const bySome = (query: Record<string, string>) =>
      elsewhere.call(calls.order, { body: { change: { kind: 'restore' }, users: { query } } })
    expect((await bySome({ username: 'else' })).status).toBe(200)
    await work()
    expect((await look(elsewhere)).rows.map(({ id, username }) => [id, username])).toEqual([
      [elsewhere.user.id, 'else'],
    ])
    expect((await bySome({ sort: 'nothing' })).error.code).toBe('request.invalid')
  })

  it('changes the users who were shown, each once, and keeps those who changed meanwhile', async () => {
    const [ada, bob, cem] = [await person(), await person(), await person()]
    const change: Change = { kind: 'addRoles', roles: ['AdvRoleUser'] }
    await apply(keeper, change, bob)
    expect((await preview(keeper, change, ada, bob, cem)).map(({ result }) => result)).toEqual([
      'changed',
      'same',
      'changed',
    ])
    await chief.call(userAccountCalls.updateRoles, {
      params: { id: bob.user.id, change: 'remove' },
      body: { roles: ['AdvRoleUser'] },
    })
    await chief.call(userAccountCalls.updateRoles, {
      params: { id: cem.user.id, change: 'add' },
      body: { roles: ['AdvRoleUser'] },
    })
    const params = { id: (await look(keeper)).item?.id ?? '' }
    expect((await keeper.call(calls.start, { params })).body).toMatchObject({ state: 'changing', total: 2, done: 0 })
    expect((await keeper.call(calls.start, { params })).error.code).toBe('user-change.invalid')
    expect((await order(keeper, change, [ada])).error.code).toBe('batch.too-many')
    await work()
    const { item, rows } = await look(keeper)
    expect(item).toMatchObject({ state: 'done', total: 2, done: 2, counts: { changed: 1, same: 2, refused: 0 } })
    expect(rows.map(({ result }) => result)).toEqual(['changed', 'same', 'same'])
    expect((await read(bob.user.id)).roles).toEqual(['RoleUser'])
    const report = await keeper.send({ url: `/api/usersgroups/user-changes/${params.id}/report` })
    expect(report.body).toContain(`${ada.user.username},`)
  })

  it('is cancelled between two users: each one is changed and noted, or neither', async () => {
    const users = [await person(), await person(), await person()]
    await preview(keeper, { kind: 'addRoles', roles: ['AdvRoleUser'] }, ...users)
    const params = { id: (await look(keeper)).item?.id ?? '' }
    await keeper.call(calls.start, { params })
    const [job] = await claim()
    // The account of the second user is locked, so that the first is changed and the second waits.
    const { release, holding } = await holdAccount(users[1]?.user.id)
    if (job === undefined) throw new Error('Expected a job.')
    const running = runClaimedJob({ runtime, services: {} as Services }, job)
    await expect.poll(async () => (await look(keeper)).item?.done).toBe(1)
    expect((await look(keeper)).rows.map(({ result }) => result)).toEqual(['changed'])
    await keeper.call(calls.cancel, { params })
    release()
    await Promise.all([holding, running])
    await work()
    const { item, rows } = await look(keeper)
    expect(item).toMatchObject({ state: 'cancelled', total: 3, done: 1, counts: { changed: 1, same: 0, refused: 0 } })
    expect(rows.map(({ id, result }) => [id, result])).toEqual([[users[0]?.user.id, 'changed']])
    const rolesOf = await Promise.all(
      users.map(async ({ user }) => (await read(user.id)).roles.includes('AdvRoleUser')),
    )
    expect(rolesOf).toEqual([true, false, false])
  })

  it('that is cancelled before it is applied has changed nobody, and says so of all its users', async () => {
    await preview(keeper, { kind: 'addRoles', roles: ['AdvRoleUser'] }, await person(), await person())
    const params = { id: (await look(keeper)).item?.id ?? '' }
    const { body } = await keeper.call(calls.cancel, { params })
    expect(body).toMatchObject({ state: 'cancelled', total: 2, done: 0, counts: { changed: 0, same: 0, refused: 0 } })
    expect((await look(keeper)).rows).toEqual([])
  })

  it('changes each user with the permissions that the user who ordered it has at that moment', async () => {
    const own = await signIn({ roles: ['RoleUserAdmin'] })
    const users = [await person(), await person(), await person()]
    await preview(own, { kind: 'addRoles', roles: ['AdvRoleUser'] }, ...users)
    const params = { id: (await look(own)).item?.id ?? '' }
    await own.call(calls.start, { params })
    const [job] = await claim()
    if (job === undefined) throw new Error('Expected a job.')
    const { release, holding } = await holdAccount(users[1]?.user.id)
    const running = runClaimedJob({ runtime, services: {} as Services }, job)
    const stored = async () => (await admin.query('select * from user_change where id = $1', [params.id])).rows[0]
    await expect.poll(async () => (await stored())?.done_count).toBe(1)
    const disable = { params: { id: own.user.id }, query: { deletedReason: 'Left' } }
    expect((await chief.call(userAccountCalls.disable, disable)).status).toBe(200)
    release()
    await Promise.all([holding, running])
    await work()
    expect((await read(users[2]?.user.id ?? '')).roles).toEqual(['RoleUser'])
    expect((await stored())?.state).toBe('cancelled')
  })

  it('does not lock out the emergency administrator', async () => {
    const workplaceId = await createWorkplace(db)
    const own = await signIn({ workplaceId, roles: ['RoleAdmin', 'RoleUserAdmin'] })
    const [spare, ada] = [await signIn({ workplaceId, roles: ['RoleAdmin'] }), await signIn({ workplaceId })]
    const values = [workplaceId, JSON.stringify(spare.user.username)]
    await admin.query(`insert into setting (workplace_id, key, value) values ($1, 'signIn.emergencyUser', $2)`, values)
    for (const change of [
      { kind: 'removeRoles' as const, roles: ['RoleAdmin' as const, 'RoleUser' as const] },
      { kind: 'disable' as const, reason: 'Left' },
    ]) {
      const outcomes = await apply(own, change, spare, ada)
      expect(outcomes.map(({ result }) => result)).toEqual(['refused', 'changed'])
    }
    const [given] = await apply(own, { kind: 'addRoles', roles: ['RoleDesign'] }, spare)
    expect(given?.result).toBe('changed')
  })

  it('ends when the user who ordered it may no longer do it, and goes after some days', async () => {
    const [ada, own] = [await person(), await signIn({ roles: ['RoleUserAdmin'] })]
    await preview(own, { kind: 'addRoles', roles: ['AdvRoleUser'] }, ada)
    const params = { id: (await look(own)).item?.id ?? '' }
    await own.call(calls.start, { params })
    await chief.call(userAccountCalls.updateRoles, {
      params: { id: own.user.id, change: 'remove' },
      body: { roles: ['RoleUserAdmin'] },
    })
    await work()
    expect((await read(ada.user.id)).roles).toEqual(['RoleUser'])
    const left = await admin.query('select state, refused_count from user_change where id = $1', [params.id])
    expect(left.rows).toEqual([{ state: 'done', refused_count: 1 }])
    await clearOldChanges({ db, clock: () => new Date(clock().getTime() + 8 * 86_400_000) }, own.user.workplaceId)
    expect((await admin.query('select id from user_change where id = $1', [params.id])).rows).toEqual([])
  })
})

describe('a change that disables users', () => {
  const operator = signIn({ roles: ['RoleAdmin', 'RoleUserAdmin', 'RoleProcessAdmin'] })
  const errand = createScenario(runtime, keeper.user.workplaceId).then(async (scenario) => ({
    scenario,
    definition: await scenario.deploy(
      process('errand')
        .start()
        .userTask('run', { 'camunda:assignee': '${who}', 'camunda:candidateGroups': 'runners' })
        .end()
        .toXml(),
    ),
  }))
  /** Gives a user an open task. @returns its id. */
  const assign = async ({ user: { username } }: { user: { username: string } }): Promise<string> => {
    const { scenario, definition } = await errand
    const instanceId = await scenario.start(definition, { userId: null, variables: { who: username } } as never)
    return (await admin.query('select id from task where instance_id = $1', [instanceId])).rows[0].id
  }
  const assignees = async (...ids: string[]) => {
    const { rows } = await admin.query('select assignee from task where id = any($1) order by array_position($1, id)', [
      ids,
    ])
    return rows.map(({ assignee }) => assignee)
  }
  const absent = ({ user }: { user: { id: string } }, substitute: { user: { id: string } }) =>
    admin.query(
      `insert into absence (workplace_id, id, user_id, substitute_id, from_at, until_at, created_at, updated_at)
        values ($1, gen_random_uuid(), $2, $3, $4::timestamptz - interval '1 day', $4::timestamptz + interval '1 day', $4, $4)`,
      [keeper.user.workplaceId, user.id, substitute.user.id, clock()],
    )
  const disable = { kind: 'disable', reason: 'Left' } as const

  it('hands over their open tasks to their substitutes, and says so before and after', async () => {
    const by = await operator
    const [ada, bob, idle, stand] = [await person(), await person(), await person(), await person()]
    await absent(ada, stand)
    const [one, two, kept] = [await assign(ada), await assign(ada), await assign(bob)]
    const change = { ...disable, handOver: { target: 'substitute' } } as const
    expect((await preview(by, change, ada, bob, idle)).map(({ message }) => message)).toEqual([
      `2 open tasks go to ${stand.user.username}, as far as you may assign them.`,
      expect.stringMatching(/^1 open task stays assigned: the user has no substitute/),
      null,
    ])
    expect(await assignees(one, two)).toEqual([ada.user.username, ada.user.username])
    const done = await apply(by, change, ada, bob, idle)
    expect(done.map(({ result, message }) => [result, message])).toEqual([
      ['changed', `Open tasks went to ${stand.user.username}.`],
      ['changed', expect.stringContaining('no substitute')],
      ['changed', null],
    ])
    expect(await assignees(one, two, kept)).toEqual([stand.user.username, stand.user.username, bob.user.username])
    const { body } = await by.call(calls.report, { params: { id: (await look(by)).item?.id ?? '' } })
    expect(String(body)).toContain(`Open tasks went to ${stand.user.username}.`)
  })

  it('hands over to candidates or another user, who is not one of those that leave', async () => {
    const by = await operator
    const [ada, bob, cy] = [await person(), await person(), await person()]
    const [one, two] = [await assign(ada), await assign(bob)]
    await apply(by, { ...disable, handOver: { target: 'groups' } }, ada)
    expect(await assignees(one)).toEqual([null])
    const toHimself = { ...disable, handOver: { target: 'person', username: bob.user.username } } as const
    expect((await preview(by, toHimself, bob))[0]?.message).toContain('cannot work on tasks')
    await apply(by, { ...disable, handOver: { target: 'person', username: cy.user.username } }, bob)
    expect(await assignees(two)).toEqual([cy.user.username])
  })

  it('leaves tasks that the user may not assign, and hands over nothing of users who are skipped', async () => {
    const [ada, boss] = [await person(), await signIn({ roles: ['RoleAdmin', 'RoleFullAPI'] })]
    const [one, other] = [await assign(ada), await assign(boss)]
    const change = { ...disable, handOver: { target: 'person', username: keeper.user.username } } as const
    const rows = await apply(keeper, change, ada, boss)
    expect(rows.map(({ result }) => result)).toEqual(['changed', 'refused'])
    expect(rows[0]?.message).toMatch(/1 open task stays assigned, because you may not assign it\.$/)
    expect(await assignees(one, other)).toEqual([ada.user.username, boss.user.username])
  })

  it('hands over nothing of a user who got more rights after the check', async () => {
    const [by, ada] = [await signIn({ roles: ['RoleUserAdmin', 'RoleProcessAdmin'] }), await person()]
    const one = await assign(ada)
    await preview(by, { ...disable, handOver: { target: 'groups' } }, ada)
    const params = { id: ada.user.id, change: 'add' } as const
    expect((await chief.call(userAccountCalls.updateRoles, { params, body: { roles: ['RoleAdmin'] } })).status).toBe(
      200,
    )
    await by.call(calls.start, { params: { id: (await look(by)).item?.id ?? '' } })
    await work()
    expect((await look(by)).rows.map(({ result }) => result)).toEqual(['refused'])
    expect(await assignees(one)).toEqual([ada.user.username])
  })

  it('leaves tasks to users who got them meanwhile', async () => {
    const [by, ada, cy] = [await operator, await person(), await person()]
    const [one, two] = [await assign(ada), await assign(ada)]
    const take = () => admin.query('update task set assignee = $1 where id = $2', [cy.user.username, two])
    const reading = async (...given: Parameters<typeof db.read>) => {
      const found = await db.read(...given)
      await take()
      return found
    }
    const context = { clock, runtime, db: Object.assign(Object.create(db), { read: reading }) as typeof db }
    const { workplaceId } = keeper.user
    const request = testRequest({
      workplaceId,
      id: by.user.id,
      username: by.user.username,
      roles: ['RoleProcessAdmin'],
    })
    const order = { accountId: ada.user.id, handOver: { target: 'groups' }, isDryRun: false } as const
    expect(await handOverTasks(context, request, order)).toMatchObject({ isComplete: true })
    expect(await assignees(one, two)).toEqual([null, cy.user.username])
  })
})
