import { flag, listOf, mapOf, nullable, oneOf, shape, text, unionOf, type ValueOf, wholeNumber } from './codec.ts'

/** The element that waits for a compensation handler, and the scope of the handler. */
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

/** The data of an element instance before it has completed. */
export type Memory = ValueOf<typeof memory>

/**
 * The data of an element instance, by its kind. `leaving`: it has completed and waits for its job; `before` is its
 * earlier data, and `abandons` means that it was abandoned and takes no flow.
 */
export type ElementData =
  | Memory
  | { readonly kind: 'leaving'; readonly before: Memory | null; readonly abandons: boolean }

export const elementData = unionOf('kind', { ...memories, leaving: { before: nullable(memory), abandons: flag } })

/** The data of an element that is entered because its event has happened. */
export const fired = { kind: 'fired', elementId: null, definition: null } as const satisfies Memory

/** Returns the data of an element that is entered because an event inside or after it has happened. */
export function firedBy(elementId: string): Memory {
  return { ...fired, elementId }
}

/** Returns the event that happened before an element was entered; null when it waits for its event. */
export function firedIn(instance: { readonly data: ElementData | null }): Extract<Memory, { kind: 'fired' }> | null {
  const memory = memoryOf(instance)
  return memory?.kind === 'fired' ? memory : null
}

/** Returns the data that the behaviour of an element has stored in its instance, also while the instance is left. */
export function memoryOf({ data }: { readonly data: ElementData | null }): Memory | null {
  return data?.kind === 'leaving' ? data.before : data
}

/** Returns the tokens that a complex gateway has gathered; null for other elements. */
export function gatheredBy(instance: {
  readonly data: ElementData | null
}): Extract<Memory, { kind: 'gathering' }> | null {
  const memory = memoryOf(instance)
  return memory?.kind === 'gathering' ? memory : null
}

/**
 * Returns how far a throwing event has thrown its definitions; null for other elements, and for one that never waited.
 */
export function thrownBy(instance: {
  readonly data: ElementData | null
}): Extract<Memory, { kind: 'throwing' }> | null {
  const memory = memoryOf(instance)
  return memory?.kind === 'throwing' ? memory : null
}

/** The initial data of a throwing event that has not waited yet. */
export const beginsThrowing = {
  kind: 'throwing',
  thrown: null,
  cancels: false,
  handlers: 0,
  later: [],
} as const satisfies Memory

/** Returns the index of a run in its loop; 0 for an element instance that is not a run. */
export function runIndexOf(instance: { readonly data: ElementData | null }): number {
  const memory = memoryOf(instance)
  return memory?.kind === 'run' ? memory.index : 0
}
