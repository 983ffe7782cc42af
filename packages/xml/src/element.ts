/** An element of a parsed XML file. Names are compared by namespace and local name: prefixes mean nothing. */
export interface XmlElement {
  readonly uri: string
  readonly name: string
  /** The attributes by local name; an attribute in a namespace by `{uri}name`. */
  readonly attributes: ReadonlyMap<string, string>
  readonly parent: XmlElement | null
  readonly children: readonly XmlElement[]
  /** Its own text and CDATA, joined, not trimmed. Empty where it only sets children apart. */
  readonly text: string
  /** The offset of its start tag, in UTF-16 units from the start of the file. */
  readonly offset: number
}

/** Returns the value of an attribute without a namespace, null when it does not exist. */
export function attribute(element: XmlElement, name: string): string | null {
  return element.attributes.get(name) ?? null
}

/**
 * Returns a boolean of XML Schema: `true`, `false`, `1`, `0`, in any case of letters. Anything else gives the default.
 */
export function readBoolean(text: string | null, byDefault: boolean): boolean {
  const word = text?.trim().toLowerCase()
  if (word === 'true' || word === '1') return true
  if (word === 'false' || word === '0') return false
  return byDefault
}

/** Walks over an element and all its descendants in document order, without recursion, because files may be deep. */
export function* walk(root: XmlElement): Generator<XmlElement> {
  const open = [root]
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    yield element
    for (let index = element.children.length - 1; index >= 0; index--) {
      const child = element.children[index]
      if (child !== undefined) open.push(child)
    }
  }
}

/** Returns the local part of a qualified name: `order` for `tns:order`. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).trim()
}
