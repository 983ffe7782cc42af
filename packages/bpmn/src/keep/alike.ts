import type { XmlElement } from '@millrace/xml'

/** Children of an element by namespace and name. Counted once for each element: there may be many. */
const groups = new WeakMap<XmlElement, ReadonlyMap<string, readonly XmlElement[]>>()
const numbers = new WeakMap<XmlElement, number>()

/** Lists the children of an element with the given namespace and name, in their order. */
export function listAlike(parent: XmlElement, { uri, name }: Pick<XmlElement, 'uri' | 'name'>): readonly XmlElement[] {
  return groupsOf(parent).get(`{${uri}}${name}`) ?? []
}

/** Returns the position of an element among its siblings with the same name, from 0. */
export function numberOf(element: XmlElement): number {
  if (element.parent !== null) groupsOf(element.parent)
  return numbers.get(element) ?? 0
}

function groupsOf(parent: XmlElement): ReadonlyMap<string, readonly XmlElement[]> {
  const known = groups.get(parent)
  if (known !== undefined) return known
  const found = Map.groupBy(parent.children, ({ uri, name }) => `{${uri}}${name}`)
  for (const children of found.values()) children.forEach((child, number) => void numbers.set(child, number))
  groups.set(parent, found)
  return found
}
