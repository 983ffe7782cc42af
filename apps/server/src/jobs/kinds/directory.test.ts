import {
  authCalls,
  directoryCalls as calls,
  type DirectoryFields,
  type DirectoryRun,
  groupCalls,
  hierarchyCalls,
  hierarchyLimits,
  userAccountCalls,
  userCalls,
} from '@millrace/contract'
import { createTestApp, createUser, type TestClient } from '@millrace/server/testing'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { orderRun } from '../../operations/directories/runs.ts'
import { startDueRuns } from '../../operations/directories/start-due-runs.ts'
import { createDirectoryClient } from '../../platform/directory/directory-client.ts'
import { type LdapEntry, startLdapServer } from '../../platform/directory/testing/ldap-server.ts'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

const allowed = readAllowedAddresses('127.0.0.0/8') ?? { allows: () => false }
const server = await startLdapServer()
server.passwords.set('cn=reader,dc=org', 'read')
const { admin, anonymous, signIn, signInAs, db, clock, runtime } = await createTestApp({
  directories: createDirectoryClient({ allowed }),
})
let keeper = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'], username: 'keeper' })
const { workplaceId } = keeper.user

const person = (name: string, more: object = {}): LdapEntry => ({
  ...{ dn: `uid=${name},ou=people,dc=org`, objectClass: ['inetOrgPerson'], entryUUID: `uuid-${name}`, uid: name },
  ...{ givenName: name.toUpperCase(), sn: 'Ash', mail: `${name}@example.org`, ...more },
})
const group = (name: string, ...members: string[]): LdapEntry => ({
  dn: `cn=${name},ou=groups,dc=org`,
  objectClass: ['groupOfNames'],
  cn: name,
  member: members.map((one) => (one.includes('=') ? one : `uid=${one},ou=people,dc=org`)),
})
const settings: Partial<DirectoryFields> & { password: string } = {
  ...{ name: 'Company', addresses: `localhost:${server.port}`, security: 'none', bindDn: 'cn=reader,dc=org' },
  ...{ baseDn: 'dc=org', password: 'read', thresholdPercent: 50 },
}

/** Runs the jobs that are due once. @returns whether there were any. */
const workOnce = async () => {
  const jobs = (await claimAll(db, clock())).filter(({ kind }) => kind === 'directory')
  for (const job of jobs) await runClaimedJob({ runtime, services: {} as Services }, job)
  return jobs.length > 0
}
/** Works off what is ordered, as the worker does: again and again, until nothing is left. */
const work = async () => {
  for (let turn = 0; turn < 100 && (await workOnce()); turn++);
}
const create = async (more: object = {}, client: TestClient = keeper) => {
  const { status, body } = await client.call(calls.create, { body: { ...settings, ...more } as { name: string } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id
}
const start = (id: string, isDryRun = false) => keeper.call(calls.startRun, { params: { id }, body: { isDryRun } })
const run = async (id: string, isDryRun = false): Promise<DirectoryRun> => {
  const started = await start(id, isDryRun)
  await work()
  return (await read(id, started.body.id)).run
}
const read = async (id: string, runId: string) => (await keeper.call(calls.rows, { params: { id, runId } })).body
const rowsOf = async (id: string, { id: runId }: DirectoryRun) =>
  Object.fromEntries((await read(id, runId)).rows.map(({ name, result, message }) => [name, message || result]))
const account = async (username: string) => {
  const { items } = (await keeper.call(userCalls.list, { query: { username } })).body
  const found = items.find((one) => one.username === username)
  return found === undefined ? null : (await keeper.call(userAccountCalls.get, { params: found })).body
}
const makeGroup = async (key: string, roles: readonly ['RoleDesign'] | readonly ['RoleAdmin'] | [] = []) =>
  (await keeper.call(groupCalls.create, { body: { key, name: key, roles: [...roles] } })).body.id
const logIn = (username: string, password: string, more: object = {}) =>
  anonymous().call(authCalls.login, { body: { username, password, ...more } })

const set = (key: string, value: string) =>
  admin.query(
    `insert into setting (workplace_id, key, value) values ($1, $2, $3) on conflict (workplace_id, key) do update set value = excluded.value`,
    [workplaceId, key, JSON.stringify(value)],
  )

beforeEach(async () => {
  // The clock goes on from test to test, and sessions end.
  keeper = await signInAs(keeper.user)
  await admin.query(`delete from directory`)
  await admin.query(`delete from hierarchy_node`)
  await admin.query(`delete from hierarchy`)
  await admin.query(`delete from app_user where username <> 'keeper'`)
  await admin.query(`delete from user_group where key <> 'camunda-admin'`)
  server.behaviour = {}
  server.entries = [person('ann', { manager: 'uid=ben,ou=people,dc=org' }), person('ben')]
  for (const name of ['ann', 'ben']) server.passwords.set(`uid=${name},ou=people,dc=org`, `${name} has one`)
})

describe('a run of a directory', () => {
  it('shows what it would change and changes nobody, then changes it, then nothing', async () => {
    const id = await create()
    const dry = await run(id, true)
    expect(dry).toMatchObject({ state: 'done', found: 2, counts: { new: 2 }, doneRows: 2 })
    expect(await account('ann')).toBeNull()
    expect(await run(id)).toMatchObject({ state: 'done', counts: { new: 2, refused: 0 } })
    expect(await account('ann')).toMatchObject({
      ...{
        firstName: 'ANN',
        lastName: 'Ash',
        email: 'ann@example.org',
        hasPassword: false,
        directory: { id, name: 'Company' },
        roles: ['RoleUser'],
      },
      manager: { username: 'ben' },
    })
    server.entries[0] = person('ann', { sn: 'Oak', manager: 'uid=ben,ou=people,dc=org' })
    const changed = await run(id)
    expect(changed.counts).toMatchObject({ changed: 1, same: 1 })
    expect((await read(id, changed.id)).rows.find(({ name }) => name === 'ann')?.changes).toEqual([
      { field: 'lastName', old: 'Ash', new: 'Oak' },
    ])
    expect((await run(id)).counts).toMatchObject({ changed: 0, same: 2 })
    expect((await keeper.call(calls.get, { params: { id } })).body.users).toBe(2)
  })

  it('disables leavers, and restores those that it disabled', async () => {
    const id = await create()
    await run(id)
    server.entries = [person('ben')]
    expect((await run(id)).counts).toMatchObject({ disabled: 1, same: 1 })
    expect((await account('ann'))?.disabled).toMatchObject({ reason: 'Not in the directory Company any more' })
    // Who is gone is not disabled again after an administrator has restored them.
    await keeper.call(userAccountCalls.restore, { params: { id: (await account('ann'))?.id ?? '' } })
    expect((await run(id)).counts).toMatchObject({ disabled: 0 })
    expect((await account('ann'))?.disabled).toBeNull()
    server.entries = [person('ann'), person('ben')]
    await run(id)
    server.entries = [person('ben')]
    await run(id)
    server.entries = [person('ann'), person('ben')]
    expect((await run(id)).counts).toMatchObject({ restored: 1 })
    expect((await account('ann'))?.disabled).toBeNull()
  })

  it('places users below their managers in a hierarchy, and reports circles and unknown managers', async () => {
    const hierarchy = (await keeper.call(hierarchyCalls.create, { body: { name: 'Line' } })).body.id
    const above = async (username: string) => {
      const [found] = (
        await keeper.call(hierarchyCalls.findNodes, { params: { id: hierarchy }, query: { q: username } })
      ).body
      return found?.above.map(({ name }) => name)
    }
    const bad = { hierarchy: '00000000-0000-7000-8000-000000000001' }
    expect((await keeper.call(calls.create, { body: { ...settings, ...bad } as { name: string } })).error.code).toBe(
      'directory.invalid',
    )
    const manager = (name: string) => ({ manager: `uid=${name},ou=people,dc=org` })
    const id = await create({ hierarchy })
    const dry = await run(id, true)
    expect((await read(id, dry.id)).rows.slice(2).map(({ name, message }) => [name, message])).toEqual([
      ['ben', 'Position in “Line”: On the top level'],
      ['ann', 'Position in “Line”: Below ben'],
    ])
    expect(await above('ann')).toBeUndefined()
    expect(await run(id)).toMatchObject({ state: 'done', rows: 4, doneRows: 4, counts: { new: 4 } })
    expect(await above('ann')).toEqual(['BEN Ash'])
    expect(await run(id)).toMatchObject({ rows: 2, counts: { same: 2, new: 0 } })
    // A circle and an unknown manager: the account of each is taken over, and no position changes.
    server.entries = [person('ann', manager('ben')), person('ben', manager('ann')), person('cid', manager('gone'))]
    server.entries.push(person('dan', manager('ann')))
    const odd = await run(id)
    expect(odd).toMatchObject({ state: 'done', counts: { refused: 3 } })
    const reported = (await read(id, odd.id)).rows.slice(4).map(({ name, message }) => `${name}: ${message}`)
    expect(reported).toEqual([
      expect.stringContaining(
        'cid: Position in “Line”: Expected the manager among the users of this run, but “uid=gone',
      ),
      expect.stringContaining('ben: Position in “Line”: Expected managers without a circle'),
      expect.stringContaining('ann: Position in “Line”: Expected managers without a circle'),
      'dan: Position in “Line”: Below ann',
    ])
    expect(await above('ann')).toEqual(['BEN Ash'])
    expect(await above('dan')).toEqual(['BEN Ash', 'ANN Ash'])
    expect(await account('cid')).not.toBeNull()
    // Managers that vanish, and users that vanish, move nobody.
    server.entries = [person('ann'), person('ben'), person('cid'), person('dan')]
    expect((await run(id)).counts).toMatchObject({ changed: 0 })
    expect(await above('dan')).toEqual(['BEN Ash', 'ANN Ash'])
    server.entries = [person('dan', manager('ben'))]
    expect((await run(id)).state).toBe('waiting')
    expect(await above('dan')).toEqual(['BEN Ash', 'ANN Ash'])
  })

  it('names a manager who is not active by their DN, and places a user who is their own manager on the top level', async () => {
    const hierarchy = (await keeper.call(hierarchyCalls.create, { body: { name: 'Line' } })).body.id
    const id = await create({ hierarchy, activeRule: 'whenTrue', activeAttribute: 'active' })
    const dnOf = (name: string) => `uid=${name},ou=people,dc=org`
    server.entries = [
      person('ann', { active: 'TRUE', manager: dnOf('ann') }),
      person('ben', { active: 'FALSE' }),
      person('cid', { active: 'TRUE', manager: dnOf('ben') }),
      person('dan', { active: 'TRUE', manager: dnOf('ann') }),
    ]
    const { id: runId } = await run(id)
    const reported = (await read(id, runId)).rows.filter(({ message }) => message.startsWith('Position'))
    expect(reported.map(({ name, message }) => `${name}: ${message.slice('Position in “Line”: '.length)}`)).toEqual([
      expect.stringContaining(`cid: Expected the manager among the users of this run, but “${dnOf('ben')}”`),
      'ann: On the top level',
      'dan: Below ann',
    ])
  })

  it('fills a hierarchy once, also when a worker ended before it could end the run', async () => {
    const hierarchy = (await keeper.call(hierarchyCalls.create, { body: { name: 'Line' } })).body.id
    const id = await create({ hierarchy })
    const first = await run(id, true)
    expect(first).toMatchObject({ rows: 4, counts: { new: 4 } })
    const { text, values = [] } = orderRun(workplaceId, first.id, clock().toISOString())
    await admin.query(`update directory_run set state = 'applying', ended_at = null where id = $1`, [first.id])
    await admin.query(text, [...values])
    await work()
    expect((await read(id, first.id)).run).toMatchObject({ state: 'done', rows: 4, counts: { new: 4 } })
  })

  it('names a full hierarchy, and takes over the users without a position', async () => {
    const hierarchy = (await keeper.call(hierarchyCalls.create, { body: { name: 'Full' } })).body.id
    await admin.query(
      `begin; set local session_replication_role = replica;
        insert into hierarchy_node (workplace_id, id, hierarchy_id, parent_id, place, name, updated_at, updated_by)
        select workplace_id, gen_random_uuid(), id, null, n, 'Position ' || n, now(), 'test' from hierarchy, generate_series(1, ${hierarchyLimits.nodes - 1}) n where id = '${hierarchy}'; commit`,
    )
    const positions = async () =>
      (await admin.query('select count(*)::int as count from hierarchy_node where hierarchy_id = $1', [hierarchy]))
        .rows[0].count
    // Without the triggers, which take half a minute to look at each of them.
    onTestFinished(async () => {
      const removing = `delete from hierarchy_node where hierarchy_id = '${hierarchy}' and name like 'Position %'`
      await admin.query(`begin; set local session_replication_role = replica; ${removing}; commit`)
    })
    const id = await create({ hierarchy })
    for (const isDry of [true, false]) {
      const { id: runId, ...found } = await run(id, isDry)
      expect(found).toMatchObject({ state: 'done', counts: { new: 2, refused: 1 } })
      expect((await read(id, runId)).rows.filter(({ result }) => result === 'refused')).toMatchObject([
        {
          name: 'Full',
          message: 'Expected at most 100000 positions in one hierarchy, but there would be 100001.',
        },
      ])
      expect(await positions()).toBe(hierarchyLimits.nodes - 1)
    }
    expect(await account('ann')).not.toBeNull()
    // There is room for one of them, and a run with one places it.
    server.entries = [person('ben')]
    await admin.query(`delete from app_user where username = 'ann'`)
    expect(await run(id)).toMatchObject({ state: 'done', counts: { refused: 0 } })
    expect(await positions()).toBe(hierarchyLimits.nodes)
  })

  it('fills no hierarchy after a cancellation', async () => {
    const hierarchy = (await keeper.call(hierarchyCalls.create, { body: { name: 'Line' } })).body.id
    const id = await create({ hierarchy })
    const { id: runId } = (await start(id)).body
    await workOnce()
    await workOnce()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: cancelled, resolve: isCancelled } = Promise.withResolvers<void>()
    const cancelling = db.withTransaction({ workplaceId, userId: null, cause: 'test' }, async (tx) => {
      const text = `update directory_run set state = 'cancelled' where workplace_id = $1 and id = $2`
      await tx.batch([{ name: 'test_cancel', text, values: [workplaceId, runId] }])
      isCancelled()
      await released
    })
    await cancelled
    const filling = workOnce()
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%directory_run%' and datname = current_database()`
    await expect.poll(async () => (await admin.query(waiting)).rows.length).toBe(1)
    release()
    await Promise.all([cancelling, filling])
    expect((await admin.query('select id from hierarchy_node')).rows).toEqual([])
    expect((await read(id, runId)).run.state).toBe('cancelled')
  })

  it('leaves those disabled whom an administrator has disabled', async () => {
    const id = await create()
    await run(id)
    const ann = await account('ann')
    await keeper.call(userAccountCalls.disable, { params: { id: ann?.id ?? '' }, query: { deletedReason: 'Left' } })
    expect((await run(id)).counts).toMatchObject({ restored: 0, same: 2 })
    expect((await account('ann'))?.disabled).toMatchObject({ reason: 'Left' })
  })

  it('waits when more would leave than the threshold, and continues with what was confirmed and no more', async () => {
    const id = await create({ thresholdPercent: 10 })
    server.entries = Array.from({ length: 10 }, (_, index) => person(`user${index}`))
    await run(id)
    server.entries = server.entries.slice(4)
    const waiting = await run(id)
    expect(waiting).toMatchObject({ state: 'waiting', known: 10, leavers: 4, counts: { disabled: 0 } })
    expect(waiting.message).toContain('disable 4 of 10 users')
    expect((await account('user0'))?.disabled).toBeNull()
    server.entries = server.entries.slice(1)
    const params = { id, runId: waiting.id }
    await keeper.call(calls.confirmRun, { params })
    await work()
    expect((await read(id, waiting.id)).run).toMatchObject({ state: 'waiting', leavers: 5 })
    expect((await keeper.call(calls.confirmRun, { params })).status).toBe(200)
    await work()
    expect((await read(id, waiting.id)).run).toMatchObject({ state: 'done', counts: { disabled: 5, same: 5 } })
    expect((await keeper.call(calls.confirmRun, { params })).error.code).toBe('directory.invalid')
  })

  it.each([
    ...[{ closesAfter: 1 }, { isSilent: true }, { sizeLimit: 1 }, { sizeLimit: 0 }],
    // timeLimitExceeded, adminLimitExceeded, busy
    ...[3, 11, 51].map((limitCode) => ({ sizeLimit: 1, limitCode })),
  ])('changes nobody when the answer is cut off: %j', async (behaviour) => {
    const id = await create({ thresholdPercent: 100 })
    await run(id)
    if ('isSilent' in behaviour) {
      // Nothing listens there: a silent server would take the time of an answer.
      await admin.query(`update directory set addresses = 'localhost:1'`)
    } else server.behaviour = behaviour
    const failed = await run(id)
    expect(failed).toMatchObject({ state: 'failed', counts: { disabled: 0, changed: 0 } })
    expect(failed.message).toContain('Nobody was changed.')
    expect((await account('ann'))?.disabled).toBeNull()
  })

  it('says why it leaves out an entry, and takes over the others', async () => {
    await createUser(db, { workplaceId, username: 'Ann' })
    server.entries.push(person('bad name'), { ...person('cid'), entryUUID: [] }, person('ben', { entryUUID: 'other' }))
    const id = await create()
    const done = await run(id)
    expect(done.counts).toMatchObject({ new: 1, refused: 4 })
    const rows = await rowsOf(id, done)
    expect(rows['ann']).toContain('a user “Ann” exists who does not come from the directory')
    expect(rows['cid']).toContain('the attribute entryUUID')
    expect(rows['uid=bad name,ou=people,dc=org']).toContain('Expected a user name in uid')
  })

  it('links local users where it is asked to, and never the emergency administrator', async () => {
    const ann = await createUser(db, { workplaceId, username: 'ann', password: 'a password of here' })
    await createUser(db, { workplaceId, username: 'ben', roles: ['RoleAdmin'], password: 'a password of here' })
    await set('signIn.emergencyUser', 'ben')
    const id = await create({ existingRule: 'link' })
    const done = await run(id)
    expect(await rowsOf(id, done)).toEqual({
      ann: 'changed',
      ben: 'Expected an ordinary user, but this is the emergency administrator, whom no directory changes.',
    })
    const { rows } = await admin.query('select password_hash, directory_id from app_user where id = $1', [ann.id])
    expect(rows).toEqual([{ password_hash: null, directory_id: id }])
    expect((await logIn('ann', 'a password of here')).error.code).toBe('session.credentials')
    expect((await logIn('ann', 'ann has one')).status).toBe(200)
    expect((await logIn('ben', 'a password of here')).status).toBe(200)
    await set('signIn.emergencyUser', '')
  })

  it('puts users into groups, through nested ones, and takes away only what it gave', async () => {
    const [staff, byHand] = [await makeGroup('staff', ['RoleDesign']), await makeGroup('hand')]
    server.entries.push(group('Staff', 'cn=Inner,ou=groups,dc=org'), group('Inner', 'ann', 'cn=Staff,ou=groups,dc=org'))
    const id = await create({
      ...{ groupRule: 'mapped', groupMapping: 'Staff = staff', userFilter: '(objectClass=inetOrgPerson)' },
      groupBaseDn: 'ou=groups,dc=org',
    })
    await run(id)
    const keysOf = async (name: string) => (await account(name))?.groups.map(({ key }) => key)
    expect([await keysOf('ann'), await keysOf('ben')]).toEqual([['staff'], []])
    const ann = await account('ann')
    expect(ann?.rolesByGroups).toEqual(['RoleDesign'])
    for (const [groupId, name] of [
      [byHand, 'ann'],
      [staff, 'ben'],
    ] as const)
      await admin.query(
        `insert into group_member (workplace_id, group_id, user_id) select $1, $2, id from app_user where username = $3`,
        [workplaceId, groupId, name],
      )
    expect((await run(id)).counts).toMatchObject({ same: 2 })
    server.entries = server.entries.map((entry) => (entry['cn'] === 'Inner' ? group('Inner') : entry))
    expect((await run(id)).counts).toMatchObject({ changed: 1 })
    expect([await keysOf('ann'), await keysOf('ben')]).toEqual([['hand'], ['staff']])
  })

  it('reads the members of large groups part by part, and creates groups where it is asked to', async () => {
    server.behaviour = { range: 2 }
    server.entries.push(group('Big One', 'cn=x', 'cn=y', 'cn=z', 'cn=q', 'ann'))
    const id = await create({ groupRule: 'create' })
    expect(await run(id, true)).toMatchObject({ counts: { new: 3 }, foundGroups: 1 })
    expect(await run(id)).toMatchObject({ counts: { new: 3, refused: 0 } })
    expect((await account('ann'))?.groups).toMatchObject([{ key: 'Big-One', name: 'Big One' }])
  })

  it('gives nobody rights that the administrator lacks who saved the directory', async () => {
    await makeGroup('admins', ['RoleAdmin'])
    server.entries.push(group('Admins', 'ann'))
    const other = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'], username: 'other' })
    const id = await create({ groupRule: 'mapped', groupMapping: 'Admins = admins' }, other)
    await admin.query(`delete from user_role where role = 'RoleAdmin' and user_id = $1`, [other.user.id])
    const done = await run(id)
    expect((await rowsOf(id, done))['ann']).toContain('Expected the role RoleAdmin, but you do not have it')
    expect(await account('ann')).toBeNull()
    expect(await account('ben')).not.toBeNull()
    await admin.query(`update app_user set status = 'disabled' where id = $1`, [other.user.id])
    expect(await run(id)).toMatchObject({ state: 'failed', message: expect.stringContaining('can no longer sign in') })
    await keeper.call(calls.save, {
      params: { id },
      body: { ...settings, password: null, groupRule: 'mapped', groupMapping: 'Admins = admins' } as { name: string },
    })
    expect((await run(id)).counts).toMatchObject({ new: 1 })
  })

  it.each(['byKey', 'create'] as const)(
    'makes nobody an administrator by the name of a group: %s',
    async (groupRule) => {
      const parent = await makeGroup('Chiefs', ['RoleAdmin'])
      await keeper.call(groupCalls.create, { body: { key: 'Below', name: 'Below', parentId: parent } })
      await makeGroup('Staff', ['RoleDesign'])
      for (const name of ['camunda-admin', 'Chiefs', 'Below', 'Staff']) server.entries.push(group(name, 'ann'))
      const id = await create({ groupRule })
      expect((await run(id)).counts).toMatchObject({ new: 2, refused: 0 })
      const { groups, rolesByGroups } = (await account('ann')) ?? {}
      expect([groups?.map(({ key }) => key), rolesByGroups]).toEqual([['Staff'], ['RoleDesign']])
    },
  )

  it('never takes away the last administrator', async () => {
    await makeGroup('admins', ['RoleAdmin'])
    server.entries.push(group('Admins', 'ann'))
    const id = await create({ groupRule: 'mapped', groupMapping: 'Admins = admins', thresholdPercent: 100 })
    await run(id)
    await admin.query(`delete from user_role where role = 'RoleAdmin' and user_id = $1`, [keeper.user.id])
    await admin.query(`update directory set acts_as = (select id from app_user where username = 'ann')`)
    const ann = await signInAs({ id: (await account('ann'))?.id ?? '', username: 'ann', workplaceId })
    const { body } = await ann.call(calls.startRun, { params: { id }, body: {} })
    server.entries = [person('ben')]
    await work()
    await admin.query(`insert into user_role (workplace_id, user_id, role) values ($1, $2, 'RoleAdmin')`, [
      workplaceId,
      keeper.user.id,
    ])
    expect(await rowsOf(id, body)).toMatchObject({ ann: expect.stringContaining('the last one of the workplace') })
    expect((await account('ann'))?.disabled).toBeNull()
  })

  it('leaves its users as local ones when the directory is removed', async () => {
    await makeGroup('Staff')
    server.entries.push(group('Staff', 'ann'))
    const id = await create({ groupRule: 'byKey' })
    await run(id)
    expect((await keeper.call(calls.remove, { params: { id } })).status).toBe(204)
    const ann = await account('ann')
    expect(ann).toMatchObject({ disabled: null, groups: [{ key: 'Staff' }] })
    expect((await logIn('ann', 'ann has one')).error.code).toBe('session.credentials')
    const { rows } = await admin.query('select count(*)::int from directory_user')
    expect(rows).toEqual([{ count: 0 }])
  })

  it('runs by its schedule, one at a time, and old runs are deleted', async () => {
    const id = await create({ everyMinutes: 5 })
    await startDueRuns(runtime, workplaceId)
    const list = async () => (await keeper.call(calls.runs, { params: { id } })).body
    expect(await list()).toEqual([])
    clock.advance({ minutes: 6 })
    keeper = await signInAs(keeper.user)
    await startDueRuns(runtime, workplaceId)
    await startDueRuns(runtime, workplaceId)
    expect((await start(id)).error.code).toBe('directory.running')
    await work()
    expect(await list()).toMatchObject([{ state: 'done', startedBy: null, counts: { new: 2 } }])
    clock.advance({ days: 31 })
    keeper = await signInAs(keeper.user)
    await startDueRuns(runtime, workplaceId)
    await work()
    expect(await list()).toHaveLength(1)
  })

  it('is cancelled, and a worker that was at it changes nothing more', async () => {
    const id = await create()
    const { body } = await start(id)
    const [job] = (await claimAll(db, clock())).filter(({ kind }) => kind === 'directory')
    if (job === undefined) throw new Error('Expected a job.')
    expect((await keeper.call(calls.cancelRun, { params: { id, runId: body.id } })).body.state).toBe('cancelled')
    expect(await runClaimedJob({ runtime, services: {} as Services }, job)).toBe('gone')
    expect(await account('ann')).toBeNull()
  })

  it('continues after a kill, and does nothing twice', async () => {
    const id = await create()
    const { body } = await start(id)
    const claim = async () => (await claimAll(db, clock())).filter(({ kind }) => kind === 'directory')
    for (const job of await claim()) await runClaimedJob({ runtime, services: {} as Services }, job)
    // Claimed by a worker that is killed: its lease runs out.
    await claim()
    clock.advance({ minutes: 2 })
    await work()
    expect((await read(id, body.id)).run).toMatchObject({ state: 'done', counts: { new: 2 } })
  })
})

describe('a user of a directory', () => {
  it('signs in by a bind with the entry, wherever it is by now', async () => {
    const id = await create()
    await run(id)
    server.entries = [{ ...person('ann'), dn: 'uid=ann,ou=moved,dc=org' }, person('ben')]
    server.passwords.set('uid=ann,ou=moved,dc=org', 'ann has moved')
    expect((await logIn('ann', 'ann has one')).error.code).toBe('session.credentials')
    expect((await logIn('ANN', 'ann has moved')).status).toBe(200)
    expect((await logIn('ann', 'ann has moved', { newPassword: 'something else entirely' })).error.code).toBe(
      'password.elsewhere',
    )
    server.entries = [person('ben')]
    expect((await logIn('ann', 'ann has moved')).error.code).toBe('session.credentials')
    await keeper.call(calls.save, {
      params: { id },
      body: { ...settings, password: null, signsIn: false } as { name: string },
    })
    expect((await logIn('ben', 'ben has one')).error.code).toBe('session.credentials')
  })

  it('is asked for by the key, so that nothing that is entered is part of a filter', async () => {
    server.entries.push({ ...person('cid'), entryUUID: '*)(uid=*' })
    server.passwords.set('uid=cid,ou=people,dc=org', 'cid has one')
    await run(await create())
    server.seen.filters = []
    expect((await logIn('cid', 'cid has one')).status).toBe(200)
    expect(server.seen.filters).toEqual([
      JSON.stringify({
        and: [
          { equal: 'objectClass', value: Buffer.from('inetOrgPerson').toString('hex') },
          { equal: 'entryUUID', value: Buffer.from('*)(uid=*').toString('hex') },
        ],
      }),
    ])
    server.seen.filters = []
    for (const name of ['*', 'cid)(uid=*', '*)(objectClass=*'])
      expect((await logIn(name, 'cid has one')).error.code).toBe('session.credentials')
    expect(server.seen.filters).toEqual([])
  })

  it('is locked after wrong passwords like others', async () => {
    await run(await create())
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await logIn('ann', 'wrong')).error.code).toBe('session.credentials')
    expect((await logIn('ann', 'ann has one')).error.code).toBe('session.credentials')
    expect(await account('ann')).toMatchObject({ state: 'locked' })
  })

  it('is not locked by a directory that does not answer', async () => {
    await run(await create())
    await admin.query(`update directory set addresses = 'localhost:1'`)
    for (let attempt = 0; attempt < 6; attempt++) {
      const { status, error } = await logIn('ann', 'ann has one')
      expect([status, error.code]).toEqual([503, 'directory.unreachable'])
    }
    await admin.query(`update directory set addresses = 'localhost:${server.port}'`)
    expect((await logIn('ann', 'ann has one')).status).toBe(200)
  })

  it('needs a second factor where the role does', async () => {
    await run(await create())
    await set('secondFactor.roles', 'RoleUser')
    const { error } = await logIn('ann', 'ann has one')
    expect(error.code).toBe('session.second-factor-set-up')
    await set('secondFactor.roles', '')
  })

  it('gets no password here', async () => {
    await run(await create())
    const ann = await account('ann')
    const { error } = await keeper.call(userAccountCalls.sendPasswordLink, { params: { id: ann?.id ?? '' } })
    expect(error.code).toBe('password.elsewhere')
    await expect(admin.query(`update app_user set password_hash = 'x' where username = 'ann'`)).rejects.toThrow(
      'app_user_one_password',
    )
  })
})
