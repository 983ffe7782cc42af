import { randomUUID } from 'node:crypto'
import { api, userErasureCalls as calls, directoryCalls, userAccountCalls } from '@millrace/contract'
import { createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { namedColumns } from './named-columns.ts'
import { listParts } from './parts-of-tables.ts'

const { anonymous, signIn, db, admin, workplaceId } = await createTestApp()
const chief = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'], username: 'chief' })

// As maintenance creates them: the months of two instants.
const months = [new Date(), new Date(Date.now() + 35 * 86_400_000)]
for (const month of months)
  await db.pool.query('select millrace_make_history_partitions($1::timestamptz::date)', [month])

const disable = (id: string) =>
  chief.call(userAccountCalls.disable, { params: { id }, query: { deletedReason: 'Left' } })
const erase = (id: string, username: string, by = chief) => by.call(calls.erase, { params: { id }, body: { username } })

describe('the erasure of a user', () => {
  it('is for administrators', async () => {
    const ada = await createUser(db, { workplaceId })
    const params = { id: ada.id }
    const keeper = await signIn({ roles: ['RoleUserAdmin'] })
    for (const by of [anonymous(), keeper]) {
      expect([401, 403]).toContain((await by.call(calls.count, { params })).status)
      expect([401, 403]).toContain((await by.call(calls.erase, { params, body: { username: ada.username } })).status)
    }
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await elsewhere.call(calls.count, { params })).error.code).toBe('thing.not-found')
    expect((await erase(ada.id, ada.username, elsewhere)).error.code).toBe('thing.not-found')
    expect((await erase('nobody', 'nobody')).error.code).toBe('thing.not-found')
  })

  it('waits until the user is disabled and has no work, and for the name as a confirmation', async () => {
    const ada = await createUser(db, { workplaceId })
    expect((await chief.call(calls.count, { params: { id: ada.id } })).body.obstacles).toEqual([
      { kind: 'enabled', count: 1 },
    ])
    expect((await erase(ada.id, ada.username)).error.code).toBe('user.has-work')
    await disable(ada.id)
    const { error } = await erase(ada.id, ada.username.toUpperCase())
    expect([error.code, error.details?.[0]?.where]).toEqual(['user.not-confirmed', 'username'])
    expect((await erase(ada.id, ada.username)).status).toBe(200)
    expect((await erase(ada.id, ada.username)).error.code).toBe('thing.not-found')
  })

  it('replaces the name where it was counted, and nowhere else', async () => {
    const [ada, bob] = [await createUser(db, { workplaceId }), await createUser(db, { workplaceId })]
    for (const { username } of [ada, bob]) {
      await admin.query(
        `insert into role_description (workplace_id, role, description, updated_at, updated_by) values ($1, $2, '', now(), $2)`,
        [workplaceId, username],
      )
      await admin.query(
        `insert into instance_listing (workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_name, title_key)
          values ($1, 's:' || $2::text, now(), gen_random_uuid(), now(), false, gen_random_uuid(), '', '')`,
        [workplaceId, username],
      )
    }
    await disable(ada.id)
    const { body: counted } = await chief.call(calls.count, { params: { id: ada.id } })
    expect([counted.username, counted.counts.records]).toEqual([ada.username, 1])
    const { body } = await erase(ada.id, ada.username)
    expect(body.replaced).toBe(Object.values(counted.counts).reduce((sum, one) => sum + one, 0))
    const { rows } = await admin.query(
      `select role, updated_by from role_description where role = any($1) order by role = $2`,
      [[ada.username, bob.username], bob.username],
    )
    expect(rows.map(({ updated_by }) => updated_by)).toEqual([body.pseudonym, bob.username])
    const listed = await admin.query('select reader from instance_listing where workplace_id = $1', [workplaceId])
    expect(listed.rows).toEqual([{ reader: `s:${bob.username}` }])
  })

  it('replaces the name in each month of history, and in what is older than all of them', async () => {
    const [ada, bob] = [await createUser(db, { workplaceId }), await createUser(db, { workplaceId })]
    for (const { username } of [ada, bob])
      for (const at of [new Date('2001-02-03'), ...months])
        await admin.query(
          `insert into history_fact (workplace_id, instance_id, id, at, kind, user_id, data)
            values ($1, gen_random_uuid(), gen_random_uuid(), $2, 'task-changed', $3, jsonb_build_object('assignee', $3::text))`,
          [workplaceId, at, username],
        )
    await disable(ada.id)
    const { body: counted } = await chief.call(calls.count, { params: { id: ada.id } })
    expect([counted.counts.tasks, counted.counts.operations]).toEqual([3, 3])
    const { body } = await erase(ada.id, ada.username)
    const { rows } = await admin.query(
      `select user_id as name, data ->> 'assignee' as assignee, count(*)::int, count(distinct tableoid)::int as months from history_fact
        where workplace_id = $1 and user_id = any($2) group by 1, 2 order by user_id = $3`,
      [workplaceId, [ada.username, body.pseudonym, bob.username], bob.username],
    )
    const all = { count: 3, months: 3 }
    expect(rows).toEqual([
      { name: body.pseudonym, assignee: body.pseudonym, ...all },
      { name: bob.username, assignee: bob.username, ...all },
    ])
  })

  it('leaves no rows about the user in runs of directories, and those of others', async () => {
    const [ada, bob] = [await createUser(db, { workplaceId }), await createUser(db, { workplaceId })]
    const { body: directory } = await chief.call(directoryCalls.create, { body: { name: 'Main' } })
    const run = randomUUID()
    await admin.query(
      `insert into directory_run (workplace_id, id, directory_id, state, is_dry_run, started_at, started_by) values ($1, $2, $3, 'done', false, now(), $4)`,
      [workplaceId, run, directory.id, ada.username],
    )
    for (const [position, { id, username }] of [ada, bob].entries()) {
      await admin.query(
        `insert into directory_user (workplace_id, directory_id, user_id, entry_key, dn, is_present) values ($1, $2, $3, $4, '', true)`,
        [workplaceId, directory.id, id, `key of ${username}`],
      )
      await admin.query(
        `insert into directory_run_row (workplace_id, run_id, position, kind, entry_key, dn, name, data) values ($1, $2, $3, 'user', $4, '', $5, '{}')`,
        [workplaceId, run, position, `key of ${username}`, username],
      )
    }
    await disable(ada.id)
    const { body } = await erase(ada.id, ada.username)
    const { rows } = await admin.query('select name from directory_run_row where run_id = $1', [run])
    expect(rows).toEqual([{ name: bob.username }])
    const { rows: runs } = await admin.query('select started_by from directory_run where id = $1', [run])
    expect(runs).toEqual([{ started_by: body.pseudonym }])
  })

  it('leaves neither values nor the name in the audit, and nothing that leads from the new name to the old one', async () => {
    const ada = await signIn({ roles: ['RoleUserAdmin'], username: 'ada-lovelace' })
    expect((await ada.call(api.groups.create, { body: { key: 'looms', name: 'Looms' } })).status).toBe(200)
    await admin.query(
      `insert into sso_identity (workplace_id, user_id, issuer, subject) values ($1, $2, 'https://login.test', 'ada-at-login')`,
      [workplaceId, ada.user.id],
    )
    await admin.query(
      `insert into scim_identity (workplace_id, kind, subject_id, external_id) values ($1, 'user', $2, 'ada-at-scim')`,
      [workplaceId, ada.user.id],
    )
    await admin.query(`insert into tenant (workplace_id, id) values ($1, 'north')`, [workplaceId])
    await admin.query(
      `insert into tenant_member (workplace_id, tenant_id, user_id) values ($1, 'north', 'ada-lovelace')`,
      [workplaceId],
    )
    await disable(ada.user.id)
    const { body } = await erase(ada.user.id, 'ada-lovelace')
    expect((await admin.query('select from scim_identity where subject_id = $1', [ada.user.id])).rows).toEqual([])
    const { rows: authors } = await admin.query(
      `select distinct user_id from audit_revision where workplace_id = $1 and user_id in ('ada-lovelace', $2)`,
      [workplaceId, body.pseudonym],
    )
    expect(authors).toEqual([{ user_id: body.pseudonym }])
    const { rows: entries } = await admin.query(
      `select e.entity, e.key, e.before, e.after from audit_entry e where workplace_id = $1
        and concat(e.key, e.before, e.after, e.label, e.label_key) ~ 'ada-at-login|ada-lovelace' and not (e.entity = 'group' and e.operation = 'insert')`,
      [workplaceId],
    )
    expect(entries).toEqual([])
    const { rows: linked } = await admin.query(
      `select from audit_entry e where workplace_id = $1 and concat(e.before, e.after) like '%ada-lovelace%' and concat(e.before, e.after) like '%erased-%'`,
      [workplaceId],
    )
    expect(linked).toEqual([])
  })
})

it('reads each table in parts of a month, which stay as they are until a change ends', async () => {
  const names = ['history_fact', 'app_user']
  const actor = { workplaceId, userId: 'chief', cause: 'test' }
  await db.withTransaction(actor, async (tx) => {
    const partsOf = await listParts(tx, names, 'change')
    expect(partsOf('app_user')).toEqual(['app_user'])
    expect(partsOf('history_fact')).toEqual(expect.arrayContaining(['history_fact_default']))
    expect(partsOf('history_fact')).not.toContain('history_fact')
    for (const part of partsOf('history_fact'))
      await expect(admin.query(`do $$ begin lock table ${part} in share mode nowait; end $$`)).rejects.toThrow(
        'could not obtain lock',
      )
  })
  await db.read({ workplaceId }, async (tx) => {
    const partsOf = await listParts(tx, names, 'read')
    expect(partsOf('history_fact').length).toBeGreaterThan(2)
  })
})

it('locks the tables for a change in the order in which the months of history are made', async () => {
  const { rows } = await admin.query<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'millrace_make_history_partitions'`,
  )
  const made = [...(/array\[([^\]]+)\]\) parent/.exec(rows[0]?.source ?? '')?.[1] ?? '').matchAll(/\w+/g)].map(
    ([table]) => table,
  )
  const named = [...new Set(namedColumns.map(({ table }) => table))]
  const both = made.filter((table) => named.includes(table))
  expect(both.length).toBeGreaterThan(3)
  expect(named.filter((table) => made.includes(table))).toEqual(both)

  const actor = { workplaceId, userId: 'chief', cause: 'test' }
  const holder = await admin.connect()
  try {
    await holder.query('begin')
    await holder.query(`lock table ${both[0]} in access exclusive mode`)
    const locking = db.withTransaction(actor, (tx) => listParts(tx, named, 'change'))
    locking.catch(() => {})
    await expect
      .poll(
        async () =>
          (await admin.query('select from pg_locks where relation = $1::regclass and not granted', [both[0]])).rowCount,
      )
      .toBe(1)
    // In another order, each would have what the other waits for.
    for (const table of both.slice(1)) await holder.query(`lock table ${table} in access exclusive mode nowait`)
    await holder.query('rollback')
    await locking
  } finally {
    holder.release(true)
  }
})

/** Names of users in columns that need no replacement. */
const others: Readonly<Record<string, string>> = {
  'app_user.username': 'is deleted with the account',
  'app_user.username_key': 'is deleted with the account',
  'audit_revision.user_id': 'is replaced by the trigger of audit_erasure',
  'design_lock.username': 'ends with the session',
  'emergency_sign_in.username': 'a part of the audit',
  'instance.start_user_id': 'no instance is running when a user is erased',
  'root.start_user_id': 'no instance is running when a user is erased',
  'job.locked_by': 'a worker, and no user',
  'process_favourite.username': 'is deleted with the account',
  'move_in.username': 'a user of another database',
  'task.assignee': 'no task is open when a user is erased',
  'task.owner': 'no task is open when a user is erased',
  'task_link.user_id': 'no task is open when a user is erased',
  'task_viewer.username': 'no task is open when a user is erased',
  'tenant_member.user_id': 'is deleted with the account',
  'user_authorization.user_id': 'is deleted with the account',
  'user_import_row.username': 'is deleted with the import',
}

it('knows every column of the database that names a user', async () => {
  const { rows } = await admin.query(`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.atttypid = 'text'::regtype and exists (select from pg_attribute w where w.attrelid = c.oid and w.attname = 'workplace_id')
      and (a.attname ~ '_by$' or a.attname in ('user_id', 'username', 'username_key', 'assignee', 'owner', 'start_user_id'))`)
  const known = new Set([...namedColumns.map(({ table, column }) => `${table}.${column}`), ...Object.keys(others)])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  const all = await admin.query(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const columns = new Set(all.rows.map(({ name }) => name))
  expect([...known].filter((name) => !columns.has(name))).toEqual([])
})
