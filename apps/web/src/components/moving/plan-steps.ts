import type { InstanceMove, StartedMove } from '@millrace/contract'
import type { DrawnPlan } from '../bpmn-diagram/plan.ts'
import type { ModelFlow, ModelStep } from '../bpmn-diagram/read-model.ts'

/** The target of a step: the element or, with `flow`, the sequence flow where a token starts. */
export interface PlanTarget {
  readonly at: StartedMove['at']
  readonly id: string
}

/** The tokens of an element that a step ends. */
export interface PlanSource {
  readonly elementId: string
  /** One token; null: all tokens of the element. */
  readonly token: { readonly id: string; readonly isWaiting: boolean } | null
  /** Tokens that end; null where the number differs from instance to instance. */
  readonly count: number | null
}

export type PlanStep = { readonly key: string } & (
  | { readonly kind: 'move'; readonly from: PlanSource; readonly to: PlanTarget }
  | { readonly kind: 'start'; readonly to: PlanTarget }
  | { readonly kind: 'cancel'; readonly from: PlanSource }
)

/** The entries of a user for a new step of a plan. */
export type NewStep = PlanStep extends infer S ? (S extends unknown ? Omit<S, 'key'> : never) : never

/** Returns the moves of a plan in their order. A token starts before the old one ends, so that scopes stay open. */
export function toMoves(steps: readonly PlanStep[]): InstanceMove[] {
  return steps.flatMap(movesOf)
}

/** Returns the moves of a plan that start a token, because a restart has no others. */
export function toStarts(steps: readonly PlanStep[]): StartedMove[] {
  return steps.flatMap((step) => (step.kind === 'cancel' ? [] : [startOf(step.to)]))
}

export function movesOf(step: PlanStep): InstanceMove[] {
  if (step.kind === 'start') return [startOf(step.to)]
  if (step.kind === 'cancel') return [cancelOf(step.from)]
  const count = step.from.token === null ? (step.from.count ?? 1) : 1
  return [...Array.from({ length: count }, () => startOf(step.to)), cancelOf(step.from)]
}

function startOf({ at, id }: PlanTarget): StartedMove {
  return { kind: 'start', at, id, ancestorId: null }
}

function cancelOf({ elementId, token }: PlanSource): InstanceMove {
  return token === null
    ? { kind: 'cancel', by: 'key', id: elementId, isOfBefore: true }
    : { kind: 'cancel', by: token.isWaiting ? 'token' : 'element', id: token.id, isOfBefore: false }
}

/** Returns the first reason why a step is impossible, from the reasons of all moves; null when it is possible. */
export function reasonOf(steps: readonly PlanStep[], lines: readonly (string | null)[], index: number): string | null {
  const before = steps.slice(0, index).reduce((sum, step) => sum + movesOf(step).length, 0)
  const step = steps[index]
  if (step === undefined) return null
  return lines.slice(before, before + movesOf(step).length).find((line) => line !== null) ?? null
}

/** Returns a plan for drawing: badges at its elements, and an arrow for each move. */
export function toDrawn(steps: readonly PlanStep[], flows: readonly ModelFlow[]): DrawnPlan {
  const elementOf = ({ at, id }: PlanTarget) => (at === 'flow' ? (flows.find((flow) => flow.id === id)?.to ?? id) : id)
  const [ends, starts] = [new Map<string, number | null>(), new Map<string, number | null>()]
  const arrows = new Map<string, { from: string; to: string; count: number }>()
  const add = (map: Map<string, number | null>, id: string, count: number | null) => {
    const known = map.get(id)
    map.set(id, count === null || known === null ? null : (known ?? 0) + count)
  }
  for (const step of steps) {
    const count = step.kind === 'start' ? 1 : step.from.token === null ? step.from.count : 1
    if (step.kind !== 'start') add(ends, step.from.elementId, count)
    if (step.kind !== 'cancel') add(starts, elementOf(step.to), step.kind === 'start' ? 1 : count)
    if (step.kind !== 'move') continue
    const to = elementOf(step.to)
    const key = `${step.from.elementId} ${to}`
    arrows.set(key, { from: step.from.elementId, to, count: (arrows.get(key)?.count ?? 0) + (count ?? 1) })
  }
  const list = (map: ReadonlyMap<string, number | null>) => [...map].map(([elementId, count]) => ({ elementId, count }))
  return { ends: list(ends), starts: list(starts), arrows: [...arrows.values()] }
}

/** Returns the default target at an element: before the element or, for a multi-instance activity, all of its runs. */
export function defaultTarget(step: ModelStep): PlanTarget {
  return { at: step.isMultiple === true ? 'all' : 'before', id: step.id }
}

/** Moves one item of a list by one place. */
export function shift<T>(items: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const [one, other] = [items[index], items[index + by]]
  return one === undefined || other === undefined ? items : items.with(index, other).with(index + by, one)
}
