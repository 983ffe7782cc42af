import { drawIndex } from './random.ts'
import { findReach } from './reach.ts'
import { nodeAt, type RunState } from './run-state.ts'
import type { Scope } from './tokens.ts'

/** A token that moves along a sequence flow. */
interface Move {
  readonly scope: Scope
  readonly node: number
  readonly arrival: number
}

interface Handlers {
  /** A token enters an element. */
  readonly enter: (scope: Scope, node: number) => void
  /** The last token of a scope has ended. */
  readonly complete: (scope: Scope) => void
}

/** The tokens of a run: how they move along sequence flows, and wait for each other at gateways. */
export interface TokenFlow {
  /** Adds a token that moves to an element. */
  readonly move: (scope: Scope, node: number, arrival?: number) => void
  /** Ends a token. */
  readonly lose: (scope: Scope) => void
  /** Lets a token leave an element by its sequence flows. */
  readonly leave: (scope: Scope, node: number) => void
  /** An activity of a scope has ended: tokens that wait for it at gateways can continue. */
  readonly release: (scope: Scope) => void
  /** Moves all tokens as far as possible without time passing. */
  readonly settle: () => void
}

export function createTokenFlow(state: RunState, { enter, complete }: Handlers): TokenFlow {
  const { run } = state
  const reach = findReach(run.model)
  const moves: Move[] = []
  const joining = new Set<Scope>()

  const move = (scope: Scope, node: number, arrival = 0): void => {
    scope.tokens++
    moves.push({ scope, node, arrival })
  }

  const release = (scope: Scope): void => {
    if (scope.waiting.size > 0) joining.add(scope)
  }

  const lose = (scope: Scope): void => {
    scope.tokens--
    if (scope.tokens === 0) complete(scope)
    else release(scope)
  }

  const leave = (scope: Scope, index: number): void => {
    const { flows, leaves } = nodeAt(state, index)
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
    const node = nodeAt(state, index)
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

  const settle = (): void => {
    for (let index = 0; ; ) {
      while (index < moves.length && state.steps < run.maxEvents) {
        state.steps++
        arriveAt(moves[index++] as Move)
      }
      if (joining.size === 0 || state.steps >= run.maxEvents) break
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

  return { move, lose, leave, release, settle }
}

function oneFrom(index: number): [number, number] {
  return [Math.max(0, index), Math.max(0, index) + 1]
}
