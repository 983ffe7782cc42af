import type { XmlElement } from '@millrace/xml'
import type { FlowElement } from '../../model.ts'
import { type AnyPlainName, flowElements, rowOf } from '../../vocabulary/flow-elements.ts'
import type { ReadContext } from '../context.ts'
import { readActivityBase, readBase, readDefaultFlow } from './base.ts'
import { readEventBase } from './events.ts'
import type { ElementReader, Place } from './reader.ts'

/** Creates a reader for kinds of elements that have no further properties. */
export function createPlainReader(type: AnyPlainName): ElementReader {
  if (rowOf(type).chooses)
    return (context, element, place) =>
      ({
        type,
        ...readBase(context, element, place),
        defaultFlowId: readDefaultFlow(element),
      }) as FlowElement
  const read = readers[flowElements[type].kind]
  return (context, element, place) => ({ type, ...read(context, element, place) }) as FlowElement
}

const readers = { task: readActivityBase, event: readEventBase, gateway: readUnchosen } as const

/** Returns a gateway that takes all of its flows. */
function readUnchosen(context: ReadContext, element: XmlElement, place: Place) {
  return { ...readBase(context, element, place), defaultFlowId: null }
}
