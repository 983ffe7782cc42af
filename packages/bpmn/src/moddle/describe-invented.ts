import { walk, type XmlElement } from '@millrace/xml'
import { schemaElementNames } from '../vocabulary/elements.ts'
import { BPMN_URI } from '../vocabulary/namespaces.ts'
import type { ModdlePackage } from './describe-dialect.ts'
import { titled } from './moddle-element.ts'

/** What moddle calls attributes of it by: a text of that name would stand for one. */
const known: ReadonlySet<string> = new Set(['id', 'name', 'implementationRef'])

/**
 * Describes texts in operations of interfaces that are in the BPMN namespace but in none of its schemas, such as
 * `serviceInputRef`, which some products write, so that they are written again. Elements with attributes or children
 * are not described; others are reported when the file is opened.
 */
export function describeInvented(root: XmlElement): ModdlePackage {
  const found = new Map<string, Set<string>>()
  for (const { uri, name, children, attributes, parent } of walk(root)) {
    const isText = uri === BPMN_URI && children.length === 0 && attributes.size === 0
    if (!isText || schemaElementNames.has(name) || known.has(name) || name === '__proto__') continue
    if (parent?.uri === BPMN_URI && parent.name === 'operation')
      found.set(parent.name, (found.get(parent.name) ?? new Set()).add(name))
  }
  return {
    name: 'Invented',
    uri: 'urn:millrace:invented',
    prefix: 'invented',
    xml: { tagAlias: 'lowerCase' },
    types: [...found].map(([parent, names]) => ({
      name: `In${titled(parent)}`,
      extends: [`bpmn:${titled(parent)}`],
      properties: [...names].map((name) => ({ name: `bpmn:${name}`, type: 'String', isMany: true as const })),
    })),
  }
}
