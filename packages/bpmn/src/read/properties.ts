import { findExtension, listVendorChildren } from '../dialects/extensions.ts'
import { attribute, type XmlElement } from '../xml/element.ts'
import { recordOf } from './record.ts'

/** `camunda:properties` and their like: name to value. Without a name the id counts. */
export function readProperties(element: XmlElement): Readonly<Record<string, string>> {
  const holder = findExtension(element, 'properties')
  return holder === null ? {} : readPropertyList(holder)
}

/** The `property` elements inside a `properties` element. */
export function readPropertyList(holder: XmlElement): Readonly<Record<string, string>> {
  const entries = listVendorChildren(holder, 'property').map((property): [string, string] => [
    attribute(property, 'name') ?? attribute(property, 'id') ?? '',
    attribute(property, 'value') ?? property.text.trim(),
  ])
  return recordOf(entries)
}
