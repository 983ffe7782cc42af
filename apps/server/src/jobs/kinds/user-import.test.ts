import {
  userImportCalls as calls,
  groupCalls,
  type UserImport,
  userAccountCalls,
  userCalls,
  userPropertyCalls,
} from '@millrace/contract'
import { createTestApp, createUser, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { clearOldImports } from '../../operations/user-imports/clear-old-imports.ts'
import { multipart } from '../../runtime/testing/multipart.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

const { admin, anonymous, signIn, db, clock, runtime } = await createTestApp()
const keeper = await signIn({ roles: ['RoleUserAdmin'] })
const { workplaceId } = keeper.user

const upload = async (content: string | Buffer, client: TestClient = keeper) => {
  const file = multipart([{ name: 'users.csv', content }])
  const { status, body } = await client.send({ method: 'POST', url: '/api/users/import', ...file })
  return { status, item: body as UserImport, code: (body as { code?: string }).code }
}
/** Works off what is ordered, as the worker does: again and again, until nothing is left. */
const work = async () => {
  for (let turn = 0; turn < 100; turn++) {
    const jobs = (await claimAll(db, clock())).filter(({ kind }) => kind === 'user-import')
    if (jobs.length === 0) return
    for (const job of jobs) await runClaimedJob({ runtime, services: {} as Services }, job)
  }
}
const read = async (id: string, query: object = {}, client: TestClient = keeper) =>
  (await client.call(calls.read, { query: { id, ...query } })).body
const check = async (item: UserImport, more: object = {}, client: TestClient = keeper) => {
  const { status, error } = await client.call(calls.check, {
    params: item,
    body: { mapping: item.mapping, key: 'username', ...more },
  })
  await work()
  return { status, code: error?.code }
}
const importFile = async (content: string, more: object = {}, client: TestClient = keeper) => {
  const { item } = await upload(content, client)
  await check(item, more, client)
  await client.call(calls.start, { params: item })
  await work()
  return read(item.id, {}, client)
}
const account = async (username: string) => {
  const { items } = (await keeper.call(userCalls.list, { query: { username } })).body
  const [found] = items
  return found === undefined ? null : (await keeper.call(userAccountCalls.get, { params: found })).body
}

describe('an import of users', () => {
  it('is for user administrators, and seen by a user who began it', async () => {
    const { item } = await upload('username\nzed\n')
    const stranger = await signIn({ roles: ['RoleDesign'] })
    const other = await signIn({ roles: ['RoleUserAdmin'] })
    const elsewhere = await signIn({ roles: ['RoleUserAdmin'], workplaceId: await createWorkplace(db) })
    expect((await anonymous().call(calls.read)).error.code).toBe('session.missing')
    expect((await upload('username\nzed\n', stranger)).code).toBe('right.missing')
    for (const client of [other, elsewhere]) {
      expect((await client.call(calls.read, { query: { id: item.id } })).error.code).toBe('thing.not-found')
      expect((await client.call(calls.start, { params: item })).error.code).toBe('thing.not-found')
      expect((await client.call(calls.cancel, { params: item })).error.code).toBe('thing.not-found')
      expect((await client.call(calls.report, { params: item })).error.code).toBe('thing.not-found')
    }
  })

  it('guesses its columns, by separators and encodings of spreadsheets', async () => {
    const { item } = await upload(
      Buffer.from('Login;Given name;Sur-name;E-mail;Hat\r\njo;J\xf6rg;\xd6z;jo@example.com;7\r\n', 'latin1'),
    )
    expect(item.mapping).toEqual(['username', 'firstName', 'lastName', 'email', null])
    expect(item.samples).toEqual([['jo', 'Jörg', 'Öz', 'jo@example.com', '7']])
    expect(item.notes[0]).toContain('Windows-1252')
    expect(item).toMatchObject({ state: 'draft', rows: 1, doneRows: 0 })
  })

  it('is one at a time: of two files at once the second takes the place of the first', async () => {
    const both = await Promise.all([upload('username\none\n'), upload('username\ntwo\n')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await admin.query('select id from user_import where user_id = $1', [keeper.user.id])
    expect(rows).toHaveLength(1)
    expect(both.map(({ item }) => item.id)).toContain(rows[0].id)
  })

  it('logs what the server failed by, under the id that the row reports', async () => {
    const faults: unknown[] = []
    const { item } = await upload('username\nunlucky\n')
    await check(item)
    await admin.query(
      `create function fail_unlucky() returns trigger language plpgsql as $$ begin
        if new.username = 'unlucky' then raise exception 'a fault of the program'; end if; return new; end $$;
      create trigger fail_unlucky before insert on app_user for each row execute function fail_unlucky()`,
    )
    try {
      await keeper.call(calls.start, { params: item })
      const [job] = (await claimAll(db, clock())).filter(({ kind }) => kind === 'user-import')
      if (job === undefined) throw new Error('Expected a job, but there is none.')
      const onFault = (error: unknown, of: { readonly id: string } | null) => faults.push([String(error), of?.id])
      await runClaimedJob({ runtime, services: {} as Services, onFault }, job)
      const [row] = (await read(item.id)).rows
      expect(row).toMatchObject({ result: 'refused', message: expect.stringContaining(item.id) })
      expect(faults).toEqual([[expect.stringContaining('a fault of the program'), item.id]])
    } finally {
      await admin.query('drop function fail_unlucky cascade')
    }
    await work()
  })

  it.each([
    ['', 'file.refused'],
    ['username\n', 'file.refused'],
    [Buffer.from('d0cf11e0', 'hex'), 'file.refused'],
    [Buffer.from('504b0304ffffffffffff', 'hex'), 'file.refused'],
  ])('refuses the file %j', async (content, code) => {
    expect((await upload(content)).code).toBe(code)
  })

  it.each([
    ['the name of a group', `lost,,${'g'.repeat(49)}😀s`],
    ['the name of a role', `lost,${'r'.repeat(49)}😀s,`],
    ['a cell that is too long', `lost,,${'g'.repeat(2_000)}😀s`],
  ])('says which row is refused where it cuts %s within a character', async (_, row) => {
    const { status, item } = await upload(`username,roles,groups\n${row}\nafter,,\n`)
    expect(status).toBe(200)
    await check(item)
    const { item: checked, rows } = await read(item.id)
    expect(checked?.state).toBe('checked')
    expect(rows.map(({ result }) => result)).toEqual(['refused', 'new'])
  })

  it('checks first: it says what each row would change, and changes nothing', async () => {
    await createUser(db, { workplaceId, username: 'known', firstName: 'Old' } as never)
    await createUser(db, { workplaceId, username: 'same' })
    const { item } = await upload(
      'username,first name,email,roles\nknown,New,known@example.com,\nfresh,Fay,,RoleUser\nsame,,,\nbad name,,,\nfresh,Twice,,\nodd,,nobody,\n',
    )
    await check(item)
    const { item: checked, rows } = await read(item.id)
    expect(checked).toMatchObject({
      state: 'checked',
      doneRows: 6,
      counts: { new: 1, changed: 1, same: 1, refused: 3 },
    })
    expect(rows.map(({ line, result }) => `${line} ${result}`)).toEqual([
      '2 changed',
      '3 new',
      '4 same',
      '5 refused',
      '6 refused',
      '7 refused',
    ])
    expect(rows[0]?.changes.map(({ field }) => field)).toEqual(['firstName', 'email'])
    expect(rows[0]?.changes[0]?.new).toBe('New')
    expect(rows[4]?.message).toContain('line 3 has it too')
    expect(await account('fresh')).toBeNull()
    expect((await account('known'))?.revision).toBe(1)
    expect((await read(item.id, { result: 'refused' })).rows.length).toBe(3)
  })

  it('imports what can be imported, and the same file again changes nothing', async () => {
    const file = 'username,first name,email\nimp1,One,one@example.com\nimp2,Two,\n!,Bad,\n'
    const { item, rows } = await importFile(file)
    expect(item).toMatchObject({ state: 'done', counts: { new: 2, changed: 0, same: 0, refused: 1 } })
    expect(rows.map(({ result }) => result)).toEqual(['new', 'new', 'refused'])
    expect(await account('imp1')).toMatchObject({
      firstName: 'One',
      email: 'one@example.com',
      roles: ['RoleUser'],
      revision: 1,
    })
    const again = await upload(file)
    await check(again.item)
    expect((await read(again.item.id)).item?.counts).toEqual({ new: 0, changed: 0, same: 2, refused: 1 })
    expect((await keeper.call(calls.start, { params: again.item })).error.code).toBe('user-import.invalid')
    expect((await account('imp1'))?.revision).toBe(1)
  })

  it('has managers of the same file first, whichever line they are in', async () => {
    const { item, rows } = await importFile('username,manager\nsub,boss\nboss,\nlost,nobody\nx1,x2\nx2,x1\n')
    expect(rows.find(({ name }) => name === 'lost')?.message).toContain('no user “nobody”')
    expect((await account('sub'))?.manager?.username).toBe('boss')
    expect(item?.counts).toMatchObject({ new: 2 })
    // In a circle of new users nobody can be first.
    expect(rows.filter(({ name, result }) => name.startsWith('x') && result === 'refused').length).toBe(2)
  })

  it('sets user properties and finds users by a unique one', async () => {
    for (const [key, isUnique] of [
      ['staffNo', true],
      ['grade', false],
    ] as const)
      await keeper.call(userPropertyCalls.create, {
        body: { key, name: key, isUnique, type: key === 'grade' ? 'number' : 'text' },
      })
    await importFile('username,staffNo,grade\nprop1,S1,1.50\nprop2,S2,\n')
    const { body: values } = await keeper.call(userPropertyCalls.valuesOfUser, {
      params: { id: (await account('prop1'))?.id ?? '' },
    })
    expect(values.map(({ key, value }) => [key, value])).toContainEqual(['grade', '1.5'])
    const byKey = { key: 'property:staffNo' }
    const { rows } = await importFile('staffNo,last name,grade\ns1,Changed,1.50\nS9,Nobody,\n', byKey)
    expect(rows.map(({ result }) => result)).toEqual(['changed', 'refused'])
    expect(rows[0]?.changes.map(({ field }) => field)).toEqual(['lastName'])
    const { rows: others } = await importFile('username,staffNo,grade\nprop3,S2,\nprop4,S4,many\n')
    expect(others.map(({ result }) => result)).toEqual(['refused', 'refused'])
    expect(await account('prop3')).toBeNull()
    expect(await account('prop4')).toBeNull()
  })

  it('gives no role and no group whose rights the importer lacks, and changes no account with more rights', async () => {
    const administrator = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'] })
    const group = { key: 'chiefs', name: 'Chiefs', roles: ['RoleAdmin' as const] }
    expect((await administrator.call(groupCalls.create, { body: group })).status).toBe(200)
    await keeper.call(groupCalls.create, { body: { key: 'clerks', name: 'Clerks' } })
    const { rows } = await importFile(
      `username,roles,groups,first name\nevil1,RoleAdmin,,\nevil2,,chiefs,\nevil3,RoleFullAPI,,\n${administrator.user.username},,,Owned\n${keeper.user.username},RoleAdmin,,\ngood,RoleUser,Clerks,\nlost,,none,\n`,
    )
    expect(rows.map(({ name, result }) => `${name} ${result}`)).toEqual([
      'evil1 refused',
      'evil2 refused',
      'evil3 refused',
      `${administrator.user.username} refused`,
      `${keeper.user.username} refused`,
      'good new',
      'lost refused',
    ])
    for (const name of ['evil1', 'evil2', 'evil3']) expect(await account(name)).toBeNull()
    expect((await account('good'))?.groups.map(({ key }) => key)).toEqual(['clerks'])
    const { item } = await importFile('username,groups\nevil2,chiefs\n', {}, administrator)
    expect(item?.counts.new).toBe(1)
  })

  it('adds roles and groups, and takes none away', async () => {
    await importFile('username,roles\nadder,RoleUser\n')
    const { rows } = await importFile('username,roles\nadder,AdvRoleUser\n')
    expect(rows[0]?.changes).toEqual([{ field: 'roles', old: 'RoleUser', new: 'RoleUser, AdvRoleUser' }])
    expect((await account('adder'))?.roles).toEqual(['RoleUser', 'AdvRoleUser'])
  })

  it('refuses the row of a disabled account', async () => {
    await importFile('username\nleaver\n')
    const leaver = await account('leaver')
    await keeper.call(userAccountCalls.disable, { params: { id: leaver?.id ?? '' }, query: { deletedReason: 'Gone' } })
    const { item } = await upload('username,first name\nleaver,Back\n')
    await check(item)
    expect((await read(item.id)).rows[0]).toMatchObject({ result: 'refused' })
  })

  it('is refused with columns that contradict each other', async () => {
    const { item } = await upload('a,b\nx,y\n')
    const code = async (mapping: (string | null)[], key = 'username') => (await check(item, { mapping, key })).code
    expect(await code(['username'])).toBe('user-import.invalid')
    expect(await code(['username', 'username'])).toBe('user-import.invalid')
    expect(await code(['firstName', null])).toBe('user-import.invalid')
    expect(await code(['email', null], 'email')).toBe('user-import.invalid')
    expect(await code(['username', 'property:none'])).toBe('user-import.invalid')
    expect(await code(['username', 'password'])).toBe('request.invalid')
    expect((await keeper.call(calls.start, { params: item })).error.code).toBe('user-import.invalid')
  })

  it('is cancelled, and keeps what was imported', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `cancel${index}`).join('\n')
    const { item } = await upload(`username\n${lines}\n`)
    await check(item)
    await keeper.call(calls.start, { params: item })
    expect((await upload('username\nx\n')).code).toBe('batch.too-many')
    const [job] = (await claimAll(db, clock())).filter(({ kind }) => kind === 'user-import')
    if (job === undefined) throw new Error('Expected a job, but there is none.')
    await runClaimedJob({ runtime, services: {} as Services }, job)
    expect((await read(item.id)).item).toMatchObject({ state: 'importing', doneRows: 250 })
    await keeper.call(calls.cancel, { params: item })
    await work()
    expect((await read(item.id)).item).toMatchObject({ state: 'cancelled', counts: { new: 250 } })
    // What the check said of the others is not taken for what was done.
    expect((await read(item.id, { after: 240 })).rows.map(({ position }) => position)).toEqual([
      241, 242, 243, 244, 245, 246, 247, 248, 249, 250,
    ])
    expect([(await account('cancel0')) === null, (await account('cancel299')) === null]).toEqual([false, true])
  })

  it('that is cancelled while a row is imported reports that row and those written before, and imports no other', async () => {
    // Accounts of administrators are decided one by one, the others together before them.
    const administrator = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'] })
    for (const username of ['mid2', 'mid4']) await signIn({ username, roles: ['RoleAdmin'] })
    const { item } = await upload('username,last name\nmid1,New\nmid2,New\nmid3,New\nmid4,New\n', administrator)
    await check(item, {}, administrator)
    await administrator.call(calls.start, { params: item })
    const [job] = (await claimAll(db, clock())).filter(({ kind }) => kind === 'user-import')
    if (job === undefined) throw new Error('Expected a job, but there is none.')
    let isCancelled = false
    const cancelling: typeof db = {
      ...db,
      // When the second row is imported, and not noted yet.
      withTransaction: async (actor, run) => {
        const found = await db.withTransaction(actor, run)
        if (isCancelled || (await account('mid2'))?.lastName !== 'New') return found
        isCancelled = true
        await administrator.call(calls.cancel, { params: item })
        return found
      },
    }
    expect(await runClaimedJob({ runtime: { ...runtime, db: cancelling }, services: {} as Services }, job)).toBe('gone')
    const { item: ended, rows } = await read(item.id, {}, administrator)
    expect(ended).toMatchObject({
      state: 'cancelled',
      doneRows: 3,
      counts: { new: 2, changed: 1, same: 0, refused: 0 },
    })
    expect(rows.map(({ name, result }) => `${name} ${result}`)).toEqual(['mid1 new', 'mid2 changed', 'mid3 new'])
    expect((await account('mid4'))?.lastName).not.toBe('New')
  })

  it('that is cancelled before it begins has imported nothing', async () => {
    const { item } = await upload('username\nnever\n')
    await check(item)
    await keeper.call(calls.cancel, { params: item })
    const { item: ended, rows } = await read(item.id)
    expect([ended?.state, ended?.counts, rows]).toEqual(['cancelled', { new: 0, changed: 0, same: 0, refused: 0 }, []])
  })

  it('goes with its rows after a week, whether or not somebody imports again, but not while it is under way', async () => {
    const [waiting, working] = [await signIn({ roles: ['RoleUserAdmin'] }), await signIn({ roles: ['RoleUserAdmin'] })]
    const { item: draft } = await upload('username\nold1\n', waiting)
    const { item: busy } = await upload('username\nold2\n', working)
    await working.call(calls.check, { params: busy, body: { mapping: busy.mapping, key: 'username' } })
    const clear = (days: number) =>
      clearOldImports({ db, clock: () => new Date(clock().getTime() + days * 86_400_000) }, workplaceId)
    const isThere = async (item: UserImport, client: TestClient) =>
      (await client.call(calls.read, { query: { id: item.id } })).status === 200
    await clear(6.9)
    expect(await isThere(draft, waiting)).toBe(true)
    await clear(7.1)
    expect([await isThere(draft, waiting), await isThere(busy, working)]).toEqual([false, true])
    const { rows } = await admin.query('select cells from user_import_row where import_id = $1', [draft.id])
    expect(rows).toEqual([])
    await work()
  })

  it('has a report in which no cell is a formula', async () => {
    const { item } = await upload('username\n=HYPERLINK("http://x")\nok\n')
    await check(item)
    const { body } = await keeper.send({ url: `/api/users/import/${item.id}/report` })
    expect(body).toContain('Line,Key,Result,Changes,Reason\r\n')
    expect(body).toContain('"\'=HYPERLINK(""http://x"")",refused')
    expect(body).toContain('3,ok,new')
  })

  it('is done with the rights that its user has when a row comes to its turn', async () => {
    const leaving = await signIn({ roles: ['RoleUserAdmin'] })
    const { item } = await upload('username\nlate\n', leaving)
    await check(item, {}, leaving)
    await leaving.call(calls.start, { params: item })
    const other = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'] })
    await other.call(userAccountCalls.disable, { params: leaving.user, query: { deletedReason: 'Left' } })
    await work()
    expect(await account('late')).toBeNull()
  })
})
