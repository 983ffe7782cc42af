import type { AdapterCall, ProcessModel } from './model.ts'
import { isEvent } from './query.ts'

/** A call of an adapter with the element that makes it. */
export interface FoundAdapterCall {
  readonly elementId: string
  readonly call: AdapterCall
}

/** Every place of a model that asks an external system by an adapter: tasks, and messages that an event throws. */
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
