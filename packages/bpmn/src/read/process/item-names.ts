import { localName, type XmlElement } from '@millrace/xml'
import { isBpmn, referenceOf, textOf } from '../../vocabulary/read.ts'
import * as data from '../../vocabulary/themes/data.ts'
import * as general from '../../vocabulary/themes/general.ts'

const kinds = new Set(['dataObject', 'dataObjectReference', 'dataStoreReference', 'property'])

/**
 * Returns the name of the variable for the id of a data object, property, or reference to a data object or store, as seen from an
 * element; other ids are variable names already. Diagrams show the name of the reference, so it is used when the object
 * has no name.
 */
export function itemName(from: XmlElement, id: string): string {
  const item = findItem(from, localName(id))
  if (item === null) return id
  const object =
    item.name === 'dataObjectReference'
      ? findItem(item, referenceOf(item, data.objectReference.dataObjectRef) ?? '')
      : null
  return nameOf(object) ?? nameOf(item) ?? id
}

/** Returns the name of the first reference to a data object in its scope. */
export function referenceName(scope: XmlElement, id: string): string | null {
  const references = scope.children.filter((child) => isBpmn(child, 'dataObjectReference'))
  return nameOf(references.find((child) => referenceOf(child, data.objectReference.dataObjectRef) === id) ?? null)
}

function nameOf(element: XmlElement | null): string | null {
  const name = element === null ? null : textOf(element, general.naming.name)
  return name === '' ? null : name
}

function findItem(from: XmlElement, id: string): XmlElement | null {
  for (let scope = from.parent; scope !== null; scope = scope.parent) {
    const found = scope.children.find(
      (child) => isBpmn(child) && kinds.has(child.name) && textOf(child, general.identity.id) === id,
    )
    if (found !== undefined) return found
  }
  return null
}
