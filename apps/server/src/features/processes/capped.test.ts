import { process } from '@millrace/bpmn/builder'
import { processCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const operator = await signIn({ roles: ['RoleProcessAdmin'] })
const waiting = await scenario.deploy(process('waiting').start().userTask('do').end().toXml())

describe('an instance with more than a page shows', () => {
  it('lists 2,000 variables, those of the process first, and says that there are more', async () => {
    const names = Array.from({ length: 2_001 }, (_, index) => `v${10_000 + index}`)
    const id = await scenario.start(waiting, { variables: Object.fromEntries(names.map((name) => [name, 'x'])) })
    const list = async () => (await operator.call(processCalls.variables, { params: { id } })).body
    const { items, isCapped } = await list()
    expect([items.length, items[0]?.name, items.at(-1)?.name, isCapped]).toEqual([2_000, 'v10000', 'v11999', true])
    await admin.query('delete from variable where instance_id = $1 and name = $2', [id, 'v12000'])
    expect(await list()).toMatchObject({ items: { length: 2_000 }, isCapped: false })
  })

  it('lists an open task among the 2,000 newest steps, however old it is', async () => {
    const id = await scenario.start(waiting)
    await admin.query(
      `insert into history_element (workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, execution_id, started_at, ended_at, is_cancelled, ends_path)
        select $1, $2, ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, i.definition_id, $2, 'start', $2, now(), now(), false, false
        from instance i cross join generate_series(1, 2000) n where i.id = $2`,
      [workplaceId, id],
    )
    const { items, isCapped } = (await operator.call(processCalls.activities, { params: { id } })).body
    expect([items.length, isCapped]).toEqual([2_000, true])
    expect(items.filter(({ endedAt }) => endedAt === null).map(({ elementId }) => elementId)).toEqual(['do'])
  })

  it('lists the newest 1,000 incidents, and says that there are more', async () => {
    const id = await scenario.start(waiting)
    const { rows } = await admin.query('select root_id from instance where id = $1', [id])
    const add = (count: number, message: string) =>
      admin.query(
        `insert into incident (workplace_id, root_id, instance_id, id, cause_id, root_cause_id, type, message, created_at)
         select $1, $2, $3, id, id, id, 'stuck', $4 || n, now() from (select n, uuidv7() as id from generate_series(1, $5::int) n) one`,
        [workplaceId, rows[0].root_id, id, message, count],
      )
    const list = async () => (await operator.call(processCalls.incidents, { params: { id } })).body
    await add(1_000, 'old ')
    expect(await list()).toMatchObject({ items: { length: 1_000 }, isCapped: false })
    await add(1, 'new ')
    const { items, isCapped } = await list()
    expect([items.length, items[0]?.message, isCapped]).toEqual([1_000, 'new 1', true])
  })
})
