import type { Definition } from '@millrace/engine'
import { createRandom, drawExponential, drawIndex } from '../core/random.ts'
import { createWorkingTime } from '../core/working-time.ts'

interface Admin {
  query(text: string, values: unknown[]): Promise<unknown>
}

/** A generated history with a known result. */
export interface KnownWork {
  readonly workplaceId: string
  readonly definition: Definition
  /** Another process of the same people. */
  readonly other: Definition
  /** The end of the history; it begins so many days before. */
  readonly now: Date
  readonly days: number
  /** Other histories of the same workplace have other ids. */
  readonly seed: number
  /** New instances in an hour of working time, and the minutes of work on each, exponentially distributed. */
  readonly perHour: number
  readonly minutes: number
  readonly clerks: readonly string[]
  /** The same of the other process. */
  readonly elsewhere: { readonly perHour: number; readonly minutes: number }
  /** Working minutes until an idle clerk looks at the list of tasks, evenly distributed up to here. */
  readonly looks: number
  /** Whether clerks claim tasks when they begin, or tasks are assigned to them and they only complete them. */
  readonly claims: boolean
}

interface Item {
  readonly at: number
  readonly isOwn: boolean
  readonly minutes: number
}

interface Done extends Item {
  readonly id: string
  readonly by: string
  readonly began: number
  readonly ended: number
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Writes the history of clerks who work on two processes, on working days from 08:00 to 12:00 and from 13:00 to 17:00 UTC.
 * A clerk who has completed a task takes the next one that waits, the oldest first. Without one, the clerk is idle, and
 * begins some time after the next task has come.
 *
 * Elements of the process: `start`, `check` and `end`; flows `to-check` and `done`.
 */
export async function fillWork(admin: Admin, known: KnownWork): Promise<void> {
  const done = workOff(known)
  await writeTasks(admin, known, done)
  await admin.query('analyze history_instance, history_element, history_task, history_fact', [])
}

function workOff({ now, days, seed, perHour, minutes, clerks, elsewhere, looks }: KnownWork): Done[] {
  const random = createRandom(11)
  const first = Math.floor(now.getTime() / day) * day - days * day
  const spans = Array.from({ length: days }, (_, index) => first + index * day)
    .filter((date) => ![0, 6].includes(new Date(date).getUTCDay()))
    .flatMap((date) => [[date + 8 * hour, date + 12 * hour] as const, [date + 13 * hour, date + 17 * hour] as const])
  const time = createWorkingTime(spans)
  const items: Item[] = []
  const add = (isOwn: boolean, rate: number, mean: number) => {
    for (const [start, end] of spans)
      for (let at = start; rate > 0; ) {
        at += drawExponential(random, hour / rate)
        if (at >= end) break
        items.push({ at, isOwn, minutes: drawExponential(random, mean) })
      }
  }
  add(true, perHour, minutes)
  add(false, elsewhere.perHour, elsewhere.minutes)
  items.sort((one, other) => one.at - other.at)
  const free = clerks.map(() => first)
  const ids = createIds(seed)
  const done: Done[] = []
  for (const item of items) {
    const idle = free.flatMap((at, index) => (at <= item.at ? [index] : []))
    const clerk =
      idle.length > 0
        ? (idle[
            drawIndex(
              random,
              idle.map(() => 1),
            )
          ] as number)
        : free.indexOf(Math.min(...free))
    const look = idle.length > 0 ? random() * looks * minute : 0
    const from = time.add(Math.max(item.at, free[clerk] ?? 0), 0)
    const began = look > 0 ? time.add(from, look) : from
    const ended = time.add(began, item.minutes * minute)
    if (!Number.isFinite(ended) || ended >= now.getTime()) continue
    free[clerk] = ended
    done.push({ ...item, id: ids(), by: clerks[clerk] as string, began, ended })
  }
  return done
}

function createIds(seed: number): () => string {
  const random = createRandom(12, seed)
  return () => {
    const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
    return [8, 12, 16, 20, 32].map((end, index, ends) => digits.slice(ends[index - 1] ?? 0, end)).join('-')
  }
}

async function writeTasks(
  admin: Admin,
  { workplaceId, definition, other, claims }: KnownWork,
  done: readonly Done[],
): Promise<void> {
  const iso = (at: number) => new Date(at).toISOString()
  const rows = done.map(({ id, isOwn, by, at, began, ended }) => ({
    ...{ id, by, at: iso(at), began: iso(began), ended: iso(ended) },
    definition: isOwn ? definition.id : other.id,
    key: isOwn ? 'check' : 'pack',
  }))
  const columns = 'id uuid, by text, at timestamptz, began timestamptz, ended timestamptz, definition uuid, key text'
  const values = [workplaceId, JSON.stringify(rows)]
  const from = `from jsonb_to_recordset($2::jsonb) as t (${columns})`
  await admin.query(
    `insert into history_instance (workplace_id, id, root_id, definition_id, started_at, ended_at, start_element_key, outcome)
      select $1, id, id, definition, at, ended, 'start', 'completed' ${from}`,
    values,
  )
  await admin.query(
    `insert into history_element (workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, execution_id, flow_key, started_at, ended_at, is_cancelled, ends_path)
      select $1, t.id, uuidv7(), t.id, definition, t.id, e.key, t.id, e.flow, e.started_at, e.ended_at, false, e.key = 'end' ${from}
      cross join lateral (values ('start', null, at, at), (t.key, 'to-check', at, ended), ('end', 'done', ended, ended)) e (key, flow, started_at, ended_at)`,
    values,
  )
  await admin.query(
    `insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, priority, created_at, ended_at, reason, ended_by, candidate_groups)
      select $1, id, id, id, id, id, definition, key, 50, at, ended, 'completed', by, '{clerks}' ${from}`,
    values,
  )
  if (!claims) return
  await admin.query(
    `insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, data)
      select $1, id, uuidv7(), began, 'task-changed', id, jsonb_build_object('operation', 'Claim') ${from}`,
    values,
  )
}
