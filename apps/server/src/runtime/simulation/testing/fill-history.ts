import type { Definition } from '@millrace/engine'
import { createRandom, drawExponential, drawIndex } from '../core/random.ts'
import { createWorkingTime } from '../core/working-time.ts'

interface Admin {
  query(text: string, values: unknown[]): Promise<unknown>
}

interface History {
  readonly workplaceId: string
  readonly definition: Definition
  /** The end of the history; it begins so many days before. */
  readonly now: Date
  readonly days: number
  readonly perHour: number
  readonly minutes: number
  readonly clerks: readonly string[]
  /** The share of checked orders that are checked again. */
  readonly again: number
}

const hour = 3_600_000
const day = 24 * hour

/**
 * Writes the history of a process whose orders come on working days from 09:00 to 17:00 UTC, and are checked in the order
 * in which they came by the first free clerk of the group `clerks`: elements `start`, `check`, `again` and `end`, flows
 * `to-check`, `checked`, `repeat` and `done`.
 */
export async function fillHistory(admin: Admin, given: History): Promise<number> {
  const { workplaceId, definition, now, days, perHour, minutes, clerks, again } = given
  const random = createRandom(42)
  const first = Math.floor(now.getTime() / day) * day - days * day
  const spans = Array.from({ length: days }, (_, index) => first + index * day)
    .filter((date) => ![0, 6].includes(new Date(date).getUTCDay()))
    .map((date) => [date + 9 * hour, date + 17 * hour] as const)
  const time = createWorkingTime(spans)
  const ids = createRandom(43)
  const newId = () => {
    const digits = Array.from({ length: 32 }, () => Math.floor(ids() * 16).toString(16)).join('')
    return [8, 12, 16, 20, 32].map((end, index, ends) => digits.slice(ends[index - 1] ?? 0, end)).join('-')
  }
  const free = clerks.map(() => first)
  const orders: { at: number; id: string; startedAt: number; flow: string }[] = []
  for (const [start, end] of spans)
    for (let at = start; ; ) {
      at += drawExponential(random, hour / perHour)
      if (at >= end) break
      orders.push({ at, id: newId(), startedAt: at, flow: 'to-check' })
    }
  const started = orders.length
  const instances: object[] = []
  const elements: object[] = []
  const tasks: object[] = []
  const iso = (at: number) => new Date(at).toISOString()
  const element = (instance: string, key: string, from: number, to: number, flow: string | null) => {
    const id = newId()
    elements.push({ instance, id, key, started_at: iso(from), ended_at: iso(to), flow })
    return id
  }
  for (let index = 0; index < orders.length; index++) {
    orders.sort((one, other) => one.at - other.at)
    const order = orders[index] as (typeof orders)[number]
    const clerk = free.indexOf(Math.min(...free))
    const begin = time.add(Math.max(order.at, free[clerk] ?? 0), 0)
    const end = time.add(begin, drawExponential(random, minutes * 60_000))
    if (!Number.isFinite(end) || end >= now.getTime()) continue
    free[clerk] = end
    if (order.flow === 'to-check') element(order.id, 'start', order.startedAt, order.startedAt, null)
    const elementId = element(order.id, 'check', order.at, end, order.flow)
    tasks.push({
      ...{ instance: order.id, id: newId(), element: elementId, by: clerks[clerk] },
      created_at: iso(order.at),
      ended_at: iso(end),
    })
    element(order.id, 'again', end, end, 'checked')
    if (drawIndex(random, [1 - again, again]) === 1) orders.push({ ...order, at: end, flow: 'repeat' })
    else {
      element(order.id, 'end', end, end, 'done')
      instances.push({ id: order.id, started_at: iso(order.startedAt), ended_at: iso(end) })
    }
  }
  const ended = new Set(instances.map((one) => (one as { id: string }).id))
  const written = (rows: readonly object[]) =>
    JSON.stringify(rows.filter((row) => ended.has((row as { instance: string }).instance)))
  await admin.query(
    `insert into history_instance (workplace_id, id, root_id, definition_id, started_at, ended_at, start_element_key, outcome)
      select $1, id, id, $2, started_at, ended_at, 'start', 'completed' from jsonb_to_recordset($3::jsonb) as t (id uuid, started_at timestamptz, ended_at timestamptz)`,
    [workplaceId, definition.id, JSON.stringify(instances)],
  )
  await admin.query(
    `insert into history_element (workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, execution_id, flow_key, started_at, ended_at, is_cancelled, ends_path)
      select $1, instance, id, instance, $2, instance, key, id, flow, started_at, ended_at, false, key = 'end'
      from jsonb_to_recordset($3::jsonb) as t (instance uuid, id uuid, key text, flow text, started_at timestamptz, ended_at timestamptz)`,
    [workplaceId, definition.id, written(elements)],
  )
  await admin.query(
    `insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, priority, created_at, ended_at, reason, ended_by, candidate_groups)
      select $1, instance, id, instance, element, element, $2, 'check', 50, created_at, ended_at, 'completed', by, '{clerks}'
      from jsonb_to_recordset($3::jsonb) as t (instance uuid, id uuid, element uuid, by text, created_at timestamptz, ended_at timestamptz)`,
    [workplaceId, definition.id, written(tasks)],
  )
  await admin.query('analyze history_instance, history_element, history_task', [])
  return started
}
