import { attribute, type XmlElement } from '@millrace/xml'

/** Finds a child of the DMN vocabulary: in the namespace of its parent. */
export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name && child.uri === element.uri)
}

export function listChildren(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name && child.uri === element.uri)
}

/** Returns the text of a child, trimmed; null when there is no such child. */
export function findChildText(element: XmlElement, name: string): string | null {
  return findChild(element, name)?.text.trim() ?? null
}

/** Returns an attribute, null when it is missing or empty. */
export function findAttribute(element: XmlElement, name: string): string | null {
  return attribute(element, name)?.trim() || null
}

/** Returns a flag, which XML Schema writes as `true` or `1`. */
export function readFlag(element: XmlElement, name: string): boolean {
  return ['true', '1'].includes(findAttribute(element, name) ?? '')
}

/** Finds an attribute in any vendor's namespace, such as `camunda:inputVariable`. Null when missing or empty. */
export function findForeignAttribute(element: XmlElement, name: string): string | null {
  for (const [key, value] of element.attributes) {
    if (key.endsWith(`}${name}`) && !key.startsWith(DECLARATION)) return value.trim() || null
  }
  return null
}

const DECLARATION = '{http://www.w3.org/2000/xmlns/}'

/** Returns the id of the element, or of the nearest one around it that has one. */
export function findId(element: XmlElement): string | null {
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const id = findAttribute(at, 'id')
    if (id !== null) return id
  }
  return null
}
