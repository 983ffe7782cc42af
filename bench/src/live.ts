import { setTimeout as sleep } from 'node:timers/promises'
import { startSession } from '../../apps/server/src/platform/auth/session.ts'
import { kysely } from '../../apps/server/src/platform/db/kysely.ts'
import { openSignals, type Signals } from '../../apps/server/src/platform/db/signals.ts'
import { livePrefix, topics, topicsOf } from '../../apps/server/src/platform/live/topics.ts'
import { executeCommand } from '../../apps/server/src/runtime/execute/execute-command.ts'
import type { Runtime } from '../../apps/server/src/runtime/runtime.ts'
import { createScenario } from '../../apps/server/src/runtime/testing/scenario.ts'
import { createUser, createWorkplace } from '../../apps/server/src/testing/factories.ts'
import type { Bench } from './bench.ts'
import { createProduct } from './create-product.ts'
import { percentile } from './measure.ts'

const windows = 200
const perSecond = 50
const completions = 1_000

/** In how many groups those are who look on; each completion concerns the windows of one. */
const crowds = [100, 10, 1] as const

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="bench">
  <process id="errand" isExecutable="true"><startEvent id="s"/><userTask id="run" camunda:candidateGroups="\${group}"/><endEvent id="e"/>
    <sequenceFlow id="f" sourceRef="s" targetRef="run"/><sequenceFlow id="g" sourceRef="run" targetRef="e"/></process></definitions>`

export const liveBench: Bench = {
  name: 'live',
  says: `milliseconds from the commit of a completion to the windows that it concerns, ${windows} open streams, ${perSecond} completions a second`,
  run: async ({ runtime: base, adminUrl }) => {
    const signals = await openSignals({ database: { connectionString: adminUrl } })
    try {
      for (const groups of crowds) await measureCrowd(base, signals, groups)
    } finally {
      await signals.close()
    }
  },
}

async function measureCrowd(base: Runtime, signals: Signals, groups: number): Promise<void> {
  const workplaceId = await createWorkplace(base.db, { reference: `bench-live-${groups}` })
  const watch = createWatch()
  const runtime: Runtime = {
    ...base,
    announceChanges: (changes) => {
      for (const topic of topicsOf(changes)) signals.send(topic)
      const mark = watch.committed([...changes.people].map((who) => topics.person(workplaceId, who)))
      if (mark !== null) signals.send(`${livePrefix}${mark}`)
    },
  }
  const app = await createProduct(runtime, {
    ...signals,
    follow: (prefix, hear) =>
      signals.follow(prefix, (topic) => {
        hear(topic)
        watch.heard(topic)
      }),
  })
  try {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const complete = await prepareTasks(runtime, workplaceId, groups)
    await openStreams({ runtime, workplaceId, origin, groups, watch })
    watch.begin()
    const startedAt = performance.now()
    const done: Promise<void>[] = []
    for (let index = 0; index < completions; index++) {
      await sleep(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()))
      done.push(complete(index))
    }
    await Promise.all(done)
    const seconds = (performance.now() - startedAt) / 1000
    await sleep(3000)
    const { times, never } = watch.end()
    const [half, most, all] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(0))
    console.log(
      `  ${(completions / seconds).toFixed(0)} a second, each for ${windows / groups} windows: half of ${times.length} told within ${half} ms, 99 of 100 within ${most} ms, all within ${all} ms (1000)${never === 0 ? '' : `, ${never} never`}`,
    )
  } finally {
    await app.close()
  }
}

/**
 * Measures from a commit to the first message that is written to a window after its server has heard of that commit: what
 * is on its way already tells of others. A commit sends a mark of its own behind its topics, which tells that it was heard.
 */
interface Watch {
  begin(): void
  /** @returns the mark of a commit. */
  committed(topics: readonly string[]): string | null
  heard(topic: string | null): void
  /** @returns what is called when the window is told something. */
  open(topic: string): () => void
  end(): { readonly times: readonly number[]; readonly never: number }
}

function createWatch(): Watch {
  const commits = new Map<string, { readonly topics: readonly string[]; readonly at: number }>()
  const opened = new Map<string, number[][]>()
  const times: number[] = []
  let isOn = false
  let expected = 0
  return {
    begin: () => {
      isOn = true
    },
    committed: (changed) => {
      if (!isOn) return null
      const mark = `mark/${commits.size}`
      commits.set(mark, { topics: changed, at: performance.now() })
      expected += changed.reduce((sum, topic) => sum + (opened.get(topic)?.length ?? 0), 0)
      return mark
    },
    heard: (mark) => {
      const commit = commits.get(mark ?? '')
      for (const topic of commit?.topics ?? [])
        for (const waiting of opened.get(topic) ?? []) waiting.push(commit?.at ?? 0)
    },
    open: (topic) => {
      const waiting: number[] = []
      opened.set(topic, [...(opened.get(topic) ?? []), waiting])
      return () => {
        const now = performance.now()
        times.push(...waiting.splice(0).map((at) => now - at))
      }
    },
    end: () => ({ times, never: expected - times.length }),
  }
}

/** @returns what completes the next task. */
async function prepareTasks(
  runtime: Runtime,
  workplaceId: string,
  groups: number,
): Promise<(index: number) => Promise<void>> {
  const scenario = await createScenario(runtime, workplaceId)
  const errand = await scenario.deploy(model)
  const ids: string[] = []
  for (let index = 0; index < completions; index++)
    ids.push(await scenario.start(errand, { variables: { group: `live-${index % groups}` } }))
  const actor = { workplaceId, userId: 'ann', cause: 'bench' }
  return async (index) => {
    const [task] = await runtime.db.read({ workplaceId }, (tx) =>
      tx.query(
        kysely
          .selectFrom('task')
          .where('instance_id', '=', ids[index] ?? '')
          .select('id'),
      ),
    )
    const command = { type: 'completeTask', taskId: task?.id ?? '', variables: [] } as const
    await executeCommand(runtime, actor, { target: { by: 'task', id: command.taskId }, command })
  }
}

interface Opening {
  readonly runtime: Runtime
  readonly workplaceId: string
  readonly origin: string
  readonly groups: number
  readonly watch: Watch
}

async function openStreams({ runtime, workplaceId, origin, groups, watch }: Opening): Promise<void> {
  for (let index = 0; index < windows; index++) {
    const group = `live-${index % groups}`
    const user = await createUser(runtime.db, { workplaceId, groups: [group] })
    const { access } = await startSession({ db: runtime.db, clock: runtime.clock }, { user })
    const response = await fetch(`${origin}/api/live`, { headers: { cookie: `millrace_access=${access}` } })
    if (!response.ok || response.body === null) throw new Error(await response.text())
    listen(response.body, watch.open(topics.person(workplaceId, `g:${group}`)))
  }
}

function listen(body: ReadableStream<Uint8Array>, onTopic: () => void): void {
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const part of body) if (/"(tasks|everything)"/.test(decoder.decode(part))) onTopic()
  }
  // It ends with the server.
  read().catch(() => undefined)
}
