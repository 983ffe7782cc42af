import type { XmlElement } from '@millrace/xml'
import type { FlowElement } from '../../model.ts'
import type { ReadContext } from '../context.ts'
import type { Structure } from '../process/structure.ts'

/** The scope and position of a flow element. */
export interface Place {
  readonly scopeId: string
  readonly structure: Structure
  /** Ids of the flow elements directly inside an element, for sub-processes. */
  readonly listChildIds: (element: XmlElement) => readonly string[]
}

/** Reads one flow element. Elements inside it are read by their own readers. */
export type ElementReader = (context: ReadContext, element: XmlElement, place: Place) => FlowElement
