import { fromPlain } from '@millrace/engine'
import { createFakeClock, createTestDatabase } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { getStandaloneTasks } from '../definitions/standalone-tasks.ts'
import { rootsOf } from '../load/load-rows.ts'
import { completeTask, createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { linkTask, writeAbout } from './change-task.ts'
import type { Changes } from './changes.ts'
import { executeCommand, executeStart } from './execute-command.ts'
import { type Unit, unitOfWork } from './unit-of-work.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const clock = createFakeClock()
const runtime = { ...createTestRuntime(db), clock }
const actor = { workplaceId, userId: 'ann', cause: 'test' }
let definitionId = ''

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test"><message id="ping" name="ping"/>
  <process id="both" isExecutable="true"><startEvent id="start"/><parallelGateway id="fork"/><sequenceFlow id="a" sourceRef="start" targetRef="fork"/>
    <sequenceFlow id="b" sourceRef="fork" targetRef="one"/><userTask id="one"/><sequenceFlow id="c" sourceRef="one" targetRef="tell"/>
    <intermediateThrowEvent id="tell"><messageEventDefinition messageRef="ping"/></intermediateThrowEvent><sequenceFlow id="d" sourceRef="tell" targetRef="two"/><userTask id="two"/>
    <sequenceFlow id="e" sourceRef="fork" targetRef="beside"/><userTask id="beside"/>
    <sequenceFlow id="g" sourceRef="fork" targetRef="waits"/><intermediateCatchEvent id="waits"><messageEventDefinition messageRef="ping"/></intermediateCatchEvent>
    <sequenceFlow id="h" sourceRef="waits" targetRef="told"/><userTask id="told"/></process></definitions>`

beforeAll(async () => {
  definitionId = await deployModel(runtime, actor, model)
})

const begin = async () => (await start(runtime, actor, definitionId)).instanceId
const taskOf = async (instanceId: string, key: string): Promise<string> =>
  (await admin.query('select id from task where instance_id = $1 and task_key = $2', [instanceId, key])).rows[0]?.id

/** How many round trips a piece of work takes. */
async function countTrips(work: (by: typeof runtime) => Promise<unknown>): Promise<number> {
  let trips = 0
  const counting: Database = {
    ...db,
    withTransaction: (who, inside) =>
      db.withTransaction(who, (tx) =>
        inside(
          new Proxy(tx, {
            get: (target, property, receiver) => {
              const found = Reflect.get(target, property, receiver)
              if (property !== 'batch' && property !== 'commit') return found
              return (...given: never[]) => {
                trips++
                return (found as (...all: never[]) => unknown)(...given)
              }
            },
          }),
        ),
      ),
  }
  await work({ ...runtime, db: counting })
  return trips
}

const insertComment = (taskId: string) => ({
  name: 'test_comment',
  text: 'insert into task_comment (workplace_id, id, task_id, message, created_at) values ($1, $2, $3, $4, now())',
  values: [workplaceId, runtime.newId(), taskId, 'hello'],
})

describe('a unit of work', () => {
  it('reads at its end what it has left, without a round trip of its own', async () => {
    const instanceId = await begin()
    const taskId = await taskOf(instanceId, 'beside')
    let left: readonly unknown[] = []
    const trips = await countTrips(async (by) => {
      const read = await unitOfWork(by, actor, async (unit) => {
        const command = { type: 'completeTask', taskId, variables: [] } as const
        expect(await unit.execute({ by: 'task', id: taskId }, command)).toMatchObject({ ok: true })
        return unit.readAtEnd({
          name: 'test_tasks_left',
          text: 'select task_key from task where workplace_id = $1 and instance_id = $2 order by 1',
          values: [workplaceId, instanceId],
        })
      })
      left = read()
    })
    expect({ left, trips }).toEqual({ left: [['one']], trips: 1 })
  })

  it('hands a message on in three round trips, and knows both ends of it afterwards', async () => {
    const from = await begin()
    const taskId = await taskOf(from, 'one')
    expect(await countTrips((by) => completeTask(by, actor, taskId))).toBe(3)
    const [two, receiver] = [await taskOf(from, 'two'), await taskOf(from, 'told')]
    expect(await countTrips((by) => completeTask(by, actor, two))).toBe(1)
    expect(await countTrips((by) => completeTask(by, actor, receiver))).toBe(1)
  })

  it('leaves nothing when it is abandoned or fails, whatever it had done', async () => {
    const instanceId = await begin()
    const taskId = await taskOf(instanceId, 'one')
    const complete = { type: 'completeTask', taskId, variables: [] } as const
    const answer = await unitOfWork(runtime, actor, async (unit) => {
      await unit.execute({ by: 'task', id: taskId }, complete)
      return unit.abandon('no')
    })
    expect(answer).toBe('no')
    const failing = unitOfWork(runtime, actor, async (unit) => {
      await unit.execute({ by: 'task', id: taskId }, complete)
      throw new Error('a bug')
    })
    await expect(failing).rejects.toThrow('a bug')
    expect(await taskOf(instanceId, 'one')).toBe(taskId)
    expect(await completeTask(runtime, actor, taskId)).toMatchObject({ ok: true })
  })

  it('takes back what it had sent already when it is abandoned', async () => {
    const taskId = await taskOf(await begin(), 'one')
    const answer = await unitOfWork(runtime, actor, async (unit) => {
      await unit.change({ by: 'task', id: taskId }, insertComment(taskId))
      return unit.abandon('no')
    })
    expect(answer).toBe('no')
    expect((await admin.query('select from task_comment where task_id = $1', [taskId])).rowCount).toBe(0)
  })

  it('that has changed a root by statements is carried out once, and not on the rows in memory first', async () => {
    const taskId = await taskOf(await begin(), 'one')
    let times = 0
    await unitOfWork(runtime, actor, async (unit) => {
      times++
      await unit.change({ by: 'task', id: taskId }, insertComment(taskId))
      const claim = { type: 'claimTask', taskId, userId: 'ann' } as const
      expect(await unit.execute({ by: 'task', id: taskId }, claim)).toMatchObject({ ok: true })
    })
    expect(times).toBe(1)
  })

  it('keeps others from its root before it saves a large run over several turns', async () => {
    const instanceId = await begin()
    const [taskId, other] = [await taskOf(instanceId, 'beside'), await taskOf(instanceId, 'one')]
    const variables = Array.from({ length: 3000 }, (_, n) => ({ name: `v${n}`, value: fromPlain(n) }))
    let late: Promise<unknown> | undefined
    const claim = { type: 'claimTask', taskId: other, userId: 'ann' } as const
    const historyLevels: typeof runtime.historyLevels = {
      ...runtime.historyLevels,
      of: (...definition) => {
        late ??= executeCommand(runtime, actor, { target: { by: 'task', id: other }, command: claim })
        return runtime.historyLevels.of(...definition)
      },
    }
    let times = 0
    const answer = await unitOfWork({ ...runtime, historyLevels }, actor, (unit) => {
      times++
      return unit.execute({ by: 'task', id: taskId }, { type: 'completeTask', taskId, variables })
    })
    expect([answer, await late]).toMatchObject([{ ok: true }, { ok: true }])
    expect(times).toBe(1)
    expect((await admin.query('select from variable where instance_id = $1', [instanceId])).rowCount).toBe(3000)
  })

  it('is ended by itself alone', async () => {
    await expect(unitOfWork(runtime, actor, (unit) => unit.tx.commit([]))).rejects.toThrow('ended by itself alone')
  })
})

describe('what follows the commit of a unit', () => {
  /** A process of the server with what it announces to browsers. */
  const createListened = () => {
    const announced: Changes[] = []
    const announceChanges = (changes: Changes) => void announced.push(changes)
    return { announced, by: { ...createTestRuntime(db), clock, announceChanges } }
  }

  it('is announced once, although the unit ran again because its rows in memory were old', async () => {
    const { announced, by } = createListened()
    const { instanceId } = await start(by, actor, definitionId)
    const taskId = await taskOf(instanceId, 'one')
    expect(await completeTask(runtime, actor, await taskOf(instanceId, 'beside'))).toMatchObject({ ok: true })
    announced.length = 0
    let times = 0
    await unitOfWork(by, actor, (unit) => {
      times++
      return unit.execute({ by: 'task', id: taskId }, { type: 'claimTask', taskId, userId: 'ann' })
    })
    expect(times).toBe(2)
    expect(announced.map(({ tasks }) => [...tasks])).toEqual([[taskId]])
  })

  it.each<[string, (unit: Unit, instanceId: string, taskId: string) => Promise<unknown>]>([
    [
      'has locked',
      async (unit, instanceId, taskId) => {
        await unit.lock(rootsOf(workplaceId, 'instance', [instanceId]))
        unit.write(insertComment(taskId))
      },
    ],
    ['has changed by statements', (unit, _, id) => unit.change({ by: 'task', id }, insertComment(id))],
  ])('is announced of each root that it %s, whose rows in memory are dropped', async (_, work) => {
    const { announced, by } = createListened()
    const { instanceId } = await start(by, actor, definitionId)
    const known = () => {
      const visit = by.states.enter(workplaceId, instanceId)
      visit.leave()
      return visit.known
    }
    expect(known()).not.toBeNull()
    announced.length = 0
    const taskId = await taskOf(instanceId, 'one')
    await unitOfWork(by, actor, (unit) => work(unit, instanceId, taskId))
    expect(announced.map(({ roots }) => [...roots])).toEqual([[instanceId]])
    expect(known()).toBeNull()
  })
})

describe('what people write about a task', () => {
  const updatedAt = async (id: string) =>
    (await admin.query('select updated_at from task where id = $1', [id])).rows[0].updated_at?.toISOString()

  it.each([
    ['a comment', (taskId: string) => writeAbout(runtime, actor, { by: 'task', id: taskId }, [insertComment(taskId)])],
    [
      'a role',
      (taskId: string) =>
        linkTask(runtime, actor, { taskId, type: 'advisor', userId: 'eve', groupId: null, operation: 'add' }),
    ],
  ])('changes it: the step after %s does not set that back', async (_what, write) => {
    const instanceId = await begin()
    const taskId = await taskOf(instanceId, 'one')
    clock.advance({ minutes: 1 })
    await write(taskId)
    const written = clock().toISOString()
    expect(await updatedAt(taskId)).toBe(written)
    clock.advance({ minutes: 1 })
    // Suspending writes all columns of the task, and says nothing of when it was changed.
    const command = { type: 'suspendInstance', instanceId, isSuspended: true } as const
    await executeCommand(runtime, actor, { target: { by: 'instance', id: instanceId }, command })
    expect(await updatedAt(taskId)).toBe(written)
  })
})

describe('a task that belongs to no process', () => {
  const fields = {
    ...{ name: 'Call back', description: null, assignee: null, owner: null, delegation: null, priority: 50 },
    ...{ dueAt: null, followUpAt: null, tenantId: 't', parentTaskId: null },
  }
  const create = async () => {
    const taskId = runtime.newId()
    const definition = await getStandaloneTasks()
    await executeStart(runtime, actor, { command: { type: 'createTask', definition, taskId, fields } })
    return taskId
  }

  it('is its own root, and nothing of it looks like a process', async () => {
    const id = await create()
    expect((await admin.query('select root_id from root where id = $1', [id])).rows).toEqual([{ root_id: id }])
    const { rows } = await admin.query(
      'select root_id, instance_id, execution_id, definition_id, task_key, tenant_id from task where id = $1',
      [id],
    )
    expect(rows).toEqual([
      { root_id: id, instance_id: null, execution_id: null, definition_id: null, task_key: null, tenant_id: 't' },
    ])
    expect((await admin.query('select from instance where id = $1', [id])).rowCount).toBe(0)
  })

  it('takes the commands of every task, from memory and after a restart alike', async () => {
    const id = await create()
    const target = { by: 'task', id } as const
    const restarted = { ...createTestRuntime(db), clock }
    for (const by of [runtime, restarted]) {
      const claim = { type: 'claimTask', taskId: id, userId: 'ann' } as const
      expect(await executeCommand(by, actor, { target, command: claim })).toMatchObject({ ok: true })
      const set = [{ name: 'phone', value: fromPlain(by === runtime ? '1' : '2') }]
      const command = { type: 'setVariables', scopeId: id, instanceId: id, set, remove: [], isLocal: false } as const
      expect(await executeCommand(by, actor, { target, command })).toMatchObject({ ok: true })
      const unclaim = { type: 'unclaimTask', taskId: id } as const
      expect(await executeCommand(by, actor, { target, command: unclaim })).toMatchObject({ ok: true })
    }
    const { rows } = await admin.query('select scope_id, name, value from variable where root_id = $1', [id])
    expect(rows).toEqual([{ scope_id: id, name: 'phone', value: '2' }])
    await linkTask(runtime, actor, { taskId: id, type: 'advisor', userId: 'eve', groupId: null, operation: 'add' })
    expect(await completeTask(runtime, actor, id)).toMatchObject({ ok: true })
    for (const [table, column] of [
      ['root', 'id'],
      ['element', 'root_id'],
      ['variable', 'root_id'],
      ['task', 'id'],
      ['task_link', 'task_id'],
      ['history_instance', 'id'],
      ['history_element', 'root_id'],
      ['history_variable', 'instance_id'],
    ])
      expect([table, (await admin.query(`select from ${table} where ${column} = $1`, [id])).rowCount]).toEqual([
        table,
        0,
      ])
    expect((await admin.query('select name, reason from history_task where id = $1', [id])).rows).toEqual([
      { name: 'Call back', reason: 'completed' },
    ])
  })
})
