import type { BoundaryBehaviour } from './model.ts'
import type { PoolTask } from './pool.ts'
import { drawCount } from './random.ts'
import { nodeAt, type RunState } from './run-state.ts'
import { drawValue } from './sample.ts'
import type { TokenFlow } from './token-flow.ts'
import { createScope, createVisit, type Scope, type Visit } from './tokens.ts'

interface Surroundings {
  readonly flow: Pick<TokenFlow, 'move' | 'leave' | 'release'>
  /** Ends a scope that has no tokens. */
  readonly complete: (scope: Scope) => void
}

/** The activities of a run: waiting, work of people, sub-processes, repetitions and boundary events. */
export interface Activities {
  /** Starts an activity. */
  readonly visit: (scope: Scope, node: number) => void
  /** Ends an activity, and lets its token leave. */
  readonly finish: (visit: Visit) => void
  /** Ends an activity by a boundary event, whose node the token enters. */
  readonly interrupt: (visit: Visit, node: number) => void
  /** Cancels everything inside of a scope. */
  readonly cancelScope: (scope: Scope) => void
  /** Notes tasks on which people begin to work. */
  readonly startWork: (role: number, started: readonly PoolTask[]) => void
  /** Ends the work of a person on a task. The person then starts the next task. */
  readonly endWork: (role: number, task: PoolTask) => void
}

export function createActivities(state: RunState, { flow, complete }: Surroundings): Activities {
  const { run, queue, pools, visitOf, notes } = state

  const visit = (scope: Scope, index: number): void => {
    const { repeat, boundary } = nodeAt(state, index)
    const { random } = scope.instance
    const one = createVisit(scope, index, state.now, null)
    scope.visits.add(one)
    let left = 1
    for (const event of boundary) left -= watch(one, event, left)
    if (repeat === null) {
      work(one)
      return
    }
    const times = drawCount(random, drawValue(repeat.times, random))
    if (times < 1) {
      finish(one)
      return
    }
    one.left = repeat.isSequential ? times - 1 : 0
    for (let count = repeat.isSequential ? 1 : times; count > 0 && one.isActive && state.steps < run.maxEvents; count--)
      begin(one)
  }

  const begin = (whole: Visit): void => {
    state.steps++
    const one = createVisit(whole.scope, whole.node, state.now, whole)
    whole.runs.add(one)
    work(one)
  }

  /**
   * Draws an event at the boundary of an activity.
   *
   * @param left the share of runs that no interrupting event before it ends: at most one of them happens.
   * @returns the share of runs that the event ends, if it has a frequency.
   */
  const watch = (one: Visit, event: BoundaryBehaviour, left: number): number => {
    const { random } = one.scope.instance
    if (event.timer !== null) {
      queue.add(state.now + event.timer, { kind: 'boundary', visit: one, event })
      return 0
    }
    const after = () => (event.after === null ? 0 : drawValue(event.after, random))
    if (!event.isInterrupting) {
      for (let times = drawCount(random, event.probability); times > 0; times--)
        queue.add(state.now + after(), { kind: 'boundary', visit: one, event })
      return 0
    }
    const isDrawn = random() * left < event.probability
    if (isDrawn && !one.isDoomed) {
      one.isDoomed = true
      queue.add(state.now + after(), { kind: 'boundary', visit: one, event })
    }
    return Math.min(left, event.probability)
  }

  const work = (one: Visit): void => {
    const { behaviour } = nodeAt(state, one.node)
    const { instance } = one.scope
    const { random } = instance
    switch (behaviour.kind) {
      case 'wait':
        queue.add(state.now + drawValue(behaviour.took, random), { kind: 'waited', visit: one })
        return
      case 'work': {
        const { role, pauses } = behaviour
        const draw = (sample: typeof pauses.idle) => (sample === null ? 0 : drawValue(sample, random))
        const worked = drawValue(behaviour.work, random)
        const added = pools[role]?.add(state.now, worked, { idle: draw(pauses.idle), queued: draw(pauses.queued) })
        if (added === undefined) {
          finish(one)
          return
        }
        one.task = added.task
        visitOf.set(added.task, one)
        startWork(role, added.started)
        return
      }
      case 'scope': {
        one.inner = createScope(instance, one)
        for (const { node, weight } of behaviour.children)
          for (let times = drawCount(random, weight); times > 0; times--) flow.move(one.inner, node)
        if (one.inner.tokens === 0) complete(one.inner)
        return
      }
      default:
        finish(one)
        return
    }
  }

  const startWork = (role: number, started: readonly PoolTask[]): void => {
    for (const task of started) {
      if (task.span === null) continue
      const [from, to] = task.span
      const one = visitOf.get(task)
      if (one !== undefined) notes.begin(from, one)
      queue.add(to, { kind: 'worked', role, task })
    }
  }

  const endWork = (role: number, task: PoolTask): void => {
    const one = visitOf.get(task)
    if (one !== undefined) one.task = null
    visitOf.delete(task)
    startWork(role, pools[role]?.end(state.now, task) ?? [])
  }

  const finish = (one: Visit): void => {
    if (!one.isActive) return
    if (one.isDoomed) return
    one.isActive = false
    const { scope, whole } = one
    if (one.runs.size === 0 && (whole !== null || nodeAt(state, one.node).repeat === null)) notes.leave(state.now, one)
    if (whole !== null) {
      whole.runs.delete(one)
      if (whole.left > 0) {
        whole.left--
        begin(whole)
        return
      }
      if (whole.runs.size === 0) finish(whole)
      return
    }
    scope.visits.delete(one)
    flow.release(scope)
    flow.leave(scope, one.node)
  }

  const interrupt = (one: Visit, node: number): void => {
    const { scope } = one
    if (nodeAt(state, one.node).repeat === null) notes.leave(state.now, one)
    cancel(one)
    scope.visits.delete(one)
    flow.release(scope)
    flow.move(scope, node)
    scope.tokens--
  }

  const cancel = (one: Visit): void => {
    one.isActive = false
    for (const child of one.runs) cancel(child)
    if (one.inner !== null) cancelScope(one.inner)
    const { behaviour } = nodeAt(state, one.node)
    if (one.task !== null && behaviour.kind === 'work') endWork(behaviour.role, one.task)
  }

  const cancelScope = (scope: Scope): void => {
    scope.isActive = false
    for (const one of scope.visits) if (one.isActive) cancel(one)
    scope.visits.clear()
    scope.waiting.clear()
  }

  return { visit, finish, interrupt, cancelScope, startWork, endWork }
}
