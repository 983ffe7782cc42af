import { process } from '@millrace/bpmn/builder'
import { taskCalls } from '@millrace/contract'
import { createTestApp, testRequest } from '@millrace/server/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { completeTask } from '../../operations/tasks/complete-task.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { executeCommand, executeStart } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { createTestRuntime } from '../../runtime/testing/test-runtime.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const definition = await scenario.deploy(
  process('errand')
    .start()
    .userTask('first', { 'camunda:assignee': 'ada' })
    .userTask('second', { 'camunda:assignee': 'ada' })
    .end()
    .toXml(),
)
const ada = await signIn({ username: 'ada' })
afterEach(() => {
  vi.restoreAllMocks()
})

it('completing a task takes one read and one transaction, in which the next task of the user is found too', async () => {
  const instanceId = await scenario.start(definition)
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const params = { id: rows[0].id }
  const { body: task } = await ada.call(taskCalls.get, { params })
  const writing = vi.spyOn(db, 'withTransaction')
  const reading = vi.spyOn(db, 'read')
  const { status, body } = await ada.call(taskCalls.complete, {
    params,
    body: { values: {}, hash: task.form?.document.hash ?? '' },
  })
  expect([status, body.nextTaskId]).toEqual([200, expect.any(String)])
  expect(causesOf(writing.mock.calls)).toEqual([`POST /api${taskCalls.complete.path}`])
  // The task with its form.
  expect(reading).toHaveBeenCalledTimes(1)
})

/** Whose session it is comes before, in whatever call. */
function causesOf(calls: readonly (readonly [Pick<Actor, 'cause'>, ...unknown[]])[]): string[] {
  return calls.map(([actor]) => actor.cause).filter((cause) => cause !== 'session')
}

const asked = await scenario.deploy(
  process('asked')
    .start()
    .userTask('answer', {
      'camunda:assignee': 'ada',
      inside:
        '<extensionElements><camunda:formData><camunda:formField id="count" type="long"/></camunda:formData></extensionElements>',
    })
    .end()
    .toXml(),
)

/** A task whose form was opened, and what sends it. */
async function openAsked() {
  const instanceId = await scenario.start(asked)
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const params = { id: rows[0].id }
  const { body: task } = await ada.call(taskCalls.get, { params })
  const body = { values: { count: '7' }, hash: task.form?.document.hash ?? '' }
  return { ...params, instanceId, body, submit: () => ada.call(taskCalls.complete, { params, body }) }
}

it('a task of an instance that this server has worked at is completed in one transaction, without reading anything', async () => {
  const { instanceId, submit } = await openAsked()
  const reading = vi.spyOn(db, 'read')
  const writing = vi.spyOn(db, 'withTransaction')
  expect((await submit()).status).toBe(200)
  expect(reading).not.toHaveBeenCalled()
  expect(causesOf(writing.mock.calls)).toEqual([`POST /api${taskCalls.complete.path}`])
  const { rows } = await admin.query(`select value from history_variable where instance_id = $1 and name = 'count'`, [
    instanceId,
  ])
  expect(rows).toEqual([{ value: '7' }])
})

it('the action takes one transaction of one round trip where the rows are in memory, else a read and one of two', async () => {
  const { id: person } = (await admin.query(`select id from app_user where username = 'ada'`)).rows[0]
  const request = testRequest({ id: person, workplaceId, username: 'ada', roles: ['RoleUser'] })
  const cost = async (forget: boolean) => {
    const { id, instanceId, body } = await openAsked()
    if (forget) runtime.states.forget(workplaceId, instanceId)
    const trips: string[] = []
    const counting: Database = {
      ...db,
      read: (place, work) => db.read(place, (tx) => work(countTrips(tx, () => trips.push('read')))),
      withTransaction: (actor, work) => {
        trips.push('begin')
        return db.withTransaction(actor, (tx) => work(countTrips(tx, () => trips.push('write'))))
      },
    }
    const context = { db: counting, runtime: { ...runtime, db: counting }, clock: runtime.clock }
    const given = { kind: 'form', submission: { ...body, action: null, timeZone: 'UTC' } } as const
    const completed = await completeTask(context, request, { id, given, delegated: 'return' })
    expect(completed).toMatchObject({ isReturned: false, nextTaskId: null })
    return trips
  }
  expect(await cost(false)).toEqual(['begin', 'write'])
  // The task, its variables; then lock and load, and what was decided.
  expect(await cost(true)).toEqual(['begin', 'read', 'read', 'write', 'write'])
})

function countTrips(tx: Tx, count: () => void): Tx {
  return {
    ...tx,
    batch: (statements) => {
      count()
      return tx.batch(statements)
    },
    commit: (statements) => {
      count()
      return tx.commit(statements)
    },
    query: (query, name) => {
      count()
      return tx.query(query, name)
    },
  }
}

it('a task that another server has given to another user is not completed by what this one remembers', async () => {
  const { id, submit } = await openAsked()
  const other = { ...createTestRuntime(db), newId: runtime.newId }
  const actor = { workplaceId, userId: 'operator', cause: 'test' }
  const given = await executeCommand(other, actor, {
    target: { by: 'task', id },
    command: { type: 'changeTask', taskId: id, patch: { assignee: 'ben' }, operation: 'Assign' },
  })
  expect(given.ok).toBe(true)
  const { status, error } = await submit()
  expect([status, error.code]).toEqual([404, 'thing.not-found'])
  const { rows } = await admin.query('select assignee from task where id = $1', [id])
  expect(rows).toEqual([{ assignee: 'ben' }])
})

it('shows nobody by a statement what they do themselves, and others in the round trip that there is anyway', async () => {
  const trips = async (userId: string) => {
    const sent: string[][] = []
    const note = (statements: readonly Statement[]) => void sent.push(statements.map(({ name }) => name))
    const noting: Database = {
      ...db,
      withTransaction: (actor, work) =>
        db.withTransaction(actor, (tx) => {
          const batch: Tx['batch'] = (statements) => {
            note(statements as readonly Statement[])
            return tx.batch(statements)
          }
          const commit: Tx['commit'] = (statements) => {
            note(statements)
            return tx.commit(statements)
          }
          return work({ ...tx, batch, commit })
        }),
    }
    const command = {
      ...{ type: 'startInstance' as const, definition, instanceId: runtime.newId(), businessKey: null, variables: [] },
      ...{ startElementId: null, tenantId: null },
    } as const
    await executeStart({ ...runtime, db: noting }, { workplaceId, userId, cause: 'test' }, { command })
    return sent
  }
  const [own, others] = [await trips('ada'), await trips('ben')]
  expect([own.length, own.flat().filter((name) => name.startsWith('notice'))]).toEqual([1, []])
  expect([others.length, others.flat().filter((name) => name.startsWith('notice'))]).toEqual([1, ['notice_tell_one']])
})
