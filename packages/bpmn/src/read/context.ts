import type { XmlElement } from '@millrace/xml'
import type { Dialect } from '../model.ts'
import type { Finding, ProblemCode, Severity } from '../problems.ts'
import { identifierOf, isBpmn } from '../vocabulary/read.ts'
import type { RootElements } from './process/root-elements.ts'

/** The context of all readers: the dialect, referenced elements, and the list of problems. */
export interface ReadContext {
  readonly dialect: Dialect
  readonly roots: RootElements
  /** Ids of the file, and of the elements that had none. */
  readonly ids: IdSource
  /** Reports a fault of an element. The reader continues, so that all faults are shown together. */
  readonly report: (element: XmlElement, code: ProblemCode, message: string, severity?: Severity) => void
}

export interface IdSource {
  readonly taken: ReadonlySet<string>
  readonly made: Map<XmlElement, string>
  /** The last number given to an element of a name, so that no number is tried twice. */
  readonly numbers: Map<string, number>
}

export function createIdSource(taken: ReadonlySet<string>): IdSource {
  return { taken, made: new Map(), numbers: new Map() }
}

/** A finding and the element it is about. */
export interface PlacedFinding extends Finding {
  readonly element: XmlElement | null
}

/**
 * Returns the id of an element. Sequence flows and events without an id get one from their position in the file, which
 * is the same at every reading.
 */
export function idOf({ ids }: { ids: IdSource }, element: XmlElement): string {
  const id = identifierOf(element)
  if (id !== null && id !== '') return id
  const known = ids.made.get(element)
  if (known !== undefined) return known
  let number = (ids.numbers.get(element.name) ?? 0) + 1
  while (ids.taken.has(`${element.name}_${number}`)) number++
  ids.numbers.set(element.name, number)
  const made = `${element.name}_${number}`
  ids.made.set(element, made)
  return made
}

const containers = new Set(['definitions', 'process', 'subProcess', 'transaction', 'adHocSubProcess', 'collaboration'])

/** Returns the element to which a problem inside it is assigned: a flow element, flow, process or definition. */
export function ownerOf(element: XmlElement): XmlElement {
  let owner = element
  while (owner.parent !== null && !(isBpmn(owner) && isBpmn(owner.parent) && containers.has(owner.parent.name))) {
    owner = owner.parent
  }
  return owner
}
