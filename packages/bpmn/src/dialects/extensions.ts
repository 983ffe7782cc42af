import { BPMN_URI, findChild, readBoolean, type XmlElement } from '../xml/element.ts'
import type { DialectDescriptor } from './dialect.ts'
import { dialectList } from './index.ts'

/** An attribute that any vendor writes, by its name in our vocabulary. Null when it is not there. */
export function extension(element: XmlElement, name: string): string | null {
  for (const key of keysOf(name)) {
    const value = element.attributes.get(key)
    if (value !== undefined) return value
  }
  return null
}

export function booleanExtension(element: XmlElement, name: string, byDefault: boolean): boolean {
  return readBoolean(extension(element, name), byDefault)
}

/** An attribute of a vendor's own element, which may stand with or without its prefix. */
export function extensionOrPlain(element: XmlElement, name: string): string | null {
  return element.attributes.get(name) ?? extension(element, name)
}

/** Children of `extensionElements` that any vendor writes under this name, in document order. */
export function listExtensions(element: XmlElement, name: string): XmlElement[] {
  const holder = findChild(element, 'extensionElements')
  return holder === null ? [] : listVendorChildren(holder, name)
}

export function findExtension(element: XmlElement, name: string): XmlElement | null {
  return listExtensions(element, name)[0] ?? null
}

/** Direct children of a vendor's own element. Their prefix may be left out, as models do: then they stand in BPMN's namespace. */
export function listVendorChildren(element: XmlElement, name: string): XmlElement[] {
  const keys = keysOf(name)
  return element.children.filter((child) =>
    child.uri === '' || child.uri === BPMN_URI ? child.name === name : keys.includes(`{${child.uri}}${child.name}`),
  )
}

export function findVendorChild(element: XmlElement, name: string): XmlElement | null {
  return listVendorChildren(element, name)[0] ?? null
}

const keys = new Map<string, readonly string[]>()

/** Every `{uri}name` under which the vendors write what we call `name`. */
function keysOf(name: string): readonly string[] {
  const known = keys.get(name)
  if (known !== undefined) return known
  const found = dialectList.flatMap(({ uri, olderUri, names }: DialectDescriptor) => {
    const theirs = Object.entries(names).filter(([, ours]) => ours === name)
    const current = [`{${uri}}${name}`, ...theirs.map(([their]) => `{${uri}}${their}`)]
    return olderUri === undefined ? current : [...current, `{${olderUri}}${name}`]
  })
  keys.set(name, found)
  return found
}
