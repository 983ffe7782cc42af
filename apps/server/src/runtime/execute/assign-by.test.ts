import { bpmnOf } from '@millrace/bpmn/builder'
import { createTestDatabase, createUser } from '@millrace/server/testing'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { listWaysToKnow } from '../testing/ways-to-know.ts'
import { executeCommand } from './execute-command.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const actor = { workplaceId, userId: 'ann', cause: 'test' }
const runtime = createTestRuntime(db)

const byManager = bpmnOf('millrace')`<process id="by-manager" isExecutable="true">
  <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="first"/>
  <userTask id="first" millrace:assignBy="manager" millrace:candidateUsers="cy"/><sequenceFlow id="f2" sourceRef="first" targetRef="next"/>
  <userTask id="next" millrace:assignBy="manager" millrace:assigneeOf="first" millrace:candidateUsers="cy"/>
</process>`
const bySuperior = bpmnOf('millrace')`<process id="by-superior" isExecutable="true">
  <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="fork"/><parallelGateway id="fork"/>
  <sequenceFlow id="f2" sourceRef="fork" targetRef="a"/><sequenceFlow id="f3" sourceRef="fork" targetRef="b"/>
  <sequenceFlow id="f4" sourceRef="fork" targetRef="c"/><sequenceFlow id="f5" sourceRef="fork" targetRef="d"/>
  <userTask id="a" millrace:assignBy="manager" millrace:managerLevels="2" millrace:candidateUsers="cy"/>
  <userTask id="b" millrace:assignBy="manager" millrace:managerIn="LINE" millrace:candidateUsers="cy"/>
  <userTask id="c" millrace:assignBy="manager" millrace:managerIn="Line" millrace:managerLevels="2" millrace:candidateUsers="cy"/>
  <userTask id="d" millrace:assignBy="manager" millrace:managerIn="Nothing" millrace:candidateUsers="cy"/>
</process>`
const byLoad = bpmnOf('millrace')`<process id="by-load" isExecutable="true">
  <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="t"/>
  <userTask id="t" millrace:assignBy="leastLoaded" millrace:candidateGroups="crew" millrace:candidateUsers="zoe">
    <multiInstanceLoopCharacteristics><loopCardinality>4</loopCardinality></multiInstanceLoopCharacteristics></userTask>
</process>`

const byMembers = bpmnOf('millrace')`<process id="by-members" isExecutable="true">
  <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="fork"/><parallelGateway id="fork"/>
  <sequenceFlow id="f2" sourceRef="fork" targetRef="a"/><sequenceFlow id="f3" sourceRef="fork" targetRef="b"/>
  <sequenceFlow id="f4" sourceRef="fork" targetRef="c"/><sequenceFlow id="f5" sourceRef="fork" targetRef="d"/>
  <userTask id="a" millrace:assignBy="position" millrace:positionIn="STAFF" millrace:position="accountant" millrace:candidateUsers="cy">
    <multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics></userTask>
  <userTask id="b" millrace:assignBy="position" millrace:positionIn="Staff" millrace:position="Nobody" millrace:candidateUsers="cy"/>
  <userTask id="c" millrace:assignBy="property" millrace:userProperty="region" millrace:userPropertyValue="= &quot;no&quot; + &quot;rth&quot;" millrace:candidateUsers="cy"/>
  <userTask id="d" millrace:assignBy="property" millrace:userProperty="region" millrace:userPropertyValue="West" millrace:candidateUsers="cy"/>
</process>`

beforeAll(async () => {
  const add = (username: string, more: object = {}) => createUser(db, { workplaceId, username, ...more })
  await Promise.all([
    ...['ann', 'bob', 'eve'].map((username) => add(username)),
    ...['cora', 'dan', 'finn'].map((username) => add(username, { groups: ['crew'] })),
    add('zoe'),
    add('ghost', { groups: ['crew'], status: 'disabled' }),
    add('nora', { groups: ['crew'], roles: ['RoleDesign'] }),
  ])
})

const setManager = (username: string, manager: string | null) =>
  admin.query(
    `update app_user set manager_id = (select id from app_user where workplace_id = $1 and username = $3) where workplace_id = $1 and username = $2`,
    [workplaceId, username, manager],
  )
const readTasks = async (instanceId: string) => {
  const { rows } = await admin.query('select id, task_key, assignee from task where instance_id = $1 order by id', [
    instanceId,
  ])
  return rows as { id: string; task_key: string; assignee: string | null }[]
}

describe.each(listWaysToKnow(runtime))('a task for a manager, when %s', (_, way) => {
  it('goes to that of the starter, and then to that of the user who had the other task', async () => {
    await setManager('ann', 'bob')
    await setManager('bob', 'eve')
    const definitionId = await deployModel(way.runtime, actor, byManager)
    const { instanceId } = await way.start(actor, definitionId)
    const [first] = await readTasks(instanceId)
    expect(first).toMatchObject({ task_key: 'first', assignee: 'bob' })
    await executeCommand(way.runtime, actor, {
      target: { by: 'task', id: first?.id ?? '' },
      command: { type: 'completeTask', taskId: first?.id ?? '', variables: [] },
    })
    expect(await readTasks(instanceId)).toMatchObject([{ task_key: 'next', assignee: 'eve' }])
  })
})

describe.each(listWaysToKnow(runtime))('a task for a manager further up, when %s', (_, way) => {
  beforeEach(async () => {
    await admin.query('delete from hierarchy_node')
    await admin.query('delete from hierarchy')
    await setManager('ann', 'bob')
    await setManager('bob', 'eve')
    await setManager('eve', null)
    const { rows } = await admin.query(
      `insert into hierarchy (workplace_id, id, name, description, created_at, updated_at) values ($1, gen_random_uuid(), 'Line', '', now(), now()) returning id`,
      [workplaceId],
    )
    let parent: string | null = null
    // From the top: dan, an empty position, finn, one that is over, and ann below it.
    for (const [username, until] of [
      ['dan', null],
      [null, null],
      ['finn', null],
      ['zoe', '2001-01-01'],
      ['ann', null],
    ] as const) {
      const added: { rows: { id: string }[] } = await admin.query(
        `insert into hierarchy_node (workplace_id, id, hierarchy_id, parent_id, place, name, user_id, valid_until, updated_at)
          values ($1, gen_random_uuid(), $2, $3, 1, 'Position', (select id from app_user where workplace_id = $1 and username = $4), $5, now()) returning id`,
        [workplaceId, rows[0].id, parent, username, until],
      )
      parent = added.rows[0]?.id ?? null
    }
  })
  const startOne = async () => {
    const { instanceId } = await way.start(actor, await deployModel(way.runtime, actor, bySuperior))
    const tasks = await readTasks(instanceId)
    return Object.fromEntries(tasks.map(({ task_key, assignee }) => [task_key, assignee]))
  }

  it('goes so many levels up, by accounts or by positions with somebody in them', async () => {
    expect(await startOne()).toEqual({ a: 'eve', b: 'finn', c: 'dan', d: null })
  })

  it('stays with its candidates where nobody is so far up, and in a circle ends', async () => {
    await setManager('bob', 'ann')
    await admin.query(`update hierarchy set disabled_at = now()`)
    expect(await startOne()).toEqual({ a: 'ann', b: null, c: null, d: null })
    await setManager('bob', null)
    expect((await startOne())['a']).toBeNull()
  })
})

describe.each(listWaysToKnow(runtime))('a task for the users of a position or property, when %s', (_, way) => {
  it('goes to the one with the fewest open tasks, who may work and is in the position today', async () => {
    await admin.query('delete from task')
    await admin.query('delete from hierarchy_node')
    await admin.query('delete from hierarchy')
    await admin.query('delete from user_property_value')
    await admin.query('delete from user_property')
    const { rows } = await admin.query(
      `insert into hierarchy (workplace_id, id, name, description, created_at, updated_at) values ($1, gen_random_uuid(), 'Staff', '', now(), now()) returning id`,
      [workplaceId],
    )
    for (const [username, until] of [
      ['zoe', null],
      ['dan', null],
      ['ghost', null],
      ['cora', '2001-01-01'],
      [null, null],
    ])
      await admin.query(
        `insert into hierarchy_node (workplace_id, id, hierarchy_id, parent_id, place, name, user_id, valid_until, updated_at)
          values ($1, gen_random_uuid(), $2, null, 1, 'Accountant', (select id from app_user where workplace_id = $1 and username = $3), $4, now())`,
        [workplaceId, rows[0].id, username, until],
      )
    const { rows: properties } = await admin.query(
      `insert into user_property (workplace_id, id, name, key, type, is_required, is_unique, choices, default_value, default_description, viewers, editors, created_at, updated_at)
        values ($1, gen_random_uuid(), 'Region', 'region', 'text', false, false, '{}', '', '', 'everyone', 'administrators', now(), now()) returning id`,
      [workplaceId],
    )
    for (const [username, value] of [
      ['finn', 'North'],
      ['ghost', 'North'],
      ['eve', 'South'],
    ])
      await admin.query(
        `insert into user_property_value (workplace_id, user_id, property_id, value)
          select $1, id, $2, $4 from app_user where workplace_id = $1 and username = $3`,
        [workplaceId, properties[0].id, username, value],
      )
    const { instanceId } = await way.start(actor, await deployModel(way.runtime, actor, byMembers))
    const tasks = (await readTasks(instanceId)).map(({ task_key, assignee }) => `${task_key} ${assignee}`)
    expect(tasks.toSorted()).toEqual(['a dan', 'a dan', 'a zoe', 'b null', 'c finn', 'd null'])
  })
})

it.each([
  ['there is none', null],
  ['he may not sign in', 'ghost'],
  ['he may not work at tasks', 'nora'],
])('a task for a manager stays with its candidates where %s', async (_, manager) => {
  await setManager('ann', manager)
  const { instanceId } = await start(runtime, actor, await deployModel(runtime, actor, byManager))
  expect(await readTasks(instanceId)).toMatchObject([{ task_key: 'first', assignee: null }])
})

describe('tasks for the user with the fewest', () => {
  const startOne = async () => {
    const { instanceId } = await start(runtime, actor, await deployModel(runtime, actor, byLoad))
    return (await readTasks(instanceId)).map(({ assignee }) => assignee).toSorted()
  }
  const away = (username: string, more: object = {}) => {
    const { from_at, until_at, process_keys } = {
      ...{ from_at: new Date(Date.now() - 3_600_000), until_at: new Date(Date.now() + 3_600_000), process_keys: null },
      ...more,
    }
    return admin.query(
      `insert into absence (workplace_id, id, user_id, from_at, until_at, process_keys, created_at, updated_at)
        select workplace_id, gen_random_uuid(), id, $3, $4, $5, now(), now() from app_user where workplace_id = $1 and username = $2`,
      [workplaceId, username, from_at, until_at, process_keys],
    )
  }
  beforeEach(async () => {
    await admin.query('delete from absence')
    await admin.query('delete from task')
  })

  it('of one step go to one after the other, and to nobody who cannot work at them', async () => {
    expect(await startOne()).toEqual(['cora', 'dan', 'finn', 'zoe'])
  })

  it('pass over who is away, for this process, now', async () => {
    await away('zoe')
    await away('dan', { process_keys: ['by-load'] })
    await away('cora', { process_keys: ['by-manager'] })
    await away('finn', { until_at: new Date(Date.now() - 60_000) })
    expect(await startOne()).toEqual(['cora', 'cora', 'finn', 'finn'])
  })

  it('go to who has the fewest open ones, by name where several have', async () => {
    await startOne()
    await admin.query(`delete from task where assignee = 'finn'`)
    expect(await startOne()).toEqual(['cora', 'dan', 'finn', 'finn'])
  })

  it('stay with their candidates when all are away', async () => {
    for (const username of ['cora', 'dan', 'finn', 'zoe']) await away(username)
    expect(await startOne()).toEqual([null, null, null, null])
  })
})
