import type { XmlElement } from '@millrace/xml'
import { elementOf, elementsOf, textOf } from '../../vocabulary/read.ts'
import * as general from '../../vocabulary/themes/general.ts'
import { recordOf } from './record.ts'

/** Reads `camunda:properties` and similar elements into names and values. The id is used where the name is missing. */
export function readProperties(element: XmlElement): Readonly<Record<string, string>> {
  const holder = elementOf(element, general.ownProperties.properties)
  return holder === null ? {} : readPropertyList(holder)
}

/** Returns the `property` elements inside a `properties` element. */
export function readPropertyList(holder: XmlElement): Readonly<Record<string, string>> {
  const entries = elementsOf(holder, general.propertyList.property).map((property): [string, string] => [
    textOf(property, general.ownProperty.name) ?? textOf(property, general.ownProperty.id) ?? '',
    textOf(property, general.ownProperty.value) ?? property.text.trim(),
  ])
  return recordOf(entries)
}
