import { attribute, localName, readBoolean, type XmlElement } from '@millrace/xml'
import { BPMN_URI, XSI_URI } from './namespaces.ts'
import type { AttributePlace, ElementPlace, Property, Value } from './property.ts'
import { identity } from './themes/general.ts'

type Attribute<V extends Value = Value> = Property<AttributePlace, V>
type Child<V extends Value = Value> = Property<ElementPlace, V>

/** Returns an attribute as written, from any vendor. Null when it does not exist. */
export function textOf(element: XmlElement, { keys }: Attribute): string | null {
  for (const key of keys) {
    const value = element.attributes.get(key)
    if (value !== undefined) return value
  }
  return null
}

/** Returns a boolean. Other values count as the default of the vocabulary, unless the dialect has its own. */
export function flagOf(element: XmlElement, property: Attribute<'boolean'>, byDefault = property.byDefault): boolean {
  return readBoolean(textOf(element, property), byDefault)
}

/**
 * Returns the id to which an attribute refers, without its prefix: `order` for `tns:order`. Null when it is missing or
 * empty.
 */
export function referenceOf(element: XmlElement, property: Attribute<'reference'>): string | null {
  return localName(textOf(element, property) ?? '') || null
}

/**
 * Lists the child elements of a property, in document order. Children of vendors are searched in the positions where
 * vendors put them.
 */
export function elementsOf(element: XmlElement, property: Child): XmlElement[] {
  const holder = holderOf(element, property)
  return holder === null ? [] : holder.children.filter((child) => isNamed(child, property))
}

export function elementOf(element: XmlElement, property: Child): XmlElement | null {
  return holderOf(element, property)?.children.find((child) => isNamed(child, property)) ?? null
}

/** Returns the trimmed text of a child, null when there is no such child or it is empty. */
export function childTextOf(element: XmlElement, property: Child): string | null {
  return elementOf(element, property)?.text.trim() || null
}

/** Returns whether an element belongs to the BPMN namespace, and has the given name, if any. */
export function isBpmn(element: XmlElement, name?: string): boolean {
  return element.uri === BPMN_URI && (name === undefined || element.name === name)
}

/** Lists the direct children in the BPMN namespace with this name, in document order. */
export function listChildren(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => isBpmn(child, name))
}

/** Returns `xsi:type` as written. */
export function schemaTypeOf(element: XmlElement): string | null {
  return attribute(element, `{${XSI_URI}}type`)
}

/** Returns the id of an element. XML Schema drops spaces around ids and references, so both engines take them. */
export function identifierOf(element: XmlElement): string | null {
  return textOf(element, identity.id)?.trim() ?? null
}

function holderOf(element: XmlElement, { place }: Child): XmlElement | null {
  return place === 'extensionElement'
    ? (element.children.find((child) => isBpmn(child, 'extensionElements')) ?? null)
    : element
}

function isNamed({ uri, name }: XmlElement, { tags }: Child): boolean {
  return tags.get(uri)?.includes(name) === true
}
