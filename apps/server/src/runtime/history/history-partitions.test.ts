import { process } from '@millrace/bpmn/builder'
import { createFakeClock, createTestDatabase, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { makeHistoryPartitions } from './history-partitions.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const clock = createFakeClock('2031-05-15T12:00:00Z')
const runtime = { ...createTestRuntime(db), clock }
const model = process('short').start().end().toXml()

const partitions = async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select tableoid::regclass::text as name from history_element union all select tableoid::regclass::text from history_fact
     union all select tableoid::regclass::text from history_instance`,
  )
  return [...new Set(rows.map(({ name }) => name))].sort()
}

describe('the partitions of history', () => {
  it('take over what was written before they were there, of all workplaces', async () => {
    for (const place of [workplaceId, await createWorkplace(db)]) {
      const actor = { workplaceId: place, userId: 'ann', cause: 'test' }
      await start(runtime, actor, await deployModel(runtime, actor, model))
    }
    expect(await partitions()).toEqual(expect.arrayContaining(['history_element_default', 'history_instance_default']))
    const count = async () => (await admin.query('select count(*)::int as count from history_element')).rows[0].count
    const before = await count()
    await Promise.all([makeHistoryPartitions(db, clock()), makeHistoryPartitions(db, clock())])
    expect((await partitions()).filter((name) => name.endsWith('_default'))).toEqual([])
    expect(await count()).toBe(before)
    expect(await partitions()).toEqual(expect.arrayContaining(['history_element_2031_05', 'history_instance_2031_05']))
  })

  it('stay behind the wall between workplaces', async () => {
    const { rows } = await admin.query(
      `select relname from pg_class where relname like 'history\\_%' and relkind in ('r', 'p') and not relforcerowsecurity`,
    )
    expect(rows).toEqual([])
    const stranger = await createWorkplace(db)
    const [seen] = await db.read({ workplaceId: stranger }, (tx) =>
      tx.batch([{ name: 'all_history', text: 'select * from history_element_2031_05', values: [] }]),
    )
    expect(seen).toEqual([])
  })
})
