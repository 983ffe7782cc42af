import { createTestDatabase } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { setExternalTaskPriority } from './change-external-task.ts'
import { executeCommand } from './execute-command.ts'
import { lockExternalTask } from './lock-external-tasks.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor = { workplaceId, userId: 'ann', cause: 'test' }
let definitionId = ''

beforeAll(async () => {
  const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
    <process id="outside" isExecutable="true"><startEvent id="start"/><sequenceFlow id="a" sourceRef="start" targetRef="print"/>
      <serviceTask id="print" camunda:type="external" camunda:topic="print"/></process></definitions>`
  definitionId = await deployModel(runtime, actor, model)
})

async function begin(): Promise<{ instanceId: string; id: string }> {
  const { instanceId } = await start(runtime, actor, definitionId)
  const { rows } = await admin.query('select id from external_task where instance_id = $1', [instanceId])
  return { instanceId, id: rows[0].id }
}

const taskOf = async (id: string) =>
  (await admin.query('select worker_id, priority::int, is_suspended from external_task where id = $1', [id])).rows[0]

/** The runtime, with something that happens between what a run has read and what it writes. */
function meanwhile(happens: () => Promise<unknown>): typeof runtime {
  const between: Database = {
    ...db,
    withTransaction: (who, work) =>
      db.withTransaction(who, (tx) =>
        work({
          ...tx,
          commit: async (statements) => {
            await happens()
            return tx.commit(statements)
          },
        }),
      ),
  }
  return { ...runtime, db: between }
}

const suspend = (instanceId: string, by = runtime) =>
  executeCommand(by, actor, {
    target: { by: 'instance', id: instanceId },
    command: { type: 'suspendInstance', instanceId, isSuspended: true },
  })

describe('an external task that a step changes', () => {
  it('stays with the worker who has locked it meanwhile', async () => {
    const { instanceId, id } = await begin()
    const until = new Date(Date.now() + 60_000)
    const by = meanwhile(() => lockExternalTask(runtime, actor, id, { workerId: 'w', until }))
    expect(await suspend(instanceId, by)).toMatchObject({ ok: true })
    expect(await taskOf(id)).toEqual({ worker_id: 'w', priority: 0, is_suspended: true })
  })

  it('gets its new priority after the step, which does not set that back', async () => {
    const { instanceId, id } = await begin()
    let changed: Promise<boolean> | undefined
    const by = meanwhile(async () => {
      changed = setExternalTaskPriority(runtime, actor, { id, priority: 50 })
      expect(await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, 100, 'waits'))])).toBe('waits')
    })
    await suspend(instanceId, by)
    expect(await changed).toBe(true)
    expect(await taskOf(id)).toEqual({ worker_id: null, priority: 50, is_suspended: true })
  })

  it('has no priority when it no longer exists', async () => {
    expect(await setExternalTaskPriority(runtime, actor, { id: runtime.newId(), priority: 1 })).toBe(false)
  })
})
