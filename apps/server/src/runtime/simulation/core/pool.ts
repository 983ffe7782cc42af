import type { RoleResult, SimulationRole } from './model.ts'
import { summarise } from './statistics.ts'
import { clip, isWithinWindow, type Window } from './window.ts'
import { createWorkingTime } from './working-time.ts'

/** A task that waits for a person of a role, or that a person works on. */
export interface PoolTask {
  readonly addedAt: number
  /** Milliseconds of work. */
  readonly work: number
  /** When work begins and ends; null while the task waits. */
  span: readonly [begin: number, end: number] | null
  isCancelled: boolean
}

/** The people of a role, who take the task that waits for the longest time. */
export interface Pool {
  /** Adds a task. Returns tasks that begin now, whose spans are set. */
  add(now: number, work: number): { readonly task: PoolTask; readonly begun: readonly PoolTask[] }
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

  const noteWait = (from: number, to: number) => {
    const part = clip(window, from, to)
    if (part !== null) waited += part[1] - part[0]
  }
  const noteWork = (from: number, to: number) => {
    const part = clip(window, from, to)
    if (part !== null) worked += time.between(...part)
  }
  const begin = (now: number, task: PoolTask) => {
    // Outside of working hours, the person begins with the next ones.
    const first = time.add(now, 0)
    task.span = [first, time.add(first, task.work)]
    running.add(task)
    noteWait(task.addedAt, first)
    if (isWithinWindow(window, first)) waits.push(first - task.addedAt)
  }
  const fill = (now: number): PoolTask[] => {
    const begun: PoolTask[] = []
    while (running.size < role.people && head < waiting.length) {
      const task = waiting[head++] as PoolTask
      if (task.isCancelled) continue
      begin(now, task)
      begun.push(task)
    }
    if (head > 1_000 && head * 2 > waiting.length) {
      waiting.splice(0, head)
      head = 0
    }
    return begun
  }
  return {
    add: (now, work) => {
      const task: PoolTask = { addedAt: now, work, span: null, isCancelled: false }
      waiting.push(task)
      return { task, begun: fill(now) }
    },
    end: (now, task) => {
      if (!running.delete(task)) {
        task.isCancelled = true
        noteWait(task.addedAt, now)
        return []
      }
      task.isCancelled = true
      if (task.span !== null) noteWork(task.span[0], now)
      return fill(now)
    },
    result: () => {
      for (const task of waiting.slice(head)) if (!task.isCancelled) noteWait(task.addedAt, window.to)
      for (const { span } of running) if (span !== null) noteWork(span[0], Math.min(span[1], window.to))
      return {
        started: waits.length,
        wait: summarise(waits),
        queue: waited / (window.to - window.from),
        work: worked,
        available: role.people * time.between(window.from, window.to),
        cost: (worked / 3_600_000) * role.costPerHour,
      }
    },
  }
}
