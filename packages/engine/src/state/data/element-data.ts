import { flag, listOf, mapOf, nullable, oneOf, shape, text, unionOf, type ValueOf, wholeNumber } from './codec.ts'

/** Who waits for a compensation handler, and the scope in which that stands. */
const conductor = shape({ id: text, scopeId: text })

/** Compensation handlers that have not finished, and the subscriptions of those that have not started. */
const conducting = { handlers: wholeNumber, later: listOf(text) }

const memories = {
  /**
   * Its event has happened before it was entered. `elementId`: of a scope or gateway the event inside or behind it.
   * `definition`: which definition of a multiple start event.
   */
  fired: { elementId: nullable(text), definition: nullable(wholeNumber) },
  /** One run of a loop, from 0. */
  run: { index: wholeNumber },
  /** A token that waits for the job after an element: the flow that it takes then. Null: its path ends. */
  taking: { flowId: nullable(text) },
  /** A throwing event. `thrown`: how many of its definitions; null before it is held by one. */
  throwing: { thrown: nullable(wholeNumber), cancels: flag, ...conducting },
  /** A compensation handler. */
  handling: { conductor },
  /** A kept scope that is being compensated. Without a conductor nobody waits for that. */
  undoing: { conductor: nullable(conductor), ...conducting },
  /** A complex gateway with the tokens that it has taken in, by flow and `activationCount`. */
  gathering: { phase: oneOf('starting', 'resetting', 'reset'), counts: mapOf(wholeNumber) },
} as const

const memory = unionOf('kind', memories)

/** What an element instance remembers while nothing of it has ended. */
export type Memory = ValueOf<typeof memory>

/**
 * What an element instance remembers, by what it is. `leaving`: it is done and stays open for its job; `before` is what it
 * remembered till then, and `abandons` that it did not do what it is for, so that it takes no flow.
 */
export type ElementData =
  | Memory
  | { readonly kind: 'leaving'; readonly before: Memory | null; readonly abandons: boolean }

export const elementData = unionOf('kind', { ...memories, leaving: { before: nullable(memory), abandons: flag } })

/** What is entered because its event has happened. */
export const fired = { kind: 'fired', elementId: null, definition: null } as const satisfies Memory

/** What is entered because an event inside or behind it has happened. */
export function firedBy(elementId: string): Memory {
  return { ...fired, elementId }
}

/** The event that has happened before an element was entered; null when it waits for its event. */
export function firedIn(instance: { readonly data: ElementData | null }): Extract<Memory, { kind: 'fired' }> | null {
  const memory = memoryOf(instance)
  return memory?.kind === 'fired' ? memory : null
}

/** What it remembers as the element that it is, while it leaves too. */
export function memoryOf({ data }: { readonly data: ElementData | null }): Memory | null {
  return data?.kind === 'leaving' ? data.before : data
}

/** What a complex gateway has taken in; null for anything else. */
export function gatheredBy(instance: {
  readonly data: ElementData | null
}): Extract<Memory, { kind: 'gathering' }> | null {
  const memory = memoryOf(instance)
  return memory?.kind === 'gathering' ? memory : null
}

/** What a throwing event has done of what it throws; null for anything else, and for one that was never held. */
export function thrownBy(instance: {
  readonly data: ElementData | null
}): Extract<Memory, { kind: 'throwing' }> | null {
  const memory = memoryOf(instance)
  return memory?.kind === 'throwing' ? memory : null
}

/** For a throwing event that has not been held before. */
export const beginsThrowing = {
  kind: 'throwing',
  thrown: null,
  cancels: false,
  handlers: 0,
  later: [],
} as const satisfies Memory

/** Which run of its loop an element instance is; 0 for what is no run. */
export function runIndexOf(instance: { readonly data: ElementData | null }): number {
  const memory = memoryOf(instance)
  return memory?.kind === 'run' ? memory.index : 0
}
