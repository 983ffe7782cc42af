import { localName, readBoolean, type XmlElement } from '@millrace/xml'
import { vocabulary } from '../vocabulary/index.ts'
import { BPMN_URI, XSI_URI } from '../vocabulary/namespaces.ts'
import type { Property } from '../vocabulary/property.ts'
import type { PropertyPart, PropertyValue } from './difference.ts'

interface Reading {
  /** Returns whether a child is compared separately. */
  readonly isLeftOut: (child: XmlElement) => boolean
  /** Returns the display name of the element with an id. */
  readonly findName: (id: string) => string | undefined
}

/** Reads the parts of an element: its attributes and children, by the names of the vocabulary. */
export function readParts(element: XmlElement, reading: Reading): PropertyPart[] {
  const attributes = [...element.attributes].flatMap(([key, text]) => readAttribute(element, key, text, reading))
  return [...attributes, ...numberItems(listChildren(element).flatMap((child) => readChild(child, reading)))]
}

export function textPart(name: string, text: string): PropertyPart {
  return { name, item: null, value: { text, parts: [] } }
}

/** Returns the part for a reference, without the prefix of its target. */
export function referencePart(name: string, id: string, findName: Reading['findName']): PropertyPart {
  return { name, item: null, value: referenceTo(id, findName, []) }
}

function referenceTo(id: string, findName: Reading['findName'], parts: readonly PropertyPart[]): PropertyValue {
  const text = localName(id)
  const leadsTo = findName(text)
  return { text, parts, ...(leadsTo === undefined ? {} : { leadsTo }) }
}

function readAttribute(element: XmlElement, key: string, text: string, { findName }: Reading): PropertyPart[] {
  // Ids of what stands inside are the editor's; those of elements tell which is which.
  if (key === 'id' && element.uri === BPMN_URI) return []
  if (key.startsWith(`{${XSI_URI}}`)) return []
  const property = attributesByKey.get(key)?.find(({ on }) => on.includes(element.name))
  const name = property?.name ?? key.replace(/^\{.*\}/, '')
  if (property?.value === 'boolean') {
    const isTrue = readBoolean(text, property.byDefault)
    return isTrue === property.byDefault ? [] : [textPart(name, String(isTrue))]
  }
  return [property?.value === 'reference' ? referencePart(name, text, findName) : textPart(name, text)]
}

/** Returns the children, including those in `extensionElements`. */
function listChildren({ children }: XmlElement): XmlElement[] {
  return children.flatMap((child) =>
    child.uri === BPMN_URI && child.name === 'extensionElements' ? listChildren(child) : [child],
  )
}

/** Properties that follow from flows and lanes, which are compared separately. */
const following: ReadonlySet<string> = new Set(['incoming', 'outgoing', 'flowNodeRef', 'laneSet', 'childLaneSet'])

function readChild(child: XmlElement, reading: Reading): PropertyPart[] {
  if (reading.isLeftOut(child) || (child.uri === BPMN_URI && following.has(child.name))) return []
  const name = nameElement(child)
  const text = child.text.trim()
  const parts = readParts(child, reading)
  const isReference = child.uri === BPMN_URI && child.name.endsWith('Ref')
  const value = isReference ? referenceTo(text, reading.findName, parts) : { text: text === '' ? null : text, parts }
  return [{ name, item: nameItem(child), value }]
}

function nameElement({ uri, name }: XmlElement): string {
  // Editors write one for the other.
  if (uri === BPMN_URI && name === 'expression') return 'formalExpression'
  return elementsByKey.get(`{${uri}}${name}`)?.name ?? name
}

/** The attributes that distinguish one of several elements of the same name, the first present one. */
const naming = ['id', 'name', 'key', 'target', 'source', 'event', 'variable', 'errorCode'] as const

function nameItem(child: XmlElement): string | null {
  const names = child.uri === BPMN_URI ? naming.filter((name) => name !== 'id') : naming
  for (const name of names) {
    const text = child.attributes.get(name) ?? child.attributes.get(`{${child.uri}}${name}`)
    if (text !== undefined && text !== '') return text
  }
  return null
}

/** Numbers items that have no name or the same name, so that each has a different label. */
function numberItems(parts: readonly PropertyPart[]): PropertyPart[] {
  const counts = new Map<string, number>()
  return parts.map((part) => {
    const key = `${part.name} ${part.item ?? ''}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count === 1 ? part : { ...part, item: part.item === null ? `${count}` : `${part.item} (${count})` }
  })
}

const isOfElement = ({ place }: Property) =>
  place === 'child' || place === 'extensionElement' || place === 'partElement'
const attributesByKey = groupByKeys(vocabulary.filter((property) => !isOfElement(property)))
const elementsByKey = new Map(
  vocabulary
    .filter(isOfElement)
    .flatMap((property) =>
      [...property.tags].flatMap(([uri, names]) => names.map((name) => [`{${uri}}${name}`, property] as const)),
    )
    .reverse(),
)

function groupByKeys(properties: readonly Property[]): Map<string, Property[]> {
  const groups = new Map<string, Property[]>()
  for (const property of properties) {
    for (const key of property.keys) groups.set(key, [...(groups.get(key) ?? []), property])
  }
  return groups
}
