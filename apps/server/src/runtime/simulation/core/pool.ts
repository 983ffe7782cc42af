import type { RoleResult, SimulationRole } from './model.ts'
import { summarise } from './statistics.ts'
import { clip, isWithinWindow, type Window } from './window.ts'
import { createWorkingTime } from './working-time.ts'

/** A task that waits for a person of a role, or that a person works on. */
export interface PoolTask {
  readonly addedAt: number
  /** Milliseconds of work. */
  readonly work: number
  /** Milliseconds of working time that pass before the work begins; null: a task of another process or role. */
  readonly pauses: Pauses | null
  /** The start and end of the work; null while the task waits. */
  span: readonly [begin: number, end: number] | null
  isCancelled: boolean
}

/**
 * The working time between the time when a person could start a task and the time when they start it: for a person who
 * was idle when the task came, and for a task that waited for the person. The person takes no other task meanwhile.
 */
export interface Pauses {
  readonly idle: number
  readonly queued: number
}

/** The people of a role, who take the task that waits for the longest time. */
export interface Pool {
  /** Adds a task of the process, or of another process or role. Returns tasks that begin now, whose spans are set. */
  add(
    now: number,
    work: number,
    pauses: Pauses | 'elsewhere',
  ): { readonly task: PoolTask; readonly started: readonly PoolTask[] }
  /** Ends a task, done or cancelled. Returns tasks that begin now. */
  end(now: number, task: PoolTask): readonly PoolTask[]
  /** The results, with tasks that still wait or run at the end. */
  result(): RoleResult
}

export function createPool(role: SimulationRole, window: Window): Pool {
  const time = createWorkingTime(role.hours)
  const waiting: PoolTask[] = []
  let head = 0
  const running = new Set<PoolTask>()
  const waits: number[] = []
  let waited = 0
  let worked = 0
  let elsewhere = 0

  const noteWait = (from: number, to: number) => {
    const part = clip(window, from, to)
    if (part !== null) waited += part[1] - part[0]
  }
  const noteWork = ({ pauses }: PoolTask, from: number, to: number) => {
    const part = clip(window, from, to)
    if (part === null) return
    if (pauses === null) elsewhere += time.between(...part)
    else worked += time.between(...part)
  }
  const begin = (now: number, task: PoolTask, kind: keyof Pauses) => {
    // Outside of working hours, the person begins with the next ones.
    const free = time.add(now, 0)
    const pause = task.pauses?.[kind] ?? 0
    const first = pause > 0 ? time.add(free, pause) : free
    task.span = [first, time.add(first, task.work)]
    running.add(task)
    if (task.pauses === null) return
    noteWait(task.addedAt, first)
    if (isWithinWindow(window, first)) waits.push(first - task.addedAt)
  }
  const fill = (now: number, kind: keyof Pauses): PoolTask[] => {
    const started: PoolTask[] = []
    while (running.size < role.people && head < waiting.length) {
      const task = waiting[head++] as PoolTask
      if (task.isCancelled) continue
      begin(now, task, kind)
      started.push(task)
    }
    if (head > 1_000 && head * 2 > waiting.length) {
      waiting.splice(0, head)
      head = 0
    }
    return started
  }
  return {
    add: (now, work, pauses) => {
      const task: PoolTask = {
        ...{ addedAt: now, work, pauses: pauses === 'elsewhere' ? null : pauses },
        ...{ span: null, isCancelled: false },
      }
      waiting.push(task)
      return { task, started: fill(now, 'idle') }
    },
    end: (now, task) => {
      if (!running.delete(task)) {
        task.isCancelled = true
        if (task.pauses !== null) noteWait(task.addedAt, now)
        return []
      }
      task.isCancelled = true
      if (task.span !== null) noteWork(task, task.span[0], now)
      return fill(now, 'queued')
    },
    result: () => {
      for (const task of waiting.slice(head))
        if (!task.isCancelled && task.pauses !== null) noteWait(task.addedAt, window.to)
      for (const task of running)
        if (task.span !== null) noteWork(task, task.span[0], Math.min(task.span[1], window.to))
      return {
        started: waits.length,
        wait: summarise(waits),
        queue: waited / (window.to - window.from),
        ...{ work: worked, elsewhere },
        available: role.people * time.between(window.from, window.to),
        cost: (worked / 3_600_000) * role.costPerHour,
      }
    },
  }
}
