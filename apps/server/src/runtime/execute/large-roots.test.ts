import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { wholeLoadLimit } from '../load/load-texts.ts'
import { completeTask, createTestRuntime, deployModel } from '../testing/test-runtime.ts'
import { listWaysToKnow } from '../testing/ways-to-know.ts'
import { changeJobsIn } from './change-jobs.ts'
import { executeCommand } from './execute-command.ts'
import { unitOfWork } from './unit-of-work.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor = { workplaceId, userId: 'ann', cause: 'test' }
const count = wholeLoadLimit + 20

const flow = (from: string, to: string) => `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}"/>`
/** A process with a crowd of open tasks, and what is given beside them. */
const crowd = (key: string, beside: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t">
  <message id="m" name="ping"/><signal id="s" name="alarm"/><process id="${key}" isExecutable="true">
  <startEvent id="start"/>${flow('start', 'fork')}<parallelGateway id="fork"/>${flow('fork', 'each')}
  <userTask id="each"><multiInstanceLoopCharacteristics><loopCardinality>\${count}</loopCardinality></multiInstanceLoopCharacteristics></userTask>
  ${beside}</process></definitions>`
const thrower = (definition: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t">
  <message id="m" name="ping"/><signal id="s" name="alarm"/><process id="thrower" isExecutable="true"><startEvent id="start"/>${flow('start', 'throw')}
  <intermediateThrowEvent id="throw">${definition}</intermediateThrowEvent>${flow('throw', 'end')}<endEvent id="end"/></process></definitions>`

const countOf = async (instanceId: string, key: string) =>
  (
    await admin.query(
      'select count(*)::int as count from element where instance_id = $1 and element_key = $2 and loop is distinct from $3',
      [instanceId, key, 'body'],
    )
  ).rows[0].count
const taskOf = async (instanceId: string, key: string): Promise<string> =>
  (
    await admin.query('select id from task where instance_id = $1 and task_key = $2 order by id limit 1', [
      instanceId,
      key,
    ])
  ).rows[0]?.id

describe.each(listWaysToKnow(runtime))('an instance with many open elements, when %s', (_, way) => {
  const { runtime } = way
  const begin = async (xml: string, variables = {}) =>
    (await way.start(actor, await deployModel(runtime, actor, xml), variables)).instanceId

  it.each([
    ['message', '<messageEventDefinition messageRef="m"/>'],
    ['signal', '<signalEventDefinition signalRef="s"/>'],
  ])('receives a %s of another instance', async (kind, definition) => {
    const instanceId = await begin(
      crowd(
        `receives-${kind}`,
        `${flow('fork', 'wait')}<intermediateCatchEvent id="wait">${definition}</intermediateCatchEvent>${flow('wait', 'told')}<userTask id="told"/>`,
      ),
      { count },
    )
    await begin(thrower(definition))
    expect(await countOf(instanceId, 'told')).toBe(1)
    expect(await countOf(instanceId, 'each')).toBe(count)
  })

  it('counts its runs and ends with the last of them', async () => {
    const instanceId = await begin(crowd('ends', ''), { count })
    for (let done = 0; done < count; done++) {
      expect(await countOf(instanceId, 'each')).toBe(count - done)
      expect(await completeTask(runtime, actor, await taskOf(instanceId, 'each'))).toMatchObject({ ok: true })
    }
    const { rows } = await admin.query('select outcome from history_instance where id = $1', [instanceId])
    expect(rows).toEqual([{ outcome: 'completed' }])
    for (const table of ['instance', 'element', 'variable', 'task', 'task_listing'])
      expect([
        table,
        (
          await admin.query(
            `select count(*)::int as count from ${table} where workplace_id = $1 ${table === 'task_listing' ? '' : `and ${table === 'instance' ? 'id' : 'root_id'} = '${instanceId}'`}`,
            [workplaceId],
          )
        ).rows[0].count,
      ]).toEqual([table, 0])
  })

  it('is left as a whole by an event at the border of a scope', async () => {
    const instanceId = await begin(
      `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><process id="scoped" isExecutable="true">
        <startEvent id="start"/>${flow('start', 'sub')}<subProcess id="sub"><startEvent id="in"/>${flow('in', 'each')}
        <userTask id="each"><multiInstanceLoopCharacteristics><loopCardinality>\${count}</loopCardinality></multiInstanceLoopCharacteristics></userTask></subProcess>
        <boundaryEvent id="late" attachedToRef="sub"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>${flow('late', 'after')}<userTask id="after"/>
        </process></definitions>`,
      { count },
    )
    const { rows } = await admin.query(`select id from job where instance_id = $1`, [instanceId])
    const jobId = rows[0].id
    expect(
      await executeCommand(runtime, actor, { target: { by: 'job', id: jobId }, command: { type: 'runJob', jobId } }),
    ).toMatchObject({
      ok: true,
    })
    expect([await countOf(instanceId, 'each'), await countOf(instanceId, 'after')]).toEqual([0, 1])
    expect(await taskOf(instanceId, 'each')).toBeUndefined()
  })

  it('of jobs is deleted as a whole', async () => {
    const instanceId = await begin(
      crowd(
        'jobs',
        `${flow('fork', 'later')}<serviceTask id="later" camunda:asyncBefore="true" camunda:expression="\${1}"><multiInstanceLoopCharacteristics><loopCardinality>\${count}</loopCardinality><extensionElements/></multiInstanceLoopCharacteristics></serviceTask>`,
      ),
      { count },
    )
    await unitOfWork(runtime, actor, (unit) =>
      changeJobsIn(unit, actor.workplaceId, { by: 'instance', id: instanceId }, { priority: 7 }),
    )
    const command = { type: 'deleteInstance', instanceId, reason: null } as const
    expect(await executeCommand(runtime, actor, { target: { by: 'instance', id: instanceId }, command })).toMatchObject(
      {
        ok: true,
      },
    )
    for (const table of ['element', 'variable', 'task', 'job'])
      expect(
        (await admin.query(`select count(*)::int as count from ${table} where root_id = $1`, [instanceId])).rows,
      ).toEqual([{ count: 0 }])
  })
})
