import { createHash, randomUUID } from 'node:crypto'
import { createTestDatabase, createUser, createWorkplace } from '@millrace/server/testing'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { systemActor } from '../db/actor.ts'
import type { Statement } from '../db/batch.ts'
import type { Tx } from '../db/database.ts'
import { kysely } from '../db/kysely.ts'
import { refuse } from '../errors/refusal.ts'
import { listEntityHistory, listRevisionEntries, listRevisions } from './audit-queries.ts'

const { db, admin, connectionString, workplaceId } = await createTestDatabase()
const other = await createWorkplace(db)
const ada = { workplaceId, userId: 'ada', cause: 'PUT /api/test' }

const program = new pg.Client({ connectionString })
await program.connect()
afterAll(() => program.end())

const group = (key: string, name = key) => ({ workplace_id: workplaceId, id: randomUUID(), key, name })
const addGroup = (values: ReturnType<typeof group>) => kysely.insertInto('user_group').values(values)

/** The revisions that an action leaves in a workplace, each with its entries. */
async function revisionsOf(action: () => Promise<unknown>, place = workplaceId) {
  const [last] = await db.read({ workplaceId: place }, (tx) => listRevisions(tx, place, { limit: 1 }))
  await action()
  return db.read({ workplaceId: place }, async (tx) => {
    const all = await listRevisions(tx, place, { limit: 1000 })
    const found = []
    for (const revision of all.filter(({ number }) => number > (last?.number ?? 0)).reverse())
      found.push({
        ...revision,
        entries: await listRevisionEntries(tx, place, { revision: revision.number, limit: 1000 }),
      })
    return found
  })
}

async function entriesOf(action: (tx: Tx) => Promise<unknown>) {
  const revisions = await revisionsOf(() => db.withTransaction(ada, action))
  return revisions.flatMap(({ entries }) => entries)
}

describe('a change of an entity', () => {
  it('says who, when, by which call, and what it was before and after', async () => {
    const values = group('clerks', 'Clerks')
    const made = await revisionsOf(() => db.withTransaction(ada, (tx) => tx.query(addGroup(values))))
    expect(made).toMatchObject([
      {
        userId: 'ada',
        cause: 'PUT /api/test',
        entries: [{ entity: 'group', key: values.id, operation: 'insert', before: null }],
      },
    ])
    expect(made[0]?.entries[0]?.after).toMatchObject({
      id: values.id,
      key: 'clerks',
      name: 'Clerks',
      created_at: expect.any(String),
    })
    expect(Math.abs(Date.now() - Number(made[0]?.at))).toBeLessThan(60_000)

    const change = kysely.updateTable('user_group').set({ name: 'Officers', type: 'WORK' }).where('id', '=', values.id)
    expect(await entriesOf((tx) => tx.query(change))).toMatchObject([
      {
        operation: 'update',
        before: { name: 'Clerks', type: null },
        after: { name: 'Officers', type: 'WORK' },
      },
    ])
    const removed = await entriesOf((tx) => tx.query(kysely.deleteFrom('user_group').where('id', '=', values.id)))
    expect(removed).toMatchObject([{ operation: 'delete', before: { name: 'Officers', type: 'WORK' }, after: null }])
  })

  it('reports the server itself that nobody asked', async () => {
    const work = () =>
      db.withTransaction(systemActor(workplaceId, 'start'), (tx) => tx.query(addGroup(group('nobody'))))
    expect(await revisionsOf(work)).toMatchObject([{ userId: null, cause: 'start' }])
  })

  it('is seen also when somebody comes around the server', async () => {
    const work = () =>
      admin.query(
        `insert into user_group (workplace_id, id, key, name) values ($1, gen_random_uuid(), 'by hand', 'x')`,
        [workplaceId],
      )
    expect(await revisionsOf(work)).toMatchObject([{ userId: null, cause: null, entries: [{ entity: 'group' }] }])
  })

  it('is one revision with all others of its transaction, in their order', async () => {
    const user = await createUser(db, { workplaceId, roles: [] })
    const values = group('together')
    const revisions = await revisionsOf(() =>
      db.withTransaction(ada, async (tx) => {
        await tx.query(addGroup(values))
        await tx.query(
          kysely
            .insertInto('group_member')
            .values({ workplace_id: workplaceId, group_id: values.id, user_id: user.id }),
        )
        await tx.query(kysely.deleteFrom('app_user').where('id', '=', user.id))
      }),
    )
    expect(revisions).toHaveLength(1)
    expect(revisions[0]?.entries.map(({ operation, entity, key }) => [operation, entity, key])).toEqual([
      ['insert', 'group', values.id],
      ['insert', 'group-member', `${values.id}/${user.id}`],
      ['delete', 'user', user.id],
      ['delete', 'group-member', `${values.id}/${user.id}`],
    ])
  })

  it('is nothing when it changes nothing, or only what does not count', async () => {
    const user = await createUser(db, { workplaceId })
    const set = (values: object) => kysely.updateTable('app_user').set(values).where('id', '=', user.id)
    expect(await entriesOf((tx) => tx.query(set({ first_name: 'Ada' })))).toEqual([])
    const signedIn = { last_login_at: new Date(), updated_at: new Date(), updated_by: 'ada' }
    expect(await entriesOf((tx) => tx.query(set(signedIn)))).toEqual([])
    const locked = { status: 'locked', locked_until: new Date('2031-01-01T00:00:00Z') }
    expect(await entriesOf((tx) => tx.query(set(locked)))).toMatchObject([
      {
        before: { status: 'enabled', locked_until: null },
        after: { status: 'locked', locked_until: '2031-01-01T00:00:00+00:00' },
      },
    ])
  })

  it('leaves nothing when it is undone, and its number to the next one', async () => {
    const failing: Statement = { name: 'test_failing', text: 'select 1 / $1::int', values: [0] }
    const revisions = await revisionsOf(async () => {
      await db.withTransaction(ada, (tx) => tx.query(addGroup(group('before'))))
      const thrown = db.withTransaction(ada, async (tx) => {
        await tx.query(addGroup(group('thrown')))
        throw new Error('no')
      })
      await expect(thrown).rejects.toThrow('no')
      await db.withTransaction(ada, async (tx) => {
        await tx.query(addGroup(group('refused')))
        return refuse('thing.not-found', 'Expected something else.')
      })
      const failed = db.withTransaction(ada, async (tx) => {
        await tx.query(addGroup(group('failed')))
        await tx.commit([failing])
      })
      await expect(failed).rejects.toThrow('division by zero')
      await db.withTransaction(ada, (tx) => tx.query(addGroup(group('after'))))
    })
    expect(revisions.map(({ entries }) => entries.map(({ after }) => after?.key))).toEqual([['before'], ['after']])
    expect(Number(revisions[1]?.number) - Number(revisions[0]?.number)).toBe(1)
  })
})

describe('what an entry holds', () => {
  const setting = (key: string, value: unknown) =>
    kysely.insertInto('setting').values({ workplace_id: workplaceId, key, value: JSON.stringify(value) })

  it('says of a secret only that it is there, and that it has changed', async () => {
    const made = await entriesOf((tx) =>
      tx.query(
        kysely
          .insertInto('app_user')
          .values({ workplace_id: workplaceId, id: randomUUID(), username: 'keeper', password_hash: 'SECRET-1' }),
      ),
    )
    expect(made).toMatchObject([{ after: { username: 'keeper', password_hash: { hidden: true } } }])
    const change = kysely.updateTable('app_user').set({ password_hash: 'SECRET-2' }).where('username', '=', 'keeper')
    expect(await entriesOf((tx) => tx.query(change))).toMatchObject([
      { before: { password_hash: { hidden: true } }, after: { password_hash: { hidden: true } } },
    ])
    await entriesOf((tx) => tx.query(setting('captcha.secret', 'SECRET-3')))
    await entriesOf((tx) => tx.query(setting('licence.key', 'SECRET-4')))
    const token = Buffer.from('SECRET-5')
    const { id } = await createUser(db, { workplaceId })
    await entriesOf((tx) =>
      tx.query(
        kysely.insertInto('api_token').values({
          workplace_id: workplaceId,
          id: randomUUID(),
          user_id: id,
          name: 'ci',
          token_hash: token,
          expires_at: '2999-01-01T00:00:00Z',
          scopes: ['work'],
        }),
      ),
    )
    const { rows } = await admin.query(
      `select coalesce(before::text, '') || coalesce(after::text, '') as text from audit_entry`,
    )
    const all = rows.map(({ text }) => text).join('\n')
    expect(all).toContain('keeper')
    expect(all).not.toContain('SECRET')
    expect(all).not.toContain(token.toString('hex'))
    expect(all).not.toContain(createHash('sha256').update(token).digest('hex'))
  })

  it('shows settings that are no secrets', async () => {
    expect(await entriesOf((tx) => tx.query(setting('password.minimumLength', 12)))).toMatchObject([
      { entity: 'setting', key: 'password.minimumLength', after: { value: 12 } },
    ])
  })

  it('has of a file, and of a long text, the size and a digest', async () => {
    const bytes = Buffer.alloc(5_000_000, 7)
    const deployment = { workplace_id: workplaceId, id: randomUUID(), deployed_at: new Date() }
    const file = { workplace_id: workplaceId, deployment_id: deployment.id, id: randomUUID(), name: 'a.bin', bytes }
    const text = 'x'.repeat(100_000)
    const binding = {
      workplace_id: workplaceId,
      name: 'long',
      kind: 'script',
      language: 'javascript',
      text,
      changed_at: new Date(),
    }
    const entries = await entriesOf((tx) =>
      tx.queries(
        kysely.insertInto('deployment').values(deployment),
        kysely.insertInto('deployment_resource').values(file),
        kysely.insertInto('java_binding').values(binding),
      ),
    )
    const digest = (of: Buffer | string) => createHash('sha256').update(of).digest('hex')
    expect(entries[1]?.after?.bytes).toEqual({ size: 5_000_000, sha256: digest(bytes) })
    expect(entries[2]?.after?.text).toEqual({ size: 100_002, sha256: digest(JSON.stringify(text)) })
  })

  it.each([
    `it's "quoted" \\ \\\\ \t\n`,
    `'); drop table audit_entry; --`,
    '%s %I $1 {0} ${x} \\u0000',
    '𝕬udit 🙈 \u202ertl',
    'key/with%slash',
    'long'.repeat(3000),
  ])('takes any text as it is: %j', async (text) => {
    const entries = await entriesOf((tx) =>
      tx.query(kysely.insertInto('tenant').values({ workplace_id: workplaceId, id: text.slice(0, 600), name: text })),
    )
    expect(entries).toMatchObject([{ entity: 'tenant', after: { id: text.slice(0, 600), name: text } }])
    const history = await db.read(ada, (tx) =>
      listEntityHistory(tx, workplaceId, { entity: 'tenant', key: text.slice(0, 600), limit: 10 }),
    )
    expect(history).toMatchObject([{ userId: 'ada', cause: 'PUT /api/test', after: { name: text } }])
  })

  it('is not there for a text that PostgreSQL cannot store', async () => {
    const work = () => db.withTransaction(ada, (tx) => tx.query(addGroup(group('nul', 'a\u0000b'))))
    expect(await revisionsOf(() => expect(work()).rejects.toThrow('0x00'))).toEqual([])
  })
})

describe('revisions', () => {
  it('of transactions at the same time have different numbers, without gaps, in the order of their time', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `busy ${index}`)
    const revisions = await revisionsOf(() =>
      Promise.all(names.map((name) => db.withTransaction(ada, (tx) => tx.query(addGroup(group(name)))))),
    )
    expect(revisions).toHaveLength(60)
    const first = revisions[0]?.number ?? 0
    expect(revisions.map(({ number }) => number)).toEqual(names.map((_, index) => first + index))
    expect(revisions.map(({ entries }) => entries[0]?.after?.key).toSorted()).toEqual(names.toSorted())
    const times = revisions.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('do not make a transaction wait for another one that is at work', async () => {
    const revisions = await revisionsOf(() =>
      db.withTransaction(ada, async (slow) => {
        await slow.query(addGroup(group('slow')))
        await db.withTransaction(ada, (quick) => quick.query(addGroup(group('quick'))))
      }),
    )
    expect(revisions.map(({ entries }) => entries[0]?.after?.key)).toEqual(['quick', 'slow'])
  })

  it('begin with 1 in each workplace, which sees its own alone', async () => {
    const place = await createWorkplace(db)
    const values = { ...group('theirs'), workplace_id: place }
    const made = await revisionsOf(
      () => db.withTransaction({ ...ada, workplaceId: place }, (tx) => tx.query(addGroup(values))),
      place,
    )
    expect(made.map(({ number }) => number)).toEqual([2])
    const [all, seen] = await db.read({ workplaceId: place }, (tx) =>
      tx.queries<[{ workplace_id: string }, { workplace_id: string }]>(
        kysely.selectFrom('audit_revision').select('workplace_id'),
        kysely.selectFrom('audit_entry').select('workplace_id'),
      ),
    )
    expect([all.length, seen.length]).toEqual([2, 2])
    expect(new Set([...all, ...seen].map(({ workplace_id }) => workplace_id))).toEqual(new Set([place]))
  })

  it('are read page by page, and so is the history of an entity', async () => {
    const values = group('paged')
    await db.withTransaction(ada, (tx) => tx.query(addGroup(values)))
    for (const name of ['a', 'b', 'c'])
      await db.withTransaction(ada, (tx) =>
        tx.query(kysely.updateTable('user_group').set({ name }).where('id', '=', values.id)),
      )
    await db.read(ada, async (tx) => {
      const [first, second] = await listRevisions(tx, workplaceId, { limit: 2 })
      const [third] = await listRevisions(tx, workplaceId, { before: second?.number ?? 0, limit: 1 })
      expect([first, second, third].map((revision) => revision?.number)).toEqual(
        [0, 1, 2].map((back) => (first?.number ?? 0) - back),
      )
      const asked = { entity: 'group', key: values.id, limit: 3 }
      const page = await listEntityHistory(tx, workplaceId, asked)
      expect(page.map(({ after }) => after?.name)).toEqual(['c', 'b', 'a'])
      const [, , last] = page
      if (last === undefined) throw new Error('no page')
      const rest = await listEntityHistory(tx, workplaceId, { ...asked, before: last })
      expect(rest.map(({ operation }) => operation)).toEqual(['insert'])
    })
  })

  it('are found by indexes in the order in which they are shown', async () => {
    const client = await admin.connect()
    try {
      await client.query('set enable_seqscan = off')
      const planOf = async (sql: string) =>
        (await client.query(`explain ${sql}`)).rows.map((row) => row['QUERY PLAN']).join('\n')
      for (const sql of [
        `select * from audit_revision where workplace_id = '${workplaceId}' and number < 9 order by number desc limit 20`,
        `select * from audit_entry where workplace_id = '${workplaceId}' and revision = 9 order by id limit 20`,
        `select * from audit_entry where workplace_id = '${workplaceId}' and entity = 'user' and (revision, id) < (9, '${randomUUID()}') order by revision desc, id desc limit 20`,
        `select * from audit_entry where workplace_id = '${workplaceId}' and entity = 'user' and key = 'x' order by revision desc, id desc limit 20`,
      ])
        expect(await planOf(sql)).not.toMatch(/Sort|Seq Scan|Bitmap/)
    } finally {
      client.release(true)
    }
  })
})

describe('the audit', () => {
  it.each(['audit_revision', 'audit_entry', 'audit_counter'])('%s can be changed by nobody', async (table) => {
    const { rows } = await admin.query(
      'select relname as name from pg_class where relname like $1 and relkind in ($2, $3)',
      [`${table}%`, 'r', 'p'],
    )
    expect(rows.length).toBeGreaterThan(table === 'audit_counter' ? 0 : 1)
    for (const { name } of rows)
      for (const client of [program, admin])
        for (const action of [`update ${name} set at = now()`, `delete from ${name}`, `truncate ${name}`])
          await expect(inWorkplace(client, action)).rejects.toThrow('Expected the audit to be added to only')
  })

  it.each(['audit_revision', 'audit_entry', 'audit_counter'])('%s is written by triggers alone', async (table) => {
    for (const name of table === 'audit_counter' ? [table] : [table, `${table}_default`])
      await expect(
        inWorkplace(
          program,
          `insert into ${name} select * from ${table} where workplace_id = '${workplaceId}' limit 1`,
        ),
      ).rejects.toThrow('row-level security')
  })

  it('keeps its months apart, and takes those that came before their month was created', async () => {
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    const count = async () => (await admin.query('select count(*)::int from audit_entry')).rows[0].count
    const before = await count()
    expect((await admin.query('select count(*)::int from audit_entry_default')).rows[0].count).toBe(before)
    await inWorkplace(program, 'select millrace_make_history_partitions(now()::date)')
    await db.withTransaction(ada, (tx) => tx.query(addGroup(group('monthly'))))
    expect((await admin.query(`select count(*)::int from audit_entry_${month}`)).rows[0].count).toBe(before + 1)
    expect((await admin.query('select count(*)::int from audit_entry_default')).rows[0].count).toBe(0)
    await expect(inWorkplace(program, `delete from audit_entry_${month}`)).rejects.toThrow('added to only')
    await expect(inWorkplace(program, 'delete from audit_entry_default')).rejects.toThrow('added to only')
    const [seen] = await db.read({ workplaceId: other }, (tx) =>
      tx.batch([{ name: 'test_month', text: `select * from audit_entry_${month} where entity = 'group'`, values: [] }]),
    )
    expect(seen).toEqual([])
  })

  it('knows of every table which columns are files, and keeps those secret that sound so', async () => {
    const { rows } = await admin.query<{
      name: string
      columns: string[]
      files: string
      secrets: string
      found: string
    }>(
      `select c.relname as name, split_part(encode(tgargs, 'escape'), '\\000', 3) as secrets, split_part(encode(tgargs, 'escape'), '\\000', 6) as files,
         array(select attname::text from pg_attribute a where a.attrelid = c.oid and atttypid = 'bytea'::regtype and not attisdropped)::text as found,
         array(select attname::text from pg_attribute a where a.attrelid = c.oid and attnum > 0 and attname ~ 'password|secret|token|hash|seal' and attname !~ '^(must|is)_|_at$') as columns
       from pg_trigger t join pg_class c on c.oid = t.tgrelid where tgname = 'audit' order by 1`,
    )
    for (const { name, columns, files, secrets, found } of rows) {
      expect([name, files]).toEqual([name, found])
      expect([name, columns]).toEqual([name, columns.filter((column) => secrets.includes(column))])
    }
    expect(rows.filter(({ files }) => files !== '{}').map(({ name }) => name)).toEqual([
      'api_token',
      'audit_stub',
      'deployment_resource',
      'directory',
      'external_connection',
      'external_listener',
      'form_link',
      'global_property',
      'move_in',
      'package_import',
      'package_source',
      'second_factor',
      'site_picture',
    ])
    expect(rows.filter(({ secrets }) => secrets !== '{}').map(({ name }) => name)).toEqual([
      'api_token',
      'app_user',
      'audit_erasure',
      'directory',
      'external_connection',
      'external_listener',
      'form_link',
      'global_property',
      'move_in',
      'package_import',
      'package_source',
      'recovery_codes',
      'second_factor',
      'setting',
    ])
  })

  it('is made of every table with a workplace, but those that say why not', async () => {
    const { rows } = await admin.query(
      `select c.relname as name, obj_description(c.oid) as description, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit') as "isAudited"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workplace_id'
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
    )
    const isDeclared = (row: { description: string | null; isAudited: boolean }) =>
      row.isAudited !== (row.description?.startsWith('Not audited: ') === true)
    expect(
      rows.filter((row) => !isDeclared(row)).map(({ name }) => name),
      'Expected a migration to say millrace_audit(…) of these, or millrace_leave_unaudited(why, …).',
    ).toEqual([])
    expect(rows.filter(({ isAudited }) => isAudited).length).toBeGreaterThan(20)
  })
})

/** Runs a statement alone in a transaction of the workplace, and keeps it. */
async function inWorkplace(client: Pick<pg.Client, 'query'>, sql: string): Promise<unknown> {
  return client.query(`select set_config('app.workplace', '${workplaceId}', false); ${sql}`)
}
