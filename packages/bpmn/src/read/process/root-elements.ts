import { localName, type XmlElement } from '@millrace/xml'
import { identifierOf, isBpmn } from '../../vocabulary/read.ts'

/** Messages, signals, errors, escalations, item definitions, data stores and resources of a file, by id. */
export interface RootElements {
  find(kind: RootKind, reference: string): XmlElement | null
}

type RootKind =
  | 'message'
  | 'signal'
  | 'error'
  | 'escalation'
  | 'itemDefinition'
  | 'dataStore'
  | 'eventDefinition'
  | 'resource'

/**
 * Indexes the root elements of a file by id. References may have a prefix, such as `tns:order` (QNames, BPMN 2.0, table
 * 8.1).
 *
 * @param root the `definitions` element.
 */
export function indexRootElements(root: XmlElement): RootElements {
  const byKind = new Map<string, Map<string, XmlElement>>()
  for (const element of root.children) {
    const id = identifierOf(element)
    if (!isBpmn(element) || id === null) continue
    const kind = element.name.endsWith('EventDefinition') ? 'eventDefinition' : element.name
    const group = byKind.get(kind) ?? new Map<string, XmlElement>()
    group.set(id, element)
    byKind.set(kind, group)
  }
  return {
    find: (kind, reference) => {
      const group = byKind.get(kind)
      return group?.get(reference.trim()) ?? group?.get(localName(reference)) ?? null
    },
  }
}
