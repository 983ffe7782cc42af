import type { XmlElement } from '@millrace/xml'
import { listChildren } from '../vocabulary/read.ts'

/** Zeebe and jBPM. */
const uris = ['http://camunda.org/schema/zeebe/1.0', 'http://www.jboss.org/drools']

/** Whether an element has attributes or extensions of an engine whose words are not read here. */
export function isOfOtherEngine(element: XmlElement): boolean {
  const extensions = listChildren(element, 'extensionElements').flatMap(({ children }) => children)
  const uses = [...element.attributes.keys(), ...extensions.map(({ uri }) => `{${uri}}`)]
  return uses.some((use) => uris.some((uri) => use.startsWith(`{${uri}}`)))
}
