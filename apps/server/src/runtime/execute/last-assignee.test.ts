import { bpmnOf } from '@millrace/bpmn/builder'
import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createTestRuntime, deployModel } from '../testing/test-runtime.ts'
import { listWaysToKnow } from '../testing/ways-to-know.ts'
import { executeCommand } from './execute-command.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const actor = { workplaceId, userId: 'ada', cause: 'test' }
const model = bpmnOf('millrace')`<process id="again" isExecutable="true">
  <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="ask"/>
  <userTask id="ask"/><sequenceFlow id="f2" sourceRef="ask" targetRef="check"/>
  <userTask id="check"/><sequenceFlow id="f3" sourceRef="check" targetRef="again1"/>
  <userTask id="again1" millrace:assigneeOf="ask"/><sequenceFlow id="f4" sourceRef="again1" targetRef="ask"/>
</process>`

describe.each(listWaysToKnow(createTestRuntime(db)))('a task for the user who had another one, when %s', (_, way) => {
  it('goes to the last who did, as history has it', async () => {
    const definitionId = await deployModel(way.runtime, actor, model)
    const { instanceId } = await way.start(actor, definitionId)
    const readTask = async () => {
      const { rows } = await admin.query('select id, task_key, assignee from task where instance_id = $1', [instanceId])
      return rows[0] as { id: string; task_key: string; assignee: string | null }
    }
    const work = async (userId: string | null) => {
      const { id } = await readTask()
      const target = { by: 'task', id } as const
      if (userId !== null)
        await executeCommand(way.runtime, actor, { target, command: { type: 'claimTask', taskId: id, userId } })
      const answer = await executeCommand(way.runtime, actor, {
        target,
        command: { type: 'completeTask', taskId: id, variables: [] },
      })
      expect(answer.ok).toBe(true)
    }
    await work('ann')
    await work('bob')
    expect(await readTask()).toMatchObject({ task_key: 'again1', assignee: 'ann' })
    await work(null)
    await work('eve')
    await work(null)
    expect(await readTask()).toMatchObject({ task_key: 'again1', assignee: 'eve' })
  })
})
