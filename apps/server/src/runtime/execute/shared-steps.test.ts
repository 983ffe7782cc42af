import { createTestDatabase } from '@millrace/server/testing'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { executeCommand } from './execute-command.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const people = ['ann', 'ben', 'cat', 'dan'] as const
const actorOf = (userId: string) => ({ workplaceId, userId, cause: 'test' })
const own = actorOf('ann')
let definitionId = ''

beforeAll(async () => {
  definitionId = await deployModel(
    runtime,
    own,
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test"><process id="two" isExecutable="true">
      <startEvent id="start"/><sequenceFlow id="a" sourceRef="start" targetRef="first"/><userTask id="first"/>
      <sequenceFlow id="b" sourceRef="first" targetRef="second"/><userTask id="second"/></process></definitions>`,
  )
})

const begin = async () => (await start(runtime, own, definitionId)).instanceId
const taskOf = async (instanceId: string, key = 'first'): Promise<string> =>
  (await admin.query('select id from task where instance_id = $1 and task_key = $2', [instanceId, key])).rows[0]?.id
const complete = (taskId: string, userId = 'ann') =>
  executeCommand(runtime, actorOf(userId), {
    target: { by: 'task', id: taskId },
    command: { type: 'completeTask', taskId, variables: [] },
  })
/** In how many transactions the rows of these instances were written last. */
const transactionsOf = async (instanceIds: readonly string[]) => {
  const { rows } = await admin.query('select distinct xmin::text from instance where id = any($1)', [instanceIds])
  return rows.length
}

describe('steps of several instances at the same time', () => {
  it('are committed together, each as the person who did it', async () => {
    const instances = await Promise.all(people.map(begin))
    const tasks = await Promise.all(instances.map((id) => taskOf(id)))
    const answers = await Promise.all(tasks.map((id, index) => complete(id, people[index])))
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(await transactionsOf(instances)).toBe(1)
    const { rows } = await admin.query('select id, ended_by from history_task where id = any($1)', [tasks])
    expect(new Map(rows.map(({ id, ended_by }) => [id, ended_by]))).toEqual(
      new Map(tasks.map((id, index) => [id, people[index]])),
    )
  })

  it('are all done when one of them was decided on rows that another process has changed meanwhile', async () => {
    const instances = await Promise.all(people.map(begin))
    const tasks = await Promise.all(instances.map((id) => taskOf(id)))
    await admin.query('update instance set revision = revision + 1, business_key = $2 where id = $1', [
      instances[1],
      'changed',
    ])
    const answers = await Promise.all(tasks.map((id) => complete(id)))
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
    const { rows } = await admin.query(
      'select id, revision, business_key from instance where id = any($1) order by id',
      [instances],
    )
    expect(rows.map(({ revision, business_key }) => [Number(revision), business_key])).toEqual([
      [1, null],
      [2, 'changed'],
      [1, null],
      [1, null],
    ])
  })

  it('do not wait for the one whose instance is locked by another user', async () => {
    const instances = await Promise.all(people.map(begin))
    const tasks = await Promise.all(instances.map((id) => taskOf(id)))
    const [locked = '', ...others] = tasks
    const holder = await admin.connect()
    onTestFinished(() => holder.release(true))
    await holder.query('begin')
    await holder.query('select id from instance where id = $1 for update', [instances[0]])
    let isThrough = false
    const late = complete(locked).then((answer) => {
      isThrough = true
      return answer
    })
    expect((await Promise.all(others.map((id) => complete(id)))).map(({ ok }) => ok)).toEqual([true, true, true])
    expect(isThrough).toBe(false)
    await holder.query('commit')
    expect(await late).toMatchObject({ ok: true })
  })

  it('are done once each when the same task is completed twice among them', async () => {
    const instances = await Promise.all(people.map(begin))
    const tasks = await Promise.all(instances.map((id) => taskOf(id)))
    const answers = await Promise.all([...tasks, ...tasks].map((id) => complete(id)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(4)
    const { rows } = await admin.query('select task_key from task where instance_id = any($1)', [instances])
    expect(rows.map(({ task_key }) => task_key)).toEqual(['second', 'second', 'second', 'second'])
  })
})
