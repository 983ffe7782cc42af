import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, createUser } from '@millrace/server/testing'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runAuditMain } from './audit-main.ts'
import { cleanAudit } from './operations/audit/clean-audit.ts'
import { eraseFromAuditStatement } from './operations/audit/erase-from-audit.ts'
import { readHead } from './operations/audit/read-heads.ts'
import { createInstallationKey } from './platform/auth/installation-key.ts'
import { systemActor } from './platform/db/actor.ts'

const { db, admin, connectionString, workplaceId } = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'millrace-audit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const secret = 'the secret of a test, long enough for one'
const env = { DATABASE_URL: connectionString, MILLRACE_DATA: folder, MILLRACE_SECRET: secret }

async function audit(...args: string[]) {
  const lines: string[] = []
  const code = await runAuditMain(args, { print: (line) => lines.push(line), env, now: () => new Date() })
  return { code, text: lines.join('\n') }
}

/** Changes a user, as one revision with as many entries as users. */
const change = (names: readonly string[], word: string, userId: string | null = null) =>
  db.withTransaction({ ...systemActor(workplaceId, 'PUT /api/users'), userId }, (tx) =>
    tx.commit(
      names.map((name) => ({
        name: 'change_user',
        text: 'update app_user set first_name = $2 where username = $1',
        values: [name, word],
      })),
    ),
  )

const rosa = await createUser(db, { workplaceId, username: 'rosa', firstName: 'Rosa' })
await createUser(db, { workplaceId, username: 'adam', firstName: 'Adam' })
for (const word of ['one', 'two', 'three']) await change(['rosa', 'adam'], word, 'adam')

/** Does as a superuser what triggers refuse, and puts the tables back afterwards. */
async function tamper(sql: string) {
  const client = await admin.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query('create table if not exists kept_entry as select * from audit_entry')
  await client.query('create table if not exists kept_revision as select * from audit_revision')
  await client.query('create table if not exists kept_counter as select * from audit_counter')
  await client.query(sql)
  await client.query('commit')
  client.release()
}
afterEach(async () => {
  const { rows } = await admin.query(`select to_regclass('kept_entry') as there`)
  if (rows[0].there === null) return
  const client: pg.PoolClient = await admin.connect()
  await client.query(`begin; set local session_replication_role = replica;
    delete from audit_entry; insert into audit_entry select * from kept_entry;
    delete from audit_revision; insert into audit_revision select * from kept_revision;
    delete from audit_counter; insert into audit_counter select * from kept_counter;
    drop table kept_entry, kept_revision, kept_counter; commit`)
  client.release()
})
const last = async () =>
  Number((await admin.query('select number from audit_counter where workplace_id = $1', [workplaceId])).rows[0].number)

describe('the chain of the audit', () => {
  it('is whole as the server writes it', async () => {
    const { code, text } = await audit('verify')
    expect(text).toMatch(/default: \d+ revisions with \d+ entries are as they were written\.\nThe platform: /)
    expect(code).toBe(0)
  })

  it.each([
    [
      'a changed value',
      `update audit_entry set after = jsonb_set(after, '{first_name}', '"tvo"') where after ->> 'first_name' = 'two'`,
      /the entry .* was changed/,
    ],
    ['another author', `update audit_revision set user_id = 'rosa' where user_id = 'adam'`, /the revision was changed/],
    [
      'another time',
      `update audit_entry set at = at + interval '1 microsecond' where after ->> 'first_name' = 'three'`,
      /was changed/,
    ],
    [
      'another link',
      `update audit_entry set link = set_byte(link, 3, get_byte(link, 3) # 1) where after ->> 'first_name' = 'two'`,
      /was changed/,
    ],
    [
      'a removed entry',
      `delete from audit_entry where after ->> 'first_name' = 'two' and label = 'rosa'`,
      /something before it was removed/,
    ],
    [
      'a removed revision',
      `delete from audit_entry where after ->> 'first_name' = 'two'; delete from audit_revision where number = (select max(number) - 1 from audit_revision)`,
      /the revision is missing/,
    ],
    [
      'a revision without its entries',
      `delete from audit_entry where after ->> 'first_name' = 'two'`,
      /the entries of the revision are missing/,
    ],
    [
      'a cut tail',
      `delete from audit_entry where after ->> 'first_name' = 'three'; delete from audit_revision where number = (select max(number) from audit_revision)`,
      /the last revision is \d+, but \d+ was counted/,
    ],
    [
      'an erased value without an erasure',
      `update audit_entry set salt = null, before = null, after = null, label = null, label_key = null where after ->> 'first_name' = 'two'`,
      /no erasure names it/,
    ],
    [
      'links that are gone',
      `update audit_revision set link = null where number = (select max(number) - 1 from audit_revision)`,
      /the revision has no link/,
    ],
  ])('tells of %s', async (_, sql, message) => {
    await tamper(sql)
    const { code, text } = await audit('verify')
    expect(text).toMatch(message)
    expect(code).toBe(1)
  })

  it('reports a tail that was cut with its counter, by a head that was sent outside', async () => {
    const heads = await audit('heads')
    const file = join(folder, 'heads.jsonl')
    writeFileSync(file, heads.text)
    expect(await readHead(db, workplaceId)).toEqual(JSON.parse(heads.text.split('\n')[0] ?? ''))
    expect((await audit('verify', '--heads', file)).code).toBe(0)
    const cut = (await last()) - 1
    await tamper(`delete from audit_entry where revision > ${cut} and workplace_id = '${workplaceId}'; delete from audit_revision where number > ${cut} and workplace_id = '${workplaceId}';
      update audit_counter set number = ${cut} where workplace_id = '${workplaceId}'`)
    expect((await audit('verify')).code).toBe(0)
    expect((await audit('verify', '--heads', file)).text).toMatch(
      /a head of this revision was sent outside, but the revision is missing/,
    )
  })

  it.each(['null', '{}', 'no JSON', '{"workplaceId":"x","number":1,"head":"00"}'])(
    'refuses the line %s in a file of heads',
    async (line) => {
      const file = join(folder, 'bad.jsonl')
      writeFileSync(file, `${(await audit('heads')).text.split('\n')[0]}\n${line}\n`)
      const { code, text } = await audit('verify', '--heads', file)
      expect([code, text]).toEqual([1, expect.stringContaining('Expected a head at ')])
      expect(text).toContain('bad.jsonl:2')
    },
  )

  it('reports another head of the same revision, also where a later line has the right one', async () => {
    const file = join(folder, 'twice.jsonl')
    const [right = ''] = (await audit('heads')).text.split('\n')
    writeFileSync(file, `${JSON.stringify({ ...JSON.parse(right), head: 'ab'.repeat(32) })}\n${right}\n`)
    const { code, text } = await audit('verify', '--heads', file)
    expect([code, text]).toEqual([1, expect.stringContaining('the head that was sent outside is another one')])
  })

  it('reports a workplace that is missing, by a head that was sent outside', async () => {
    const file = join(folder, 'missing.jsonl')
    const missing = { workplaceId: randomUUID(), number: 1, head: 'ab'.repeat(32) }
    writeFileSync(file, JSON.stringify(missing))
    const { code, text } = await audit('verify', '--heads', file)
    expect([code, text]).toEqual([
      1,
      expect.stringContaining(`The workplace ${missing.workplaceId} of the heads is missing`),
    ])
  })

  it('continues at once when the clock is set back within a revision', async () => {
    const client = await admin.connect()
    await client.query(`begin; set local statement_timeout = '5s'; set local search_path = public, pg_catalog;
      create function public.uuidv7() returns uuid language sql as $$ select '01000000-0000-7000-8000-ffffffffffff'::uuid $$`)
    await client.query(`select set_config('app.workplace', $1, true)`, [workplaceId])
    for (const word of ['before', 'after', 'after that'])
      await client.query('update app_user set first_name = $1 where username = $2', [word, 'adam'])
    // The audit is written at the commit.
    await client.query('set constraints all immediate; drop function public.uuidv7(); commit')
    client.release()
    const { rows } = await admin.query(
      `select after ->> 'first_name' as word from audit_entry where workplace_id = $1 and revision = $2 order by id`,
      [workplaceId, await last()],
    )
    expect(rows.map(({ word }) => word)).toEqual(['before', 'after', 'after that'])
    expect((await audit('verify')).code).toBe(0)
  })

  it('is written without a call of its own for each text: the texts are part of the statement', async () => {
    const { rows } = await admin.query(
      `explain (verbose, costs off) select millrace_audit_revision_text(workplace_id, number, at, cause, transaction_id), millrace_audit_person(salt, user_id),
        millrace_audit_entry_text(salt, number, salt, at, cause, cause, cause), millrace_audit_content(salt, before, after, cause, cause)
        from (select r.*, null::jsonb as before, null::jsonb as after from audit_revision r) r`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('millrace_audit_')
  })

  it('is one line, however many write at once', async () => {
    const before = await last()
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => change([index % 2 === 0 ? 'rosa' : 'adam'], `at once ${index}`)),
    )
    expect(await last()).toBe(before + 40)
    expect((await audit('verify')).code).toBe(0)
  })

  it('refuses changes, also of those who own the tables', async () => {
    await expect(admin.query(`update audit_revision set cause = 'x'`)).rejects.toThrow(/added to only/)
    await expect(admin.query(`delete from audit_stub`)).rejects.toThrow(/added to only/)
    await expect(admin.query(`update audit_erasure set erased_name = 'x'`)).rejects.toThrow(/added to only/)
  })

  it('stays whole after the erasure of a person, and has no value about that person', async () => {
    await change(['adam'], 'renamed', 'rosa')
    await db.withTransaction(systemActor(workplaceId, 'DELETE /api/users/{id}'), (tx) =>
      tx.commit([
        {
          name: 'rename_user',
          text: `update app_user set username = 'erased', first_name = null where id = $1`,
          values: [rosa.id],
        },
        eraseFromAuditStatement(workplaceId, { ...rosa, pseudonym: 'erased-0' }, new Date()),
      ]),
    )
    const { rows } = await admin.query(
      `select to_jsonb(e) as row from audit_entry e where workplace_id = $1 and (before::text ilike '%rosa%' or after::text ilike '%rosa%' or label_key = 'rosa')
        union all select to_jsonb(r) from audit_revision r where workplace_id = $1 and user_id = 'rosa'
        union all select to_jsonb(x) from audit_erasure x where erased_name is not null`,
      [workplaceId],
    )
    expect(rows).toEqual([])
    const { text } = await audit('verify')
    expect(text).toMatch(/default: .* as they were written/)
  })
})

/** Writes the chain of the workplace anew, as if all of it was of the month before. */
async function moveToLastMonth() {
  const client = await admin.connect()
  await client.query(`begin; set local session_replication_role = replica;
    select millrace_make_month('audit_revision', 'at', (now() - interval '1 month')::date), millrace_make_month('audit_entry', 'at', (now() - interval '1 month')::date),
      millrace_make_month('audit_revision', 'at', now()::date), millrace_make_month('audit_entry', 'at', now()::date);
    update audit_revision set at = at - interval '1 month';
    update audit_entry set at = at - interval '1 month';
    update audit_counter set at = at - interval '1 month';
    do $$
    declare
      previous bytea := '';
      r record;
      e record;
    begin
      for r in select * from audit_revision where workplace_id = '${workplaceId}' order by number loop
        previous := sha256(previous || convert_to(millrace_audit_revision_text(r.workplace_id, r.number, r.at, r.cause, r.transaction_id), 'UTF8') || r.person);
        update audit_revision set link = previous where workplace_id = r.workplace_id and number = r.number;
        for e in select * from audit_entry where workplace_id = r.workplace_id and revision = r.number order by id loop
          previous := sha256(previous || convert_to(millrace_audit_entry_text(e.workplace_id, e.revision, e.id, e.at, e.entity, e.key, e.operation), 'UTF8') || e.content);
          update audit_entry set link = previous where workplace_id = e.workplace_id and id = e.id;
        end loop;
      end loop;
    end $$;
    commit`)
  client.release()
  expect((await audit('verify')).code).toBe(0)
}

describe('a clean-up', () => {
  beforeAll(moveToLastMonth)

  it.each(['2026-02-30', 'yesterday'])('refuses the day %s', async (day) => {
    expect(await audit('clean', '--before', day)).toMatchObject({ code: 1, text: expect.stringMatching(/^Expected/) })
  })

  it('is not stopped by what is written while it verifies', async () => {
    const client = await admin.connect()
    const query = client.query.bind(client)
    const whileReading = async (text: string, values: unknown[]) => {
      if (text.startsWith('insert into audit_stub')) throw new Error('verified')
      const result = await query(text, values)
      if (text.startsWith('select number from audit_counter')) await change(['adam'], 'meanwhile')
      return result
    }
    const given = { places: [workplaceId], before: '2999-01-01', key: createInstallationKey(secret), now: new Date() }
    const reading = Object.assign(Object.create(client) as pg.PoolClient, { query: whileReading })
    const failure = await cleanAudit(reading, given).catch((error: Error) => error.message)
    await client.query('rollback')
    client.release()
    expect(failure).toBe('verified')
  })

  it('leaves a signed record, after which the chain continues', async () => {
    await change(['adam'], 'of this month')
    const removed = (await last()) - 2
    const { code, text } = await audit('clean', '--before', '2999-01-01')
    expect([text, code]).toEqual([expect.stringMatching(/^Removed \d+ revisions/), 0])
    expect((await audit('verify')).text).toMatch(/default: 3 revisions with 3 entries are as they were written/)
    const { rows } = await admin.query('select number::int from audit_stub where workplace_id = $1', [workplaceId])
    expect(rows).toEqual([{ number: removed }])
    const client = await admin.connect()
    await client.query(
      `begin; set local session_replication_role = replica; update audit_stub set revisions = revisions + 1; commit`,
    )
    client.release()
    expect((await audit('verify')).text).toMatch(/not signed by this installation/)
  })
})
