import { type Command, fromPlain, type PlainVariable } from '@millrace/engine'
import { loadScriptEngine } from '@millrace/expressions'
import { createTestDatabase } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/db/actor.ts'
import { deploy } from '../deploy/deploy.ts'
import type { Target } from '../load/target.ts'
import type { Runtime } from '../runtime.ts'
import { createFailingDatabase, type Fault } from '../testing/failing-database.ts'
import { createTestRuntime, start } from '../testing/test-runtime.ts'
import { executeCommand } from './execute-command.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor: Actor = { workplaceId, userId: 'ann', cause: 'test' }
const definitionIds = new Map<string, string>()

const flow = (id: string, from: string, to: string) =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"/>`
const path = (...ids: string[]) =>
  ids
    .slice(1)
    .map((id, index) => flow(`${ids[index]}-${id}`, ids[index] ?? '', id))
    .join('')

/** Every kind of effect that a step can have, on itself and on others. */
const main = `<process id="main" isExecutable="true">
  <startEvent id="start"/><parallelGateway id="fork"/>${path('start', 'fork')}

  ${path('fork', 'review', 'tell', 'alarm', 'call', 'decide', 'compute', 'book', 'sub')}
  <userTask id="review" camunda:candidateGroups="clerks"/>
  <boundaryEvent id="late" attachedToRef="review" cancelActivity="false"><timerEventDefinition><timeCycle>R2/PT1H</timeCycle></timerEventDefinition></boundaryEvent>
  <userTask id="reminded" camunda:assignee="ben"/>${path('late', 'reminded')}
  <boundaryEvent id="readied" attachedToRef="review" cancelActivity="false"><conditionalEventDefinition><condition>\${ready}</condition></conditionalEventDefinition></boundaryEvent>
  <userTask id="prepared"/>${path('readied', 'prepared')}
  <intermediateThrowEvent id="tell"><messageEventDefinition messageRef="ping"/></intermediateThrowEvent>
  <intermediateThrowEvent id="alarm"><signalEventDefinition signalRef="alarmed"/></intermediateThrowEvent>
  <callActivity id="call" calledElement="child"><extensionElements><camunda:in source="amount" target="amount"/><camunda:out source="answer" target="answer"/></extensionElements></callActivity>
  <businessRuleTask id="decide" camunda:decisionRef="rate" camunda:resultVariable="rate" camunda:mapDecisionResult="singleEntry"/>
  <scriptTask id="compute" scriptFormat="javascript" camunda:resultVariable="total"><script>execution.getVariable('amount') * execution.getVariable('rate')</script></scriptTask>
  <serviceTask id="book" camunda:expression="\${total}" camunda:resultVariable="booked"/>
  <boundaryEvent id="undoing" attachedToRef="book"><compensateEventDefinition/></boundaryEvent>
  <serviceTask id="undo" isForCompensation="true" camunda:expression="\${true}" camunda:resultVariable="undone"/>
  <association id="to-undo" sourceRef="undoing" targetRef="undo"/>
  <subProcess id="sub"><startEvent id="in"/><intermediateThrowEvent id="escalate"><escalationEventDefinition escalationRef="higher"/></intermediateThrowEvent>
    <endEvent id="broken"><errorEventDefinition errorRef="bad"/></endEvent>${path('in', 'escalate', 'broken')}</subProcess>
  <boundaryEvent id="escalated" attachedToRef="sub" cancelActivity="false"><escalationEventDefinition escalationRef="higher"/></boundaryEvent>
  <userTask id="boss"/>${path('escalated', 'boss')}
  <boundaryEvent id="caught" attachedToRef="sub"><errorEventDefinition errorRef="bad"/></boundaryEvent>
  ${path('caught', 'back', 'each', 'end')}
  <intermediateThrowEvent id="back"><compensateEventDefinition/></intermediateThrowEvent>
  <userTask id="each"><multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics></userTask>
  <endEvent id="end"/>

  ${path('fork', 'outside')}
  <serviceTask id="outside" camunda:type="external" camunda:topic="pack"/>
  <boundaryEvent id="refused" attachedToRef="outside"><errorEventDefinition errorRef="bad"/></boundaryEvent>
  <userTask id="repack"/>${path('refused', 'repack')}

  ${path('fork', 'web')}
  <serviceTask id="web"><extensionElements><camunda:connector><camunda:connectorId>http-connector</camunda:connectorId><camunda:inputOutput>
    <camunda:inputParameter name="url">https://shop.example.org/</camunda:inputParameter>
    <camunda:outputParameter name="status">\${statusCode}</camunda:outputParameter></camunda:inputOutput></camunda:connector></extensionElements></serviceTask>

  ${path('fork', 'later')}
  <serviceTask id="later" camunda:asyncBefore="true" camunda:expression="\${missing}"/>
</process>`

const others = `<process id="child" isExecutable="true"><startEvent id="cs"/><userTask id="asked"/><endEvent id="ce"/>${path('cs', 'asked', 'ce')}</process>
<process id="receiver" isExecutable="true"><startEvent id="rs"/><intermediateCatchEvent id="waits"><messageEventDefinition messageRef="ping"/></intermediateCatchEvent><userTask id="told"/>${path('rs', 'waits', 'told')}</process>
<process id="listener" isExecutable="true"><startEvent id="ls"/><intermediateCatchEvent id="listens"><signalEventDefinition signalRef="alarmed"/></intermediateCatchEvent><userTask id="heard"/>${path('ls', 'listens', 'heard')}</process>
<process id="started" isExecutable="true"><startEvent id="ss"><signalEventDefinition signalRef="alarmed"/></startEvent><userTask id="woken"/>${path('ss', 'woken')}</process>`

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <message id="ping" name="ping"/><signal id="alarmed" name="alarmed"/><error id="bad" errorCode="BAD"/><escalation id="higher" escalationCode="HIGHER"/>${main}${others}</definitions>`

const decision = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="rates" name="rates" namespace="test"><decision id="rate" name="rate">
  <decisionTable hitPolicy="FIRST"><input id="i"><inputExpression id="e"><text>amount</text></inputExpression></input><output id="o" name="rate"/>
  <rule id="r1"><inputEntry id="t1"><text>&lt; 10</text></inputEntry><outputEntry id="v1"><text>2</text></outputEntry></rule></decisionTable></decision></definitions>`

beforeAll(async () => {
  await loadScriptEngine()
  const files = [
    { name: 'main.bpmn', bytes: Buffer.from(model) },
    { name: 'rates.dmn', bytes: Buffer.from(decision) },
  ]
  const answer = await deploy(runtime, actor, { name: 'crash', source: null, tenantId: null, files })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  for (const { id, model: process } of answer.deployed.processes) definitionIds.set(process.id, id)
})

const idOf = async (sql: string, ...values: unknown[]): Promise<string> => (await admin.query(sql, values)).rows[0]?.id
const variables = (values: Readonly<Record<string, unknown>>): PlainVariable[] =>
  Object.entries(values).map(([name, value]) => ({ name, value: fromPlain(value) }))

interface Step {
  readonly target: () => Promise<Target>
  readonly command: (id: string) => Command
  /** Carried out a second time it does the same again; anything else is refused then. */
  readonly isRepeatable?: true
}

const mainInstance = async (): Promise<Target> => ({
  by: 'instance',
  id: await idOf('select id from instance where definition_id = $1', definitionIds.get('main')),
})
const oneOf =
  (by: Target['by'], sql: string, ...values: unknown[]) =>
  async (): Promise<Target> => ({
    by,
    id: await idOf(sql, ...values),
  })
const completing = (key: string): Step => ({
  target: oneOf('task', 'select id from task where task_key = $1 order by id limit 1', key),
  command: (taskId) => ({ type: 'completeTask', taskId, variables: variables({ answer: 42 }) }),
})
const jobOf = (kind: string) => oneOf('job', 'select id from job where kind = $1', kind)

/** What is done to the instance after its start, one after the other. */
const steps: Readonly<Record<string, Step>> = {
  'a timer that repeats': {
    target: jobOf('timer'),
    command: (jobId) => ({ type: 'runJob', jobId }),
    isRepeatable: true,
  },
  'a condition that becomes true': {
    target: mainInstance,
    command: (id) => ({
      type: 'setVariables',
      scopeId: id,
      instanceId: id,
      set: variables({ ready: true }),
      remove: [],
      isLocal: false,
    }),
    isRepeatable: true,
  },
  'a message and a signal to others, and a called process': completing('review'),
  'the return from a called process, a decision, a script, an escalation, an error, compensation, three tasks':
    completing('asked'),
  'one task of several': completing('each'),
  'a further task of several': completing('each'),
  'the last task of several': completing('each'),
  'an external task that ends in an error': {
    target: oneOf('externalTask', 'select id from external_task'),
    command: (taskId) => ({
      type: 'throwExternalTaskError',
      taskId,
      code: 'BAD',
      message: null,
      variables: variables({ why: 'x' }),
    }),
  },
  'work that was done outside': {
    target: jobOf('work'),
    command: (jobId) => ({ type: 'completeWork', jobId, output: { statusCode: 200, headers: {}, body: '' } }),
  },
  'a job that fails for good': {
    target: jobOf('before'),
    command: (jobId) => ({
      type: 'recordJobFailure',
      jobId,
      message: 'missing',
      isFinal: true,
      detail: { expression: '${missing}' },
    }),
    isRepeatable: true,
  },
  'a job that gets new tries': {
    target: jobOf('before'),
    command: (jobId) => ({ type: 'setJobRetries', jobId, retries: 3, dueAt: null }),
    isRepeatable: true,
  },
  'deleting what is left': {
    target: mainInstance,
    command: (instanceId) => ({ type: 'deleteInstance', instanceId, reason: 'over' }),
  },
}

const begin = (failing: Runtime) => start(failing, actor, definitionIds.get('main') ?? '', { amount: 5 })

async function carryOut(failing: Runtime, target: Target, { command }: Step): Promise<boolean> {
  return (await executeCommand(failing, actor, { target, command: command(target.id) })).ok
}

const faults: readonly Fault[] = ['error', 'lost before', 'lost after']

describe('a process with every kind of effect', () => {
  it('has them', async () => {
    const states = await playThrough()
    const has = (name: string, ...lines: string[]) => expect(states.get(name)).toEqual(expect.arrayContaining(lines))
    has(
      'starting',
      'task review',
      'job timer late',
      'job before later',
      'job work web',
      'external pack',
      'subscription conditional readied',
    )
    has('a timer that repeats', 'task reminded', 'job timer late')
    has('a condition that becomes true', 'task prepared')
    has('a message and a signal to others, and a called process', 'task told', 'task heard', 'task woken', 'task asked')
    has(
      'the return from a called process, a decision, a script, an escalation, an error, compensation, three tasks',
      'task boss',
      'task each',
      'variable undone = true',
      'variable total = 10',
      'variable answer = 42',
      'history sub !',
    )
    has('an external task that ends in an error', 'task repack', 'variable why = x')
    has('work that was done outside', 'variable status = 200')
    has('a job that fails for good', 'incident failedJob')
    expect(states.get('deleting what is left')).not.toContain('task repack')
  })

  it.each(faults)(
    'is as before or as after each step when a statement meets: %s; and what is retried succeeds',
    async (fault) => {
      const expected = await playThrough()
      await clear()
      let failures = 0
      await eachStatement(fault, begin, () => {
        failures++
      })
      expect(await summarise()).toEqual(expected.get('starting'))
      for (const [name, step] of Object.entries(steps)) {
        const target = await step.target()
        const { isCertain } = await eachStatement(
          fault,
          (failing) => carryOut(failing, target, step),
          () => {
            failures++
          },
        )
        if (!isCertain && step.isRepeatable !== true) expect(await carryOut(runtime, target, step)).toBe(false)
        expect([name, await summarise()]).toEqual([name, expected.get(name)])
      }
      expect(failures).toBeGreaterThan(80)
    },
  )
})

/**
 * Repeats with the fault at the first statement, the second, and so on until it is carried out. Nothing may have changed
 * by a try that failed, except when only the answer to its commit was lost: then it is done, and nobody is certain.
 */
async function eachStatement(
  fault: Fault,
  carryOutWith: (failing: Runtime) => Promise<unknown>,
  onFailure: () => void,
): Promise<{ isCertain: boolean }> {
  for (let failAt = 0; ; failAt++) {
    const before = await dump()
    const failing = createFailingDatabase(db, failAt, fault)
    try {
      await carryOutWith({ ...runtime, db: failing.db })
      return { isCertain: true }
    } catch (error) {
      if (!failing.reached()) throw error
      onFailure()
      const after = await dump()
      if (fault === 'lost after' && JSON.stringify(after) !== JSON.stringify(before)) return { isCertain: false }
      expect(after).toEqual(before)
    }
  }
}

async function playThrough(): Promise<Map<string, readonly string[]>> {
  await clear()
  const states = new Map<string, readonly string[]>()
  expect(await begin(runtime)).toMatchObject({ ok: true })
  states.set('starting', await summarise())
  for (const [name, step] of Object.entries(steps)) {
    expect([name, await carryOut(runtime, await step.target(), step)]).toEqual([name, true])
    states.set(name, await summarise())
  }
  return states
}

const tables = [
  'instance',
  'root',
  'element',
  'variable',
  'task',
  'task_listing',
  'job',
  'subscription',
  'external_task',
  'incident',
  'history_element',
  'history_task',
  'history_variable',
  'history_fact',
  'history_instance',
  'instance_listing',
]

/** Leaves two instances that wait for others, and the start events. */
async function clear(): Promise<void> {
  const emptied = [...tables.filter((table) => table !== 'subscription'), 'incident_news']
  await admin.query(`truncate ${emptied.join(', ')}`)
  await admin.query('delete from subscription where definition_id is null')
  for (const key of ['receiver', 'listener']) await start(runtime, actor, definitionIds.get(key) ?? '')
}

async function dump(): Promise<Record<string, unknown[]>> {
  const entries = await Promise.all(
    tables.map(
      async (table) => [table, (await admin.query(`select * from ${table} order by 1, 2, 3, 4`)).rows] as const,
    ),
  )
  return Object.fromEntries(entries)
}

/** Everything there is and was, without ids and times. */
async function summarise(): Promise<readonly string[]> {
  const { rows } = await admin.query<{ line: string }>(`
    select concat('element ', element_key, ' ', state, ' ', loop, ' ', open_children) as line from element
    union all select concat('instance ', open_children) from instance
    union all select concat('task ', task_key) from task
    union all select concat('reader ', reader) from task_listing
    union all select concat('involved ', reader, ' ', is_cancelled) from instance_listing
    union all select concat('job ', kind, ' ', element_key) from job
    union all select concat('retries ', kind, ' ', retries) from job
    union all select concat('subscription ', kind, ' ', element_key) from subscription
    union all select concat('external ', topic) from external_task
    union all select concat('incident ', type) from incident
    union all select concat('variable ', name, ' = ', value) from variable
    union all select concat('history ', element_key, case when is_cancelled then ' !' end) from history_element
    union all select concat('history task ', task_key, ' ', reason) from history_task
    union all select concat('history variable ', name, ' ', is_removed) from history_variable
    union all select concat('history fact ', kind) from history_fact
    union all select concat('history instance ', outcome) from history_instance
    order by 1`)
  return rows.map(({ line }) => line)
}
