import { api } from '@millrace/contract'
import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { completeTask, deployModel, start } from '../../runtime/testing/test-runtime.ts'

const { admin, app, db, runtime, signIn, workplaceId } = await createTestApp()
const actor = { workplaceId, userId: null, cause: 'test' }
const operator = await signIn({ roles: ['RoleProcessAdmin'] })

const flow = (from: string, to: string) => `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}"/>`
const model = (
  version: number,
) => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test">
  <process id="order" name="Version ${version}" isExecutable="true"><startEvent id="start"/>
  <subProcess id="check"><startEvent id="in"/><userTask id="look"/><endEvent id="out"/>${flow('in', 'look')}${flow('look', 'out')}</subProcess>
  <boundaryEvent id="late" attachedToRef="check"><timerEventDefinition><timeDuration>P3D</timeDuration></timerEventDefinition></boundaryEvent>
  <userTask id="pack"/><endEvent id="end"/>${flow('start', 'check')}${flow('check', 'pack')}${flow('pack', 'end')}${flow('late', 'pack')}</process></definitions>`
const first = await deployModel(runtime, actor, model(1))
const second = await deployModel(runtime, actor, model(2))

const live = ['element', 'variable', 'task', 'job', 'subscription', 'external_task', 'incident', 'task_listing']
const past = ['history_element', 'history_task']

/** All rows of an instance, without what counts changes. */
async function rowsOf(id: string, tables: readonly string[]) {
  const all: Record<string, unknown> = {}
  for (const table of tables) {
    const key =
      table === 'task_listing' ? 'task_id in (select id from task where instance_id = $1)' : 'instance_id = $1'
    const { rows } = await admin.query(
      `select to_jsonb(t) - 'revision' - 'updated_at' as row from ${table} t where ${key} order by 1`,
      [id],
    )
    all[table] = rows.map(({ row }) => row)
  }
  const { rows } = await admin.query(`select to_jsonb(i) - 'revision' as row from instance i where id = $1`, [id])
  return { ...all, instance: rows }
}

const undoable = async (id: string) => (await operator.call(api.processes.undoable, { params: { id } })).body.change
async function undo(id: string) {
  const change = await undoable(id)
  return operator.call(api.processes.undo, { params: { id }, body: { at: change?.at ?? '2026-01-01T00:00:00.000Z' } })
}
const begin = async () => (await start(runtime, actor, first, { note: 'first', amount: 3 })).instanceId

describe('the undo of a change', () => {
  it('puts tokens back where they were, with tasks, timers, variables and history', async () => {
    const id = await begin()
    const before = [await rowsOf(id, live), await rowsOf(id, past)]
    const moves = [
      { kind: 'cancel' as const, by: 'key' as const, id: 'check' },
      { kind: 'start' as const, at: 'before' as const, id: 'pack', ancestorId: null },
    ]
    expect((await operator.call(api.processes.moveTokens, { params: { id }, body: { moves } })).status).toBe(204)
    expect(await rowsOf(id, live)).not.toEqual(before[0])
    const change = await undoable(id)
    expect(change).toMatchObject({
      what: 'modification',
      by: { username: operator.user.username },
      ends: 1,
      variables: [],
    })
    expect(change?.elements).toEqual(expect.arrayContaining(['check', 'look']))
    expect((await undo(id)).status).toBe(204)
    expect(await rowsOf(id, live)).toEqual(before[0])
    // What the change started is told as cancelled.
    const { rows } = await admin.query('select element_key, is_cancelled from history_element where instance_id = $1', [
      id,
    ])
    expect(rows.filter(({ is_cancelled }) => is_cancelled)).toEqual([{ element_key: 'pack', is_cancelled: true }])
    expect(await undoable(id)).toBeNull()
    const { body } = await operator.call(api.processes.history, { params: { id }, query: {} })
    expect(body.items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['modified', 'undone']))
    const { rows: tasks } = await admin.query('select id from task where instance_id = $1', [id])
    expect((await completeTask(runtime, actor, tasks[0].id)).ok).toBe(true)
    const { rows: next } = await admin.query('select id, task_key from task where instance_id = $1', [id])
    expect(next).toMatchObject([{ task_key: 'pack' }])
    expect((await completeTask(runtime, actor, next[0].id)).ok).toBe(true)
    expect((await rowsOf(id, live)).instance).toEqual([])
  })

  it('gives variables their earlier values, and removes new ones', async () => {
    const id = await begin()
    const before = await rowsOf(id, live)
    const set = (name: string, text: string) =>
      operator.call(api.processes.setVariable, { params: { id }, body: { name, type: 'String', text } })
    expect((await set('note', 'second')).status).toBe(204)
    expect(await undoable(id)).toMatchObject({ what: 'variables', variables: ['note'], removes: 0 })
    expect((await undo(id)).status).toBe(204)
    expect((await rowsOf(id, live)).instance).toEqual(before.instance)
    expect((await set('more', 'x')).status).toBe(204)
    expect(await undoable(id)).toMatchObject({ variables: [], removes: 1 })
    expect((await undo(id)).status).toBe(204)
    const { rows } = await admin.query('select name, value from variable where instance_id = $1 order by name', [id])
    expect(rows).toEqual([
      { name: 'amount', value: '3' },
      { name: 'note', value: 'first' },
    ])
  })

  it('takes an instance back to its version', async () => {
    const id = await begin()
    const before = await rowsOf(id, live)
    const program = await createUser(db, { workplaceId, roles: ['RoleFullAPI'] })
    const answer = await app.inject({
      method: 'POST',
      url: '/engine-rest/migration/execute',
      headers: { authorization: `Bearer ${await createApiToken(db, program)}` },
      payload: {
        processInstanceIds: [id],
        migrationPlan: {
          sourceProcessDefinitionId: first,
          targetProcessDefinitionId: second,
          instructions: ['check', 'look', 'late'].map((one) => ({
            sourceActivityIds: [one],
            targetActivityIds: [one],
          })),
        },
      },
    })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(await undoable(id)).toMatchObject({ what: 'migration' })
    expect((await undo(id)).status).toBe(204)
    expect(await rowsOf(id, live)).toEqual(before)
  })

  it('is not offered, and changes nothing, once anything has happened', async () => {
    const id = await begin()
    const body = { name: 'note', type: 'String' as const, text: 'second' }
    await operator.call(api.processes.setVariable, { params: { id }, body })
    const change = await undoable(id)
    const { rows } = await admin.query('select id from task where instance_id = $1', [id])
    expect((await completeTask(runtime, actor, rows[0].id)).ok).toBe(true)
    expect(await undoable(id)).toBeNull()
    const now = await rowsOf(id, live)
    const { status, error } = await operator.call(api.processes.undo, {
      params: { id },
      body: { at: change?.at ?? '' },
    })
    expect([status, error?.code]).toEqual([409, 'instance.changed'])
    expect(await rowsOf(id, live)).toEqual(now)
  })

  it('happens once of two at the same time', async () => {
    const id = await begin()
    await operator.call(api.processes.setVariable, {
      params: { id },
      body: { name: 'note', type: 'String', text: 'x' },
    })
    const at = (await undoable(id))?.at ?? ''
    const both = await Promise.all(
      [1, 2].map(() => operator.call(api.processes.undo, { params: { id }, body: { at } })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })
})
