import { createTurns } from '../turns.ts'

/** A task as the queue sees it. */
export interface Waiting {
  /** Whose it is: a workplace. */
  readonly owner: string
  /** Somebody waits for a call; nobody for a job. */
  readonly isJob: boolean
}

/** How many tasks run now. */
export interface Running {
  readonly total: number
  readonly jobs: number
  of(owner: string): { readonly total: number; readonly jobs: number }
}

export interface WaitingTasks<Task extends Waiting> {
  readonly size: number
  /** How many tasks of an owner wait. */
  sizeOf(owner: string): number
  add(task: Task): void
  /** The next one that may begin beside those that run. */
  take(running: Running): Task | undefined
  /** @returns whether it waited. */
  remove(task: Task): boolean
  /** All, which then wait no more. */
  clear(): Task[]
}

/**
 * Tasks that wait for a thread: calls first, owners in turn, those of one owner in their order. Whoever has much to do
 * leaves a thread to others, and jobs, which may take long, leave one to calls.
 *
 * @param width how many threads there are, at least 2.
 */
export function createWaitingTasks<Task extends Waiting>(width: number): WaitingTasks<Task> {
  const calls = createTurns<Task>()
  const jobs = createTurns<Task>()
  const turnsOf = ({ isJob }: Task) => (isJob ? jobs : calls)
  return {
    get size() {
      return calls.size + jobs.size
    },
    sizeOf: (owner) => calls.sizeOf(owner) + jobs.sizeOf(owner),
    add: (task) => turnsOf(task).add(task.owner, task),
    take: (running) => {
      if (running.total >= width) return undefined
      const call = calls.take(({ owner }) => running.of(owner).total < width - 1)
      if (call !== undefined || running.jobs >= width - 1) return call
      return jobs.take(
        ({ owner }) => running.of(owner).total < width - 1 && running.of(owner).jobs < Math.ceil(width / 2),
      )
    },
    remove: (task) => turnsOf(task).remove(task.owner, task),
    clear: () => [...calls.clear(), ...jobs.clear()],
  }
}
