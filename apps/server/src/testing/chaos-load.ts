import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect } from 'vitest'

const flow = (from: string, to: string) => `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}"/>`
const count = (id: string) =>
  `<serviceTask id="${id}" camunda:asyncBefore="true" camunda:expression="\${count + 1}" camunda:resultVariable="count"/>`

/** A model with two steps of the worker and a timer between them, then a task. */
export const chaosModel = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="chaos" isExecutable="true"><startEvent id="start"/>${count('first')}
  <intermediateCatchEvent id="rest"><timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition></intermediateCatchEvent>
  ${count('second')}<userTask id="task"/><endEvent id="end"/>
  ${flow('start', 'first')}${flow('first', 'rest')}${flow('rest', 'second')}${flow('second', 'task')}${flow('task', 'end')}</process></definitions>`

export interface ChaosLoadOptions {
  /** Asks the database as the superuser; may fail while it is away. */
  readonly ask: (sql: string, values?: readonly unknown[]) => Promise<pg.QueryResult['rows']>
  readonly workplaceId: string
  readonly authorization: string
  /** Of the web server of the moment. Null: it does not start. */
  readonly url: () => Promise<string | null>
}

/**
 * A setting with the shortest lease, so that jobs of killed workers can be claimed soon. It affects the next worker.
 */
export const shortLease = `insert into setting (workplace_id, key, value)
  select workplace_id, 'jobs.leaseSeconds', '10' from workplace on conflict do nothing`

/** Creates simulated users who start instances and complete their tasks, and records the acknowledged calls. */
export function createChaosLoad({ ask, workplaceId, authorization, url }: ChaosLoadOptions) {
  const answered = new Set<string>()
  const failures: string[] = []
  /** When starts were acknowledged. */
  const times: number[] = []
  let isOver = false

  /** Null: nobody answered, so it may have been done or not. */
  const post = async (path: string, body: object): Promise<Response | null> => {
    const base = await url()
    if (base === null) return null
    const headers = { authorization, 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${base}/engine-rest${path}`, request).catch(() => null)
    if (answer?.ok !== true) failures.push(`${path}: ${answer?.status ?? 'no answer'}`)
    return answer
  }
  const idsOf = async (sql: string): Promise<string[]> => {
    const rows = await ask(sql, [workplaceId]).catch(() => [])
    return rows.map(({ id }) => id)
  }

  return {
    answered,
    /** What was called, and what came instead of success. */
    failures,
    times,
    /** Starts one after the other until a time, or for as long as a function says so. */
    start: async (until: number | (() => boolean)) => {
      const goesOn = typeof until === 'number' ? () => Date.now() < until : until
      while (goesOn()) {
        const variables = { count: { value: 0, type: 'Integer' } }
        const answer = await post('/process-definition/key/chaos/start', { variables })
        const { id } = answer?.ok === true ? ((await answer.json().catch(() => ({}))) as { id?: string }) : {}
        if (id === undefined) await sleep(100)
        else {
          answered.add(id)
          times.push(Date.now())
        }
        await sleep(20)
      }
    },
    /** Until `end`. A task that is asked for twice is done once. */
    complete: async () => {
      while (!isOver) {
        const ids = await idsOf('select id from task where workplace_id = $1 order by random() limit 5')
        for (const id of ids) await post(`/task/${id}/complete`, {})
        await sleep(50)
      }
    },
    end: () => {
      isOver = true
    },
    /** How many instances are open. */
    open: async (): Promise<number> =>
      (await ask('select count(*)::int as n from instance where workplace_id = $1', [workplaceId]))[0]?.n,
    /** Everything that was acknowledged has ended, and each step happened once. */
    check: async () => {
      const ended = await ask('select id, outcome from history_instance where workplace_id = $1', [workplaceId])
      const ids = ended.map(({ id }) => id as string)
      expect(new Set(ids).size).toBe(ids.length)
      expect([...answered].filter((id) => !ids.includes(id))).toEqual([])
      expect(new Set(ended.map(({ outcome }) => outcome))).toEqual(new Set(['completed']))
      const steps = await ask(
        'select instance_id, array_agg(element_key order by element_key) as keys from history_element where workplace_id = $1 group by 1',
        [workplaceId],
      )
      expect(steps).toHaveLength(ids.length)
      for (const { keys } of steps) expect(keys).toEqual(['end', 'first', 'rest', 'second', 'start', 'task'])
      const counts = await ask(
        `select distinct (select value from history_variable v where v.instance_id = h.id and v.name = 'count' order by v.id desc limit 1) as last from history_instance h where workplace_id = $1`,
        [workplaceId],
      )
      expect(counts).toEqual([{ last: '2' }])
      for (const table of ['job', 'task', 'element', 'variable', 'incident'])
        expect([table, await ask(`select id from ${table} where workplace_id = $1`, [workplaceId])]).toEqual([
          table,
          [],
        ])
    },
  }
}
