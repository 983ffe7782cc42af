import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/db/actor.ts'
import { wholeLoadLimit } from '../load/load-texts.ts'
import { completeTask, createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { listWaysToKnow } from '../testing/ways-to-know.ts'
import { executeCommand } from './execute-command.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor: Actor = { workplaceId, userId: 'ann', cause: 'test' }

const model = (
  elements: string,
) => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test"><process id="many" isExecutable="true">${elements}</process></definitions>`

describe('two people at one task', () => {
  it('has exactly one winner, however they come', async () => {
    const definitionId = await deployModel(
      runtime,
      actor,
      model('<startEvent id="start"/><sequenceFlow id="f" sourceRef="start" targetRef="task"/><userTask id="task"/>'),
    )
    for (let round = 0; round < 20; round++) {
      const { instanceId } = await start(runtime, actor, definitionId)
      const [task] = await tasksOf(instanceId)
      const answers = await Promise.all([1, 2, 3].map(() => completeTask(runtime, actor, task ?? '')))
      expect(answers.map(({ ok }) => ok).sort()).toEqual([false, false, true])
    }
  })
})

describe.each(listWaysToKnow(runtime))(
  'an instance with more open elements than are loaded whole, when %s',
  (_, way) => {
    const { runtime } = way
    const count = wholeLoadLimit + 60
    const elements = `<startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="task"/>
    <userTask id="task"><multiInstanceLoopCharacteristics><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics></userTask>
    <boundaryEvent id="stop" attachedToRef="task"><messageEventDefinition messageRef="stopMessage"/></boundaryEvent><sequenceFlow id="f2" sourceRef="stop" targetRef="stopped"/><userTask id="stopped"/>
    <sequenceFlow id="f3" sourceRef="task" targetRef="after"/><userTask id="after"/>`
    const xml = model(elements).replace('</definitions>', '<message id="stopMessage" name="stop"/></definitions>')

    it('continues when the last of them is completed', async () => {
      const definitionId = await deployModel(runtime, actor, xml)
      const { instanceId } = await way.start(actor, definitionId)
      const tasks = await tasksOf(instanceId)
      expect(tasks).toHaveLength(count)
      for (const task of tasks) expect(await completeTask(runtime, actor, task)).toMatchObject({ ok: true })
      const { rows } = await admin.query('select task_key from task where instance_id = $1', [instanceId])
      expect(rows).toEqual([{ task_key: 'after' }])
    })

    it('looks at its conditions when a variable changes, wherever they stand', async () => {
      const called = `<process id="called" isExecutable="true"><startEvent id="cs"/><sequenceFlow id="cf" sourceRef="cs" targetRef="inside"/><userTask id="inside"/>
      <subProcess id="handler" triggeredByEvent="true"><startEvent id="asked" isInterrupting="false"><conditionalEventDefinition><condition>\${stop}</condition></conditionalEventDefinition></startEvent><sequenceFlow id="hf" sourceRef="asked" targetRef="handled"/><userTask id="handled"/></subProcess></process>`
      const conditional = elements
        .replace(
          '<messageEventDefinition messageRef="stopMessage"/>',
          '<conditionalEventDefinition><condition>${stop}</condition></conditionalEventDefinition>',
        )
        .replace(
          '<startEvent id="start"/>',
          '<startEvent id="start"/><sequenceFlow id="f0" sourceRef="start" targetRef="call"/><callActivity id="call" calledElement="called"/>',
        )
      await deployModel(runtime, actor, model('').replace(/<process.*<\/process>/s, called))
      const definitionId = await deployModel(runtime, actor, model(conditional))
      const { instanceId } = await way.start(actor, definitionId)
      const [task] = await tasksOf(instanceId)
      const set = (id: string, value: boolean) =>
        executeCommand(runtime, actor, {
          target: { by: 'instance', id },
          command: {
            type: 'setVariables',
            scopeId: id,
            instanceId: id,
            set: [{ name: 'stop', value: { type: 'Boolean', value, info: null } }],
            remove: [],
            isLocal: false,
          },
        })
      expect(await completeTask(runtime, actor, task ?? '')).toMatchObject({ ok: true })
      const { rows: calledIds } = await admin.query('select id from instance where root_id = $1 and id <> $1', [
        instanceId,
      ])
      expect(await set(calledIds[0].id, true)).toMatchObject({ ok: true })
      const { rows: handled } = await admin.query(
        "select task_key from task where root_id = $1 and task_key = 'handled'",
        [instanceId],
      )
      expect(handled).toHaveLength(1)
      expect(await set(instanceId, true)).toMatchObject({ ok: true })
      const { rows } = await admin.query('select task_key from task where instance_id = $1', [instanceId])
      expect(rows).toEqual([{ task_key: 'stopped' }])
    })

    it('loads everything below what is interrupted', async () => {
      const definitionId = await deployModel(runtime, actor, xml)
      const { instanceId } = await way.start(actor, definitionId)
      const { rows } = await admin.query('select id from subscription where instance_id = $1', [instanceId])
      const answer = await executeCommand(runtime, actor, {
        target: { by: 'subscription', id: rows[0].id },
        command: { type: 'triggerSubscription', subscriptionId: rows[0].id, variables: [] },
      })
      expect(answer).toMatchObject({ ok: true })
      expect((await admin.query('select task_key from task where instance_id = $1', [instanceId])).rows).toEqual([
        { task_key: 'stopped' },
      ])
      expect(
        (
          await admin.query('select count(*)::int from history_element where instance_id = $1 and is_cancelled', [
            instanceId,
          ])
        ).rows[0].count,
      ).toBe(count + 1)
      expect(
        (await admin.query('select count(*)::int from variable where instance_id = $1', [instanceId])).rows[0].count,
      ).toBe(0)
    })
  },
)

async function tasksOf(instanceId: string): Promise<string[]> {
  return (await admin.query('select id from task where instance_id = $1 order by id', [instanceId])).rows.map(
    ({ id }) => id,
  )
}
