import { dialectList } from '../dialects/index.ts'
import type { AttributePlace, ElementPlace, Property } from '../vocabulary/property.ts'
import { heldAs, isElement, listElements, listMeant, type ModdleElement, tagOf } from './moddle-element.ts'

/**
 * Reads an attribute of a moddle element in any dialect, as text. Null when it is not set: bpmn-js removes some by
 * undefined and others by null.
 */
export function readModdleAttribute(element: ModdleElement, property: Property<AttributePlace>): string | null {
  for (const name of listNames(element, property)) {
    const value = element.get(name)
    if (value !== undefined && value !== null) return isElement(value) ? String(value.get('id')) : String(value)
  }
  return null
}

/**
 * Returns the element that moddle stores under a name in another element, as a child or reference; undefined when there
 * is none.
 */
export function readModdleElement(element: ModdleElement, name: string): ModdleElement | undefined {
  const value = element.get(name)
  return isElement(value) ? value : undefined
}

/** Lists the children of an element in moddle that belong to a property. */
export function listModdleChildren(element: ModdleElement, property: Property<ElementPlace>): ModdleElement[] {
  if (property.place === 'child') {
    const value = element.get(heldAs(property))
    const found = isElement(value) ? [value] : listElements(value)
    return heldAs(property) === property.name ? found : listMeant(found, property)
  }
  return listMeant([...listHeld(element, property.place), ...listUnprefixed(element, property)], property)
}

/** Lists all extension elements of an element, or all parts of a vendor element. */
export function listHeld(element: ModdleElement, place: 'extensionElement' | 'partElement'): ModdleElement[] {
  const holder = place === 'partElement' ? element : element.get('extensionElements')
  return isElement(holder) ? listElements(holder.get(place === 'partElement' ? 'parts' : 'values')) : []
}

/** Lists the parts of a vendor element that the file writes without a prefix: moddle stores them by name. */
export function listUnprefixed(element: ModdleElement, { place, name }: Property<ElementPlace>): ModdleElement[] {
  return place === 'partElement' ? listElements(element.get(name)) : []
}

/** Returns the names under which moddle may store an attribute. */
export function listNames(element: ModdleElement, { place, name, tags }: Property<AttributePlace>): string[] {
  const isOwn = place === 'attribute' || (place === 'part' && !element.$type.startsWith('bpmn:'))
  const { uri } = tagOf(element.$type)
  if (isOwn) return place === 'attribute' ? [name] : [...(tags.get(uri) ?? [name])]
  return dialectList.flatMap((one) => (tags.get(one.uri) ?? []).map((their) => `${one.dialect}:${their}`))
}
