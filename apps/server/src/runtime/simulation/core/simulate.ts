import { type Activities, createActivities } from './activities.ts'
import type { RunResult, SimulationRun } from './model.ts'
import { createRandom, drawExponential, drawIndex } from './random.ts'
import { createRunState, nodeAt, type RunState, type SimulationEvent } from './run-state.ts'
import { drawValue } from './sample.ts'
import { createTokenFlow } from './token-flow.ts'
import { createScope, type Instance, type Scope } from './tokens.ts'
import { createWorkingTime } from './working-time.ts'

const hour = 3_600_000

/**
 * Simulates a process event by event. The same run always has the same result. Each instance has its own random
 * numbers, so that two runs with the same number differ only by their models as far as possible.
 */
export function simulate(run: SimulationRun): RunResult {
  const { model, seed, number } = run
  const state = createRunState(run)
  const { queue, pools, notes } = state
  const arrivals = createRandom(seed, number, 1)
  let born = 0
  let open = 0
  let openAtStart: number | null = null

  const arrive = (): void => {
    const instance: Instance = { startedAt: state.now, random: createRandom(seed, number, 2, born++) }
    open++
    notes.start(state.now)
    const scope = createScope(instance, null)
    const weights = model.starts.map(({ weight }) => weight)
    const start = model.starts[drawIndex(instance.random, weights)]
    if (start !== undefined) flow.move(scope, start.node)
  }

  const complete = (scope: Scope): void => {
    if (!scope.isActive) return
    activities.cancelScope(scope)
    if (scope.owner === null) {
      open--
      notes.end(state.now, scope.instance.startedAt)
    } else activities.finish(scope.owner)
  }

  const enter = (scope: Scope, index: number): void => {
    const { behaviour } = nodeAt(state, index)
    if (behaviour.kind === 'pass') {
      flow.leave(scope, index)
      return
    }
    if (behaviour.kind !== 'end') {
      activities.visit(scope, index)
      return
    }
    if (behaviour.caughtBy !== null) {
      const { scope: caught, node } = behaviour.caughtBy
      let inner: Scope | null = scope
      while (inner !== null && inner.owner?.node !== caught) inner = inner.owner?.scope ?? null
      if (inner?.owner != null) {
        activities.interrupt(inner.owner.whole ?? inner.owner, node)
        return
      }
    }
    if (behaviour.isTerminating) complete(scope)
    else flow.lose(scope)
  }

  const flow = createTokenFlow(state, { enter, complete })
  const activities = createActivities(state, { flow, complete })
  const elsewhere = createElsewhere(state, activities)

  const handle = (event: SimulationEvent): void => {
    switch (event.kind) {
      case 'hour': {
        const expected = run.arrivals[event.index] ?? 0
        const end = run.from + (event.index + 1) * hour
        for (let [at, added] = [state.now, 0]; expected > 0 && added < run.maxEvents; added++) {
          at += drawExponential(arrivals, hour / expected)
          if (at >= end) break
          queue.add(at, { kind: 'arrival' })
        }
        if (event.index + 1 < run.arrivals.length) queue.add(end, { kind: 'hour', index: event.index + 1 })
        return
      }
      case 'arrival':
        arrive()
        return
      case 'elsewhere':
        elsewhere(event.role, true)
        return
      case 'waited':
        activities.finish(event.visit)
        return
      case 'worked': {
        const { role, task } = event
        if (task.isCancelled) return
        const visit = state.visitOf.get(task)
        activities.endWork(role, task)
        if (visit !== undefined) activities.finish(visit)
        return
      }
      case 'boundary': {
        const { visit: one, event: boundary } = event
        if (!one.isActive || !one.scope.isActive) return
        if (boundary.isInterrupting) activities.interrupt(one, boundary.node)
        else flow.move(one.scope, boundary.node)
      }
    }
  }

  queue.add(run.from, { kind: 'hour', index: 0 })
  for (const role of model.roles.keys()) elsewhere(role, false)
  for (let next = queue.next(); next !== null && next.at < run.to && state.steps < run.maxEvents; next = queue.next()) {
    if (next.at >= run.measureFrom) openAtStart ??= open
    state.now = next.at
    state.steps++
    handle(next.event)
    flow.settle()
  }

  const roles = pools.map((pool) => pool.result())
  return {
    ...notes.result(model.nodes),
    ...{ open, openAtStart: openAtStart ?? open },
    cost: roles.reduce((sum, { cost }) => sum + cost, 0),
    ...{ roles, events: state.steps, isCut: state.steps >= run.maxEvents },
  }
}

/**
 * Returns a function that gives the people of a role a task of other processes or roles, and plans the next one. Such
 * tasks come in working hours.
 */
function createElsewhere(state: RunState, { startWork }: Activities): (role: number, isDue: boolean) => void {
  const { run, queue, pools } = state
  const roles = run.model.roles.map((role, index) => ({
    role,
    time: createWorkingTime(role.hours),
    random: createRandom(run.seed, run.number, 3, index),
  }))
  return (index, isDue) => {
    const one = roles[index]
    const pool = pools[index]
    if (one === undefined || pool === undefined || one.role.elsewhere === null) return
    const { perHour, work } = one.role.elsewhere
    if (isDue) startWork(index, pool.add(state.now, drawValue(work, one.random), 'elsewhere').started)
    const at = one.time.add(state.now, drawExponential(one.random, hour / perHour))
    if (at < run.to) queue.add(at, { kind: 'elsewhere', role: index })
  }
}
