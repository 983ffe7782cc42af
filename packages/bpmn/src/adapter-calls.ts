import type { AdapterCall, ProcessModel } from './model.ts'
import { isEvent } from './query.ts'

/** A call of an adapter with the element that makes it. */
export interface FoundAdapterCall {
  readonly elementId: string
  readonly call: AdapterCall
}

/** Lists the elements of a model that call an adapter: tasks, and events that throw a message. */
export function listAdapterCalls(model: ProcessModel): FoundAdapterCall[] {
  return Object.values(model.elements).flatMap((element) => {
    const implementations = isEvent(element)
      ? element.definitions.flatMap((one) => (one.kind === 'message' ? [one.implementation] : []))
      : 'implementation' in element
        ? [element.implementation]
        : []
    return implementations.flatMap((one) => (one?.kind === 'adapter' ? [{ elementId: element.id, call: one }] : []))
  })
}
