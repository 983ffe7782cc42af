import { createEventQueue } from './event-queue.ts'
import type { BoundaryBehaviour, ElementResult, RunResult, SimulationNode, SimulationRun } from './model.ts'
import { createPool, type PoolTask } from './pool.ts'
import { createRandom, drawCount, drawExponential, drawIndex } from './random.ts'
import { findReach } from './reach.ts'
import { drawValue } from './sample.ts'
import { summarise } from './statistics.ts'
import { createScope, createVisit, type Instance, type Scope, type Visit } from './tokens.ts'
import { isWithinWindow, type Window } from './window.ts'

type SimulationEvent =
  | { readonly kind: 'hour'; readonly index: number }
  | { readonly kind: 'arrival' }
  | { readonly kind: 'waited'; readonly visit: Visit }
  | { readonly kind: 'worked'; readonly visit: Visit; readonly task: PoolTask }
  | { readonly kind: 'boundary'; readonly visit: Visit; readonly event: BoundaryBehaviour }

/** A token that moves along a sequence flow. */
interface Move {
  readonly scope: Scope
  readonly node: number
  readonly arrival: number
}

const hour = 3_600_000

/**
 * Simulates a process from one event to the next. The same run always has the same result. Each instance has random
 * numbers of its own, so that runs of two models with the same number differ by the models as far as possible.
 */
export function simulate(run: SimulationRun): RunResult {
  const { model, seed, number } = run
  const window: Window = { from: run.measureFrom, to: run.to }
  const queue = createEventQueue<SimulationEvent>()
  const pools = model.roles.map((role) => createPool(role, window))
  const reach = findReach(model)
  const arrivals = createRandom(seed, number, 1)
  const visitOf = new Map<PoolTask, Visit>()
  const moves: Move[] = []
  const joining = new Set<Scope>()
  const durations: number[] = []
  const took = new Map<number, number[]>()
  const waits = new Map<number, number[]>()
  let now = run.from
  let steps = 0
  let born = 0
  let open = 0
  let started = 0
  let openAtStart: number | null = null

  const nodeOf = (index: number) => model.nodes[index] as SimulationNode

  const arrive = (): void => {
    const instance: Instance = { startedAt: now, random: createRandom(seed, number, 2, born++) }
    open++
    if (isWithinWindow(window, now)) started++
    const scope = createScope(instance, null)
    const weights = model.starts.map(({ weight }) => weight)
    const start = model.starts[drawIndex(instance.random, weights)]
    if (start !== undefined) move(scope, start.node)
  }

  const move = (scope: Scope, node: number, arrival = 0): void => {
    scope.tokens++
    moves.push({ scope, node, arrival })
  }

  const lose = (scope: Scope): void => {
    scope.tokens--
    if (scope.tokens === 0) complete(scope)
    else if (scope.waiting.size > 0) joining.add(scope)
  }

  const complete = (scope: Scope): void => {
    if (!scope.isActive) return
    cancelScope(scope)
    if (scope.owner === null) {
      open--
      if (isWithinWindow(window, now)) durations.push(now - scope.instance.startedAt)
    } else finish(scope.owner)
  }

  const leave = (scope: Scope, index: number): void => {
    const { flows, leaves } = nodeOf(index)
    const { random } = scope.instance
    if (flows.length === 0) {
      lose(scope)
      return
    }
    const weights = flows.map(({ weight }) => weight)
    const taken =
      leaves === 'one'
        ? flows.slice(...oneFrom(drawIndex(random, weights)))
        : leaves === 'all'
          ? flows
          : flows.filter(({ weight }) => random() < weight)
    // An inclusive gateway takes at least one flow.
    const chosen = taken.length > 0 ? taken : flows.slice(...oneFrom(weights.indexOf(Math.max(...weights))))
    for (const { node, arrival } of chosen) move(scope, node, arrival)
    scope.tokens--
  }

  const arriveAt = ({ scope, node: index, arrival }: Move): void => {
    if (!scope.isActive) return
    const node = nodeOf(index)
    if (node.waitsFor === 'nothing' || node.incoming < 2) {
      enter(scope, index)
      return
    }
    const counts = scope.waiting.get(index) ?? Array.from({ length: node.incoming }, () => 0)
    counts[arrival] = (counts[arrival] ?? 0) + 1
    scope.waiting.set(index, counts)
    if (node.waitsFor === 'all that can arrive') {
      joining.add(scope)
      return
    }
    if (counts.some((count) => count === 0)) return
    for (const [at, count] of counts.entries()) counts[at] = count - 1
    if (counts.every((count) => count === 0)) scope.waiting.delete(index)
    scope.tokens -= node.incoming - 1
    enter(scope, index)
  }

  /**
   * Lets an inclusive gateway continue that no other token of the scope can reach. The next gateway is examined when the
   * tokens of this one have moved, because they can arrive there.
   */
  const join = (scope: Scope): void => {
    if (!scope.isActive) return
    const waiting = [...scope.waiting.keys()]
    const canReach = (from: number, gateway: number) => reach.get(gateway)?.has(from) === true
    const free = waiting.filter(
      (gateway) =>
        reach.has(gateway) &&
        ![...scope.visits].some(({ node }) => canReach(node, gateway)) &&
        !waiting.some((other) => !reach.has(other) && canReach(other, gateway)),
    )
    // Gateways in a loop that wait for each other: the first one continues.
    const index =
      free.find((gateway) => !free.some((other) => other !== gateway && canReach(other, gateway))) ?? free[0]
    const counts = index === undefined ? undefined : scope.waiting.get(index)
    if (index === undefined || counts === undefined) return
    scope.waiting.delete(index)
    scope.tokens -= counts.reduce((sum, count) => sum + count, 0) - 1
    joining.add(scope)
    enter(scope, index)
  }

  const enter = (scope: Scope, index: number): void => {
    const { behaviour } = nodeOf(index)
    if (behaviour.kind === 'pass') {
      leave(scope, index)
      return
    }
    if (behaviour.kind !== 'end') {
      visit(scope, index)
      return
    }
    if (behaviour.caughtBy !== null) {
      const { scope: caught, node } = behaviour.caughtBy
      let inner: Scope | null = scope
      while (inner !== null && inner.owner?.node !== caught) inner = inner.owner?.scope ?? null
      if (inner?.owner != null) {
        interrupt(inner.owner.whole ?? inner.owner, node)
        return
      }
    }
    if (behaviour.isTerminating) {
      complete(scope)
      return
    }
    lose(scope)
  }

  const visit = (scope: Scope, index: number): void => {
    const { repeat, boundary } = nodeOf(index)
    const { random } = scope.instance
    const one = createVisit(scope, index, now, null)
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
    for (let count = repeat.isSequential ? 1 : times; count > 0 && one.isActive && steps < run.maxEvents; count--)
      begin(one)
  }

  const begin = (whole: Visit): void => {
    steps++
    const one = createVisit(whole.scope, whole.node, now, whole)
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
      queue.add(now + event.timer, { kind: 'boundary', visit: one, event })
      return 0
    }
    const after = () => (event.after === null ? 0 : drawValue(event.after, random))
    if (!event.isInterrupting) {
      for (let times = drawCount(random, event.probability); times > 0; times--)
        queue.add(now + after(), { kind: 'boundary', visit: one, event })
      return 0
    }
    const isDrawn = random() * left < event.probability
    if (isDrawn && !one.isDoomed) {
      one.isDoomed = true
      queue.add(now + after(), { kind: 'boundary', visit: one, event })
    }
    return Math.min(left, event.probability)
  }

  const work = (one: Visit): void => {
    const { behaviour } = nodeOf(one.node)
    const { instance } = one.scope
    const { random } = instance
    switch (behaviour.kind) {
      case 'wait':
        queue.add(now + drawValue(behaviour.took, random), { kind: 'waited', visit: one })
        return
      case 'work': {
        const added = pools[behaviour.role]?.add(now, drawValue(behaviour.work, random))
        if (added === undefined) {
          finish(one)
          return
        }
        one.task = added.task
        visitOf.set(added.task, one)
        startWork(added.begun)
        return
      }
      case 'scope': {
        one.inner = createScope(instance, one)
        for (const { node, weight } of behaviour.children)
          for (let times = drawCount(random, weight); times > 0; times--) move(one.inner, node)
        if (one.inner.tokens === 0) complete(one.inner)
        return
      }
      default:
        finish(one)
        return
    }
  }

  const startWork = (begun: readonly PoolTask[]): void => {
    for (const task of begun) {
      const one = visitOf.get(task)
      if (one === undefined || task.span === null) continue
      const [from, to] = task.span
      if (isWithinWindow(window, from)) note(waits, one.node, from - one.enteredAt)
      queue.add(to, { kind: 'worked', visit: one, task })
    }
  }

  const endWork = (one: Visit): void => {
    if (one.task === null) return
    const { task } = one
    const { behaviour } = nodeOf(one.node)
    one.task = null
    visitOf.delete(task)
    if (behaviour.kind === 'work') startWork(pools[behaviour.role]?.end(now, task) ?? [])
  }

  const finish = (one: Visit): void => {
    if (!one.isActive) return
    if (one.isDoomed) return
    one.isActive = false
    const { scope, whole } = one
    if (one.runs.size === 0 && (whole !== null || nodeOf(one.node).repeat === null)) noteRun(one)
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
    if (scope.waiting.size > 0) joining.add(scope)
    leave(scope, one.node)
  }

  const interrupt = (one: Visit, node: number): void => {
    const { scope } = one
    if (nodeOf(one.node).repeat === null) noteRun(one)
    cancel(one)
    scope.visits.delete(one)
    if (scope.waiting.size > 0) joining.add(scope)
    move(scope, node)
    scope.tokens--
  }

  const cancel = (one: Visit): void => {
    one.isActive = false
    for (const child of one.runs) cancel(child)
    if (one.inner !== null) cancelScope(one.inner)
    endWork(one)
  }

  const cancelScope = (scope: Scope): void => {
    scope.isActive = false
    for (const one of scope.visits) if (one.isActive) cancel(one)
    scope.visits.clear()
    scope.waiting.clear()
  }

  const note = (list: Map<number, number[]>, node: number, value: number) => {
    const known = list.get(node)
    if (known === undefined) list.set(node, [value])
    else known.push(value)
  }
  const noteRun = (one: Visit) => {
    if (isWithinWindow(window, now)) note(took, one.node, now - one.enteredAt)
  }

  const handle = (event: SimulationEvent): void => {
    switch (event.kind) {
      case 'hour': {
        const expected = run.arrivals[event.index] ?? 0
        const end = run.from + (event.index + 1) * hour
        for (let [at, added] = [now, 0]; expected > 0 && added < run.maxEvents; added++) {
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
      case 'waited':
        finish(event.visit)
        return
      case 'worked':
        if (event.visit.task !== event.task) return
        endWork(event.visit)
        finish(event.visit)
        return
      case 'boundary': {
        const { visit: one, event: boundary } = event
        if (!one.isActive || !one.scope.isActive) return
        if (boundary.isInterrupting) interrupt(one, boundary.node)
        else move(one.scope, boundary.node)
      }
    }
  }

  /** Moves all tokens as far as they come without time passing. */
  const settle = (): void => {
    for (let index = 0; ; ) {
      while (index < moves.length && steps < run.maxEvents) {
        steps++
        arriveAt(moves[index++] as Move)
      }
      if (joining.size === 0 || steps >= run.maxEvents) break
      const scopes = [...joining]
      joining.clear()
      // A token that moves now may come to a gateway of another scope: when a sub-process ends.
      for (const scope of scopes)
        if (index < moves.length) joining.add(scope)
        else join(scope)
      if (index >= moves.length && joining.size === 0) break
    }
    moves.length = 0
  }

  queue.add(run.from, { kind: 'hour', index: 0 })
  for (let next = queue.next(); next !== null && next.at < run.to && steps < run.maxEvents; next = queue.next()) {
    if (next.at >= run.measureFrom) openAtStart ??= open
    now = next.at
    steps++
    handle(next.event)
    settle()
  }

  const roles = pools.map((pool) => pool.result())
  const elements = model.nodes.flatMap(({ id, behaviour }, index): ElementResult[] => {
    if (behaviour.kind !== 'wait' && behaviour.kind !== 'work') return []
    const runs = took.get(index) ?? []
    const wait = behaviour.kind === 'work' ? summarise(waits.get(index) ?? []) : null
    return [{ id, count: runs.length, took: summarise(runs), wait }]
  })
  return {
    ...{ started, ended: durations.length, open, openAtStart: openAtStart ?? open },
    duration: summarise(durations),
    cost: roles.reduce((sum, { cost }) => sum + cost, 0),
    ...{ roles, elements, events: steps, isCut: steps >= run.maxEvents },
  }
}

function oneFrom(index: number): [number, number] {
  return [Math.max(0, index), Math.max(0, index) + 1]
}
