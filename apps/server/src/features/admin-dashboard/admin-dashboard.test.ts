import { process } from '@millrace/bpmn/builder'
import { api } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createCallMeter } from '../../platform/servers/call-meter.ts'
import { startHeartbeat } from '../../platform/servers/heartbeat.ts'
import { countDays } from '../../runtime/figures/count-days.ts'
import { measureSizes } from '../../runtime/figures/measure-sizes.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, admin, runtime, workplaceId, clock, signIn } = await createTestApp({ now: new Date().toISOString() })
const root = await signIn({ roles: ['RoleAdmin'] })
const scenario = await createScenario(runtime, workplaceId)
const get = async (days = 30, client = root) => (await client.call(api.adminDashboard.get, { query: { days } })).body
const today = () => clock().toISOString().slice(0, 10)

describe('the dashboard of administrators', () => {
  it('counts what was started and what ended by day, and never falls behind what it has counted', async () => {
    const quick = await scenario.deploy(process('quick').start().end().toXml())
    const slow = await scenario.deploy(process('slow').start().userTask('wait').end().toXml())
    await scenario.start(quick)
    await scenario.start(slow)
    await scenario.start(slow)
    await countDays(runtime)
    const { days } = await get(7)
    expect(days.at(-1)).toEqual({ day: today(), started: 3, ended: 1 })
    expect(days).toHaveLength(7)
    await admin.query('delete from history_instance')
    await countDays(runtime)
    expect((await get(7)).days.at(-1)).toMatchObject({ started: 3, ended: 1 })
    const other = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    await countDays(runtime)
    expect((await get(7, other)).days.at(-1)).toMatchObject({ started: 0, ended: 0 })
  })

  it('shows waiting work with since when the first waits, and incidents', async () => {
    const created = new Date(clock().getTime() - 60_000).toISOString()
    await admin.query(
      `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
        select $1, gen_random_uuid(), gen_random_uuid(), 'x', 'mail', at, 3, priority, false, false, at
        from (select $2::timestamptz + interval '30 seconds', 9 from generate_series(1, 1100) union all select $2::timestamptz, 0) as waiting (at, priority)`,
      [workplaceId, created],
    )
    const { queues, incidents } = await get()
    expect(queues.find(({ name }) => name === 'mails')).toEqual({
      ...{ name: 'mails', waiting: { total: 1000, isCapped: true }, oldestAt: created },
    })
    expect(queues.find(({ name }) => name === 'outside')).toMatchObject({ waiting: { total: 0 }, oldestAt: null })
    expect(incidents).toEqual({ total: 0, isCapped: false })
  })

  it('counts users, not sessions, and locked accounts', async () => {
    const before = await get()
    const twice = await signIn()
    await (await signIn({ status: 'locked' })).call(api.shell.init)
    await twice.call(api.shell.init)
    const after = await get()
    expect([after.signedIn - before.signedIn, after.locked - before.locked]).toEqual([2, 1])
  })

  it('shows servers that live, are of an older version, or do not answer any more', async () => {
    const meter = createCallMeter()
    for (const ms of [...Array.from({ length: 99 }, () => 10), 500]) meter.add(ms)
    const roles = { web: true, worker: false }
    const beats = await Promise.all(
      ['1.10.0', '1.9.3', '1.10.0'].map((version) => startHeartbeat({ db, roles, version, measure: meter.figures })),
    )
    afterAll(() => Promise.all(beats.map((beat) => beat.stop())))
    await admin.query(
      `update server set seen_at = now() - interval '1 minute' where id = (select id from server where version = '1.10.0' limit 1)`,
    )
    const { installation, version } = await get()
    expect(version).toBe('1.2.3')
    expect(installation?.servers.map(({ state }) => state).sort()).toEqual(['healthy', 'older', 'silent'])
    expect(installation?.servers[0]).toMatchObject({ roles: 'web', calls: 100, callsP99: 10 })
    expect(installation?.database.version).toMatch(/^18/)
    await beats[1]?.stop()
    expect((await get()).installation?.servers.map((one) => one.version)).toEqual(['1.10.0', '1.10.0'])
  })

  it('shows sizes with their change, and nothing of the installation elsewhere', async () => {
    expect((await get()).installation?.sizes).toEqual([])
    await admin.query(`insert into daily_size values ($1::date - 5, 1, 1, 1, 1)`, [today()])
    await measureSizes(runtime)
    const sizes = (await get(30)).installation?.sizes ?? []
    expect(sizes.map(({ name }) => name)).toEqual(['history', 'audit', 'files', 'rest'])
    for (const { bytes, change } of sizes) {
      expect(bytes).toBeGreaterThan(0)
      expect(change).toBe(bytes - 1)
    }
    const other = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await get(7, other)).installation).toBeNull()
  })

  it('warns of a missing and of an old backup, as long as that is a setting', async () => {
    expect((await get()).installation?.backup).toEqual({ last: null, warnDays: 7, isOld: true })
    const insert = (days: number) =>
      admin.query(
        `insert into backup_run values (gen_random_uuid(), $1::timestamptz - make_interval(days => $2), now(), 'here:/backups', 12, 3, true, true)`,
        [clock().toISOString(), days],
      )
    await insert(8)
    expect((await get()).installation?.backup).toMatchObject({ last: { size: 12, isChecked: true }, isOld: true })
    await insert(6)
    expect((await get()).installation?.backup.isOld).toBe(false)
  })

  it('gives diagnostics without secrets, names and texts, and to administrators of the installation only', async () => {
    await admin.query(
      `insert into setting (workplace_id, key, value) values ($1, 'strapline.text', '"a private strapline"'), ($1, 'jobs.lanes', '7')
      on conflict do nothing`,
      [workplaceId],
    )
    vi.stubEnv('MILLRACE_METRICS_TOKEN', 'a very secret token')
    const { status, body } = await root.call(api.adminDashboard.diagnostics)
    vi.unstubAllEnvs()
    expect(status).toBe(200)
    const found = JSON.parse(body.content)
    expect(found.process.variables).toContain('MILLRACE_METRICS_TOKEN')
    expect(found.settings).toContainEqual({ key: 'strapline.text', value: '(set)', workplaces: '1' })
    expect(found.settings).toContainEqual({ key: 'jobs.lanes', value: '7', workplaces: '1' })
    expect(found.database.tables.length).toBeGreaterThan(50)
    expect(body.content).not.toMatch(/a very secret token|a private strapline/)
    expect(body.content).not.toContain(root.user.username)
    const other = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await other.call(api.adminDashboard.diagnostics)).status).toBe(403)
    expect((await (await signIn()).call(api.adminDashboard.diagnostics)).status).toBe(403)
  })

  it('refuses other periods, and users without the role', async () => {
    expect((await root.call(api.adminDashboard.get, { query: { days: 8 } })).status).toBe(400)
    expect((await (await signIn()).call(api.adminDashboard.get)).status).toBe(403)
  })
})
