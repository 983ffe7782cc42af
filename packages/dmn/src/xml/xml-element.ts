/** An element of a parsed file. Attributes of other namespaces are kept by their local names under `foreign`. */
export interface XmlElement {
  readonly name: string
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  /** Attributes with a prefix, such as `camunda:inputVariable`, by local name. */
  readonly foreign: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** All character data directly inside, untrimmed. */
  readonly text: string
  /** The id of the nearest element around it that has one. */
  readonly idAround: string | null
  readonly line: number
  readonly column: number
}

/** Children of the DMN vocabulary: those in the namespace of their parent. */
export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name && child.namespace === element.namespace)
}

export function listChildren(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name && child.namespace === element.namespace)
}

/** The text of a child, trimmed; null when there is no such child. */
export function findChildText(element: XmlElement, name: string): string | null {
  return findChild(element, name)?.text.trim() ?? null
}

/** An attribute, null when it is missing or empty. */
export function findAttribute(element: XmlElement, name: string): string | null {
  return element.attributes[name]?.trim() || null
}
