import { createTestDatabase, createWorkplace } from '@millrace/server/testing'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { fillTables } from './testing/fill-tables.ts'

/**
 * The second wall between workplaces: no condition of the program stands in these statements. They run as the program's
 * own role, on a database where every table has a row of the workplace “ours”.
 */
const { db, admin, connectionString } = await createTestDatabase()
const ours = await createWorkplace(db, { reference: 'ours' })
const theirs = await createWorkplace(db, { reference: 'theirs' })
const tables = await fillTables({ db, admin }, { workplaceId: ours, marker: 'a secret of ours' })

const program = new pg.Client({ connectionString })
await program.connect()
afterAll(() => program.end())

/** Tables that have nothing of a workplace in them. */
const withoutWorkplace = [
  'backup_run',
  'cell_identity',
  'daily_size',
  'migration',
  'object_removal',
  'server',
  'sign_in_try',
  'workplace_move',
]
/** Tables in which the platform finds things of all workplaces before it knows whose they are. */
const openToPlatform = [
  'daily_figure',
  'form_draft',
  'incident_group',
  'incident_group_change',
  'history_instance',
  'instance',
  'instance_listing',
  'job',
  'process_definition',
  'setting',
  'sso_identity',
  'sso_session',
  'upload_piece',
  'workplace',
]

/** What can only be added to, and by triggers: whoever tries otherwise is told so, be it in his own workplace. */
const isAudit = (table: string) => table.startsWith('audit_')

/** What the program adds itself: from where, and that only. Its trigger or its signature says the rest. */
const added: Readonly<Record<string, Setting>> = { audit_erasure: 'ours', audit_stub: 'platform' }

async function expectRefused(name: string): Promise<void> {
  for (const setting of ['ours', 'theirs', 'platform', 'nothing'] as const) {
    const refused = 'Expected the audit to be added to only'
    await expect(run(setting, `update ${name} set workplace_id = $1`, [theirs])).rejects.toThrow(refused)
    await expect(run(setting, `delete from ${name}`)).rejects.toThrow(refused)
    await expect(run(setting, `truncate ${name}`)).rejects.toThrow(refused)
    if (added[name.replaceAll('"', '')] === setting) continue
    await expect(
      run(setting, `insert into ${name} select (json_populate_record(null::${name}, $1)).*`, [
        JSON.stringify({ workplace_id: ours, at: '2030-01-07T09:00:00Z' }),
      ]),
    ).rejects.toThrow('row-level security')
  }
}

type Setting = 'theirs' | 'nothing' | 'nonsense' | 'platform' | 'ours'

/** Runs a statement as if the program were at work in a workplace, and takes it back. */
async function run(setting: Setting, sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  await program.query('begin')
  try {
    if (setting === 'platform') await program.query(`select set_config('app.platform', 'on', true)`)
    else if (setting !== 'nothing')
      await program.query(`select set_config('app.workplace', $1, true)`, [{ ours, theirs, nonsense: '' }[setting]])
    return await program.query(sql, values)
  } finally {
    await program.query('rollback')
  }
}

it('has a wall around every table but those that are named here', async () => {
  const { rows } = await admin.query(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as walled from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  expect(rows.filter(({ walled }) => !walled).map(({ name }) => name)).toEqual(withoutWorkplace)
})

it('runs as a role that no wall is opened for', async () => {
  const { rows } = await program.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user')
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])
})

describe.each(tables)('%s', (table) => {
  const name = `"${table}"`

  it('shows its rows in their own workplace', async () => {
    expect((await run('ours', `select * from ${name}`)).rows).not.toEqual([])
  })

  it.each<Setting>(['theirs', 'nothing', 'nonsense'])(
    'shows none of them where the workplace is %s',
    async (setting) => {
      const { rows } = await run(setting, `select * from ${name}`)
      expect(rows.filter(({ workplace_id }) => workplace_id === ours)).toEqual([])
      expect(JSON.stringify(rows)).not.toContain('a secret of ours')
    },
  )

  it('shows them to the platform only where it has to find them', async () => {
    const { rows } = await run('platform', `select * from ${name} where workplace_id = $1`, [ours])
    expect(rows.length > 0).toBe(openToPlatform.includes(table))
  })

  it('lets nobody of another workplace change, take over, delete or add one', async () => {
    if (isAudit(table)) return expectRefused(name)
    for (const setting of ['theirs', 'nothing'] as const) {
      const update = await run(setting, `update ${name} set workplace_id = $1 where workplace_id = $2`, [theirs, ours])
      const remove = await run(setting, `delete from ${name} where workplace_id = $1`, [ours])
      expect([update.rowCount, remove.rowCount]).toEqual([0, 0])
    }
    await expect(run('theirs', `insert into ${name} (workplace_id) values ($1)`, [ours])).rejects.toThrow(
      /row-level security|null value|no partition/,
    )
  })

  it('does not let one be pushed into another workplace', async () => {
    if (isAudit(table)) return expectRefused(name)
    await expect(run('ours', `update ${name} set workplace_id = $1`, [theirs])).rejects.toThrow(
      /row-level security|foreign key/,
    )
  })
})
