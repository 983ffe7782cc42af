import type { BudgetName } from '@millrace/contract'
import { findCaller } from '../../platform/caller.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../runtime.ts'
import type { ThreadTasks } from './thread-tasks.ts'
import type { TimeBudget } from './time-budget.ts'

export interface ThreadOrder<Kind extends keyof ThreadTasks> {
  readonly kind: Kind
  readonly input: Parameters<ThreadTasks[Kind]>[0]
  /** The workplace. */
  readonly owner: string
  /** The remaining time, from which the time of the task is deducted. */
  readonly time: TimeBudget
  readonly answer?: (question: never) => unknown
}

export type InThread<Output> =
  | { readonly ok: true; readonly output: Output }
  | { readonly ok: false; readonly broken: BrokenBudget }

/** The budget for which a worker thread was ended. */
export interface BrokenBudget {
  readonly budget: BudgetName
  readonly most: number
  /** The element that it was at. */
  readonly at: string | null
  /** A sentence. */
  readonly message: string
}

/**
 * Runs a task in a worker thread.
 *
 * @throws NoThread when no thread is free, which is no failure of the task.
 */
export async function inThread<Kind extends keyof ThreadTasks>(
  { threads, budgets, isForJobs }: Pick<Runtime, 'threads' | 'budgets' | 'isForJobs'>,
  { kind, input, owner, time, answer }: ThreadOrder<Kind>,
): Promise<InThread<Awaited<ReturnType<ThreadTasks[Kind]>>>> {
  if (time.left <= 0) return { ok: false, broken: overtime(time, null) }
  const maxTime = time.left
  const ended = await threads.run({
    kind,
    input,
    owner,
    caller: findCaller(),
    isJob: isForJobs,
    maxTime,
    maxTimeApart: budgets.readTime,
    ...(answer !== undefined && { answer: answer as (question: unknown) => unknown }),
  })
  switch (ended.how) {
    case 'done':
      time.left -= ended.took
      return { ok: true, output: ended.output as Awaited<ReturnType<ThreadTasks[Kind]>> }
    case 'overtime':
      time.left = 0
      return { ok: false, broken: overtime(time, ended.at) }
    case 'overtime-apart':
      return { ok: false, broken: overtime({ name: 'readTime', most: budgets.readTime }, ended.at) }
    case 'out-of-memory':
      return { ok: false, broken: outOfMemory(budgets.threadMemory, ended.at) }
  }
}

/**
 * Returns the output of a task in a worker thread.
 *
 * @throws Refusal when a budget was exceeded.
 */
export function orRefusal<Output>(answer: InThread<Output>): Output {
  if (answer.ok) return answer.output
  throw refuse('budget.exceeded', answer.broken.message)
}

function overtime({ name, most }: Pick<TimeBudget, 'name' | 'most'>, at: string | null): BrokenBudget {
  return {
    budget: name,
    most,
    at,
    message: `Expected this to take at most ${most} ms (${name}), but it took longer${lastAt(at)}.`,
  }
}

function outOfMemory(most: number, at: string | null): BrokenBudget {
  const megabytes = Math.round(most / 1024 / 1024)
  return {
    budget: 'threadMemory',
    most,
    at,
    message: `Expected this to hold at most ${megabytes} MB (threadMemory), but it held more${lastAt(at)}.`,
  }
}

function lastAt(at: string | null): string {
  return at === null ? '' : `, last at ${at}`
}
