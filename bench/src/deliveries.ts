import { setTimeout as sleep } from 'node:timers/promises'
import { getProcess } from '../../apps/server/src/runtime/definitions/definitions.ts'
import { deploy } from '../../apps/server/src/runtime/deploy/deploy.ts'
import { executeCommand, executeStart } from '../../apps/server/src/runtime/execute/execute-command.ts'
import type { Runtime } from '../../apps/server/src/runtime/runtime.ts'
import type { Bench, BenchContext } from './bench.ts'
import { median } from './measure.ts'
import { withWorker } from './with-worker.ts'

const flow = (from: string, to: string) => `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}"/>`

/** The receiver is at work when the message comes, so that a job has to deliver it. */
const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="bench"><message id="ping" name="ping"/>
  <process id="thrower" isExecutable="true"><startEvent id="s"/><userTask id="task"/><intermediateThrowEvent id="tell"><messageEventDefinition messageRef="ping"/></intermediateThrowEvent>
    ${flow('s', 'task')}${flow('task', 'tell')}</process>
  <process id="receiver" isExecutable="true"><startEvent id="t"/><intermediateCatchEvent id="waits"><messageEventDefinition messageRef="ping"/></intermediateCatchEvent><userTask id="told"/>
    ${flow('t', 'waits')}${flow('waits', 'told')}</process></definitions>`

export const deliveriesBench: Bench = {
  name: 'deliveries',
  says: 'milliseconds from the answer of a step whose message finds its receiver locked to the claim of the job that delivers it, idle worker',
  run: (base) =>
    withWorker(base, async (context) => {
      const definitionIds = await deployBoth(context)
      const times: number[] = []
      for (let round = 0; round < 100; round++) {
        await sleep(30)
        times.push(await deliverOnce(context, definitionIds))
      }
      const late = times.toSorted((a, b) => a - b)[94] ?? Number.NaN
      console.log(
        `  median ${median(times).toFixed(0)} ms, 95 of 100 within ${late.toFixed(0)} ms (at most 50 on an idle machine)`,
      )
    }),
}

async function deployBoth({ runtime, actor }: BenchContext): Promise<readonly string[]> {
  const files = [{ name: 'deliveries.bpmn', bytes: Buffer.from(model) }]
  const answer = await deploy(runtime, actor, { name: 'bench', source: null, tenantId: null, files })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  return answer.deployed.processes.map(({ id }) => id)
}

async function deliverOnce(context: BenchContext, [thrower = '', receiver = '']: readonly string[]): Promise<number> {
  const { runtime, actor } = context
  const { pool } = runtime.db
  const to = await start(runtime, actor, receiver)
  const from = await start(runtime, actor, thrower)
  const find = async (sql: string, values: readonly unknown[]) =>
    (await inWorkplace(context, sql, values))[0]?.id as string
  const taskId = await find('select id from task where root_id = $1', [from])
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`select set_config('app.workplace', $1, true)`, [actor.workplaceId])
    await holder.query('select id from instance where id = $1 for no key update', [to])
    const command = { type: 'completeTask', taskId, variables: [] } as const
    await executeCommand(runtime, actor, { target: { by: 'task', id: taskId }, command })
    const startedAt = performance.now()
    for (;;) {
      const claimed = await find(`select id from job where root_id = $1 and locked_by = 'bench'`, [to])
      if (claimed !== undefined) return performance.now() - startedAt
      await sleep(1)
    }
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

async function start(runtime: Runtime, actor: BenchContext['actor'], id: string): Promise<string> {
  const definition = await runtime.db.withTransaction(actor, (tx) =>
    getProcess(runtime, tx, actor.workplaceId, { by: 'id', id }),
  )
  if (definition === null) throw new Error(`Expected definition ${id}, but there is none.`)
  const instanceId = runtime.newId()
  const rest = { businessKey: null, variables: [], startElementId: null, tenantId: null }
  const answer = await executeStart(runtime, actor, {
    command: { type: 'startInstance', definition, instanceId, ...rest },
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return instanceId
}

async function inWorkplace(
  { runtime, actor }: BenchContext,
  sql: string,
  values: readonly unknown[],
): Promise<Record<string, unknown>[]> {
  const client = await runtime.db.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.workplace', $1, true)`, [actor.workplaceId])
    const { rows } = await client.query(sql, [...values])
    await client.query('commit')
    return rows
  } finally {
    client.release()
  }
}
