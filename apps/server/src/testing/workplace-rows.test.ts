import { createTestDatabase, createUser, createWorkplace } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { changedTables, openWorkplaceRows } from './workplace-rows.ts'
import { readWrites } from './written-tables.ts'

const { db, admin, workplaceId } = await createTestDatabase()

it('sees a row that comes, changes, changes places with another, or goes, and nothing else', async () => {
  const { read } = await openWorkplaceRows(admin, { without: ['last_login_at', 'last_login_key'] })
  const steps: readonly [string, readonly string[], () => Promise<unknown>][] = [
    ['nothing', [], async () => null],
    [
      'a user',
      ['app_user', 'audit_counter', 'audit_entry', 'audit_revision', 'search_gram', 'user_role'],
      () => createUser(db, { workplaceId, username: 'ada' }),
    ],
    ['nothing after it', [], async () => null],
    ['a change', ['app_user'], () => write(`update app_user set first_name = 'Bea'`)],
    ['a column that is left out', [], () => write('update app_user set last_login_at = now()')],
    [
      'one row for another',
      ['user_role'],
      () =>
        write(`with gone as (delete from user_role returning *)
        insert into user_role (workplace_id, user_id, role) select workplace_id, user_id, 'RoleAdmin' from gone`),
    ],
    ['a row that goes', ['user_role'], () => write('delete from user_role')],
    ['rows of a table in parts', ['audit_entry'], () => write('delete from audit_entry')],
  ]
  let before = await read(workplaceId)
  for (const [what, tables, step] of steps) {
    await step()
    const after = await read(workplaceId)
    expect([what, [...changedTables(before, after)].toSorted()]).toEqual([what, tables])
    before = after
  }
})

it('asks no table what it has counted while nothing is written', async () => {
  const before = await readWrites(admin)
  expect(await readWrites(admin)).toBe(before)
  await write('delete from app_user')
  expect(await readWrites(admin)).not.toBe(before)
})

it('takes whatever others are writing for written', async () => {
  await createUser(db, { workplaceId, username: 'eve' })
  const client = await admin.connect()
  try {
    await client.query('begin; delete from user_role')
    const [before, after] = [await readWrites(admin), await readWrites(admin)]
    const others = [...after].filter(([name, version]) => version !== before.get(name))
    expect(others.map(([name]) => name)).toEqual(['user_role'])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

it('takes back rows that came, changed or went in a copy, and knows them without reading', async () => {
  // The workplace is named by a user, so users are copied as text, and members of groups by their keys.
  await createUser(db, { workplaceId, username: 'mia', firstName: workplaceId, groups: ['cooks'] })
  const copy = { from: workplaceId, to: await createWorkplace(db), marker: 'no such word', replacement: 'no such word' }
  const { read, copy: make, undo } = await openWorkplaceRows(admin)
  await make(copy)
  const before = await read(copy.to)
  expect(before.get('app_user')).not.toEqual([])
  const inCopy = `workplace_id = '${copy.to}'`
  await write(`update app_user set first_name = 'Bea' where ${inCopy} and username = 'mia'`)
  await write(`delete from group_member where ${inCopy}`)
  await write(`update user_group set name = 'Others' where ${inCopy}`)
  await createUser(db, { workplaceId: copy.to, username: 'new-one', groups: ['cooks', 'waiters'] })
  const after = await read(copy.to)
  expect(changedTables(before, after).size).toBeGreaterThan(3)
  await undo(copy, { before, after })
  expect((await read(copy.to)).get('app_user')).toBe(before.get('app_user'))
  expect(changedTables(before, await (await openWorkplaceRows(admin)).read(copy.to))).toEqual(new Set())
})

/** Without triggers, so that only this is written. */
function write(statement: string): Promise<unknown> {
  return admin.query(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`)
}
