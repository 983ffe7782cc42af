import { createTurns } from '../turns.ts'

/** A task in the queue. */
export interface Waiting {
  /** The owner of the task: a workplace. */
  readonly owner: string
  /** The caller of the task in the workplace. */
  readonly caller: string
  /** Whether the task belongs to a job. A user waits for a call, and nobody for a job. */
  readonly isJob: boolean
}

/** The number of running tasks. */
export interface Running {
  readonly total: number
  readonly jobs: number
  of(owner: string): { readonly total: number; readonly jobs: number }
  /** Calls, which jobs are not. */
  ofCaller(owner: string, caller: string): number
}

export interface WaitingTasks<Task extends Waiting> {
  readonly size: number
  /** Returns the number of waiting tasks of an owner. */
  sizeOf(owner: string, caller?: string): number
  add(task: Task): void
  /** Returns the next task that may start beside the running ones. */
  take(running: Running): Task | undefined
  /** @returns whether it waited. */
  remove(task: Task): boolean
  /** All, which then wait no more. */
  clear(): Task[]
}

/**
 * Creates the queue of tasks that wait for a thread. Calls come first. Owners take turns, callers of an owner take
 * turns, and tasks of one caller keep their order. One owner, one caller and all jobs together can never use all
 * threads.
 *
 * @param width the number of threads, at least 2.
 */
export function createWaitingTasks<Task extends Waiting>(width: number): WaitingTasks<Task> {
  const calls = createTurns<Task>()
  const jobs = createTurns<Task>()
  const turnsOf = ({ isJob }: Task) => (isJob ? jobs : calls)
  return {
    get size() {
      return calls.size + jobs.size
    },
    sizeOf: (owner, caller) => calls.sizeOf(owner, caller) + jobs.sizeOf(owner, caller),
    add: (task) => turnsOf(task).add(task.owner, task, task.caller),
    take: (running) => {
      if (running.total >= width) return undefined
      const call = calls.take(
        ({ owner, caller }) =>
          running.of(owner).total < width - 1 && running.ofCaller(owner, caller) < Math.max(1, width - 2),
      )
      if (call !== undefined || running.jobs >= width - 1) return call
      return jobs.take(
        ({ owner }) => running.of(owner).total < width - 1 && running.of(owner).jobs < Math.ceil(width / 2),
      )
    },
    remove: (task) => turnsOf(task).remove(task.owner, task),
    clear: () => [...calls.clear(), ...jobs.clear()],
  }
}
