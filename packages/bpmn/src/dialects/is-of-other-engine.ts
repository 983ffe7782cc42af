import type { XmlElement } from '@millrace/xml'
import { listChildren } from '../vocabulary/read.ts'

/** Namespaces of Zeebe and jBPM, with their usual prefixes. */
export const engineUris: Readonly<Record<string, string>> = {
  'http://camunda.org/schema/zeebe/1.0': 'zeebe',
  'http://www.jboss.org/drools': 'drools',
}

/** Returns whether an element has attributes or extensions of an engine whose vocabulary is not supported. */
export function isOfOtherEngine(element: XmlElement): boolean {
  const extensions = listChildren(element, 'extensionElements').flatMap(({ children }) => children)
  const uses = [...element.attributes.keys(), ...extensions.map(({ uri }) => `{${uri}}`)]
  return uses.some((use) => Object.keys(engineUris).some((uri) => use.startsWith(`{${uri}}`)))
}
