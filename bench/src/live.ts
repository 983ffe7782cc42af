import { setTimeout as sleep } from 'node:timers/promises'
import { startSession } from '../../apps/server/src/platform/auth/session.ts'
import { kysely } from '../../apps/server/src/platform/db/kysely.ts'
import { openSignals } from '../../apps/server/src/platform/db/signals.ts'
import { topicsOf } from '../../apps/server/src/platform/live/topics.ts'
import { executeCommand } from '../../apps/server/src/runtime/execute/execute-command.ts'
import type { Runtime } from '../../apps/server/src/runtime/runtime.ts'
import { createScenario } from '../../apps/server/src/runtime/testing/scenario.ts'
import { createUser, createWorkplace } from '../../apps/server/src/testing/factories.ts'
import type { Bench } from './bench.ts'
import { createProduct } from './create-product.ts'
import { median } from './measure.ts'

/** Two windows of each group look on; each group has a task completed every two seconds, so one event is one completion. */
const groups = 100
const windows = 200
const perSecond = 50
const rounds = 10

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="bench">
  <process id="errand" isExecutable="true"><startEvent id="s"/><userTask id="run" camunda:candidateGroups="\${group}"/><endEvent id="e"/>
    <sequenceFlow id="f" sourceRef="s" targetRef="run"/><sequenceFlow id="g" sourceRef="run" targetRef="e"/></process></definitions>`

export const liveBench: Bench = {
  name: 'live',
  says: `milliseconds from the commit of a completion to the windows that it concerns, ${windows} open streams, ${perSecond} completions a second`,
  run: async ({ runtime: base }) => {
    const { connectionString = '' } = base.db.pool.options
    const signals = await openSignals({ database: { connectionString } })
    const runtime: Runtime = {
      ...base,
      announceChanges: (changes) => {
        for (const topic of topicsOf(changes)) signals.send(topic)
      },
    }
    const workplaceId = await createWorkplace(runtime.db, { reference: 'bench-live' })
    const app = await createProduct(runtime, signals)
    try {
      const origin = await app.listen({ port: 0, host: '127.0.0.1' })
      const complete = await prepareTasks(runtime, workplaceId)
      const streams = await openStreams(runtime, workplaceId, origin)
      const times: number[] = []
      let awaited = 0
      const begun = performance.now()
      for (let index = 0; index < groups * rounds; index++) {
        await sleep(Math.max(0, begun + (index * 1000) / perSecond - performance.now()))
        const group = index % groups
        await complete(group)
        const at = performance.now()
        for (const stream of streams.filter((one) => one.group === group)) {
          awaited++
          stream.next((toldAt) => times.push(toldAt - at))
        }
      }
      const seconds = (performance.now() - begun) / 1000
      await sleep(3000)
      const sorted = times.toSorted((a, b) => a - b)
      console.log(
        `  ${((groups * rounds) / seconds).toFixed(0)} completions a second; of ${awaited} events ${sorted.length} came: median ${median(sorted).toFixed(0)} ms, 99 of 100 within ${(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN).toFixed(0)} ms, all within ${(sorted.at(-1) ?? Number.NaN).toFixed(0)} ms (1000 wanted)`,
      )
    } finally {
      await app.close()
      await signals.close()
    }
  },
}

/** @returns what completes the next task of a group. */
async function prepareTasks(runtime: Runtime, workplaceId: string): Promise<(group: number) => Promise<void>> {
  const scenario = await createScenario(runtime, workplaceId)
  const errand = await scenario.deploy(model)
  const open = Array.from({ length: groups }, (): string[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [group, ids] of open.entries())
      ids.push(await scenario.start(errand, { variables: { group: `live-${group}` } }))
  const actor = { workplaceId, userId: 'ann', cause: 'bench' }
  return async (group) => {
    const instanceId = open[group]?.pop() ?? ''
    const [task] = await runtime.db.read({ workplaceId }, (tx) =>
      tx.query(kysely.selectFrom('task').where('instance_id', '=', instanceId).select('id')),
    )
    const command = { type: 'completeTask', taskId: task?.id ?? '', variables: [] } as const
    await executeCommand(runtime, actor, { target: { by: 'task', id: command.taskId }, command })
  }
}

interface Window {
  readonly group: number
  /** Calls back when it is told something the next time. */
  next(callback: (at: number) => void): void
}

async function openStreams(runtime: Runtime, workplaceId: string, origin: string): Promise<readonly Window[]> {
  const opened: Window[] = []
  for (let index = 0; index < windows; index++) {
    const group = index % groups
    const user = await createUser(runtime.db, { workplaceId, groups: [`live-${group}`] })
    const { access } = await startSession({ db: runtime.db, clock: runtime.clock }, { user })
    const response = await fetch(`${origin}/api/live`, { headers: { cookie: `millrace_access=${access}` } })
    if (!response.ok || response.body === null) throw new Error(await response.text())
    opened.push({ group, next: listen(response.body) })
  }
  return opened
}

/** @returns what takes whom to call when something is told next. */
function listen(body: ReadableStream<Uint8Array>): Window['next'] {
  let callback: (at: number) => void = () => {}
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const part of body) if (decoder.decode(part).includes('"tasks"')) callback(performance.now())
  }
  // It ends with the server.
  read().catch(() => undefined)
  return (once) => {
    callback = (at) => {
      callback = () => {}
      once(at)
    }
  }
}
