/** An element of a parsed XML file. Names are compared by namespace and local name: prefixes mean nothing. */
export interface XmlElement {
  readonly uri: string
  readonly name: string
  /** By local name; an attribute that stands in a namespace by `{uri}name`. */
  readonly attributes: ReadonlyMap<string, string>
  readonly parent: XmlElement | null
  readonly children: readonly XmlElement[]
  /** Its own text and CDATA, joined, not trimmed. */
  readonly text: string
  /** Where its start tag begins, in UTF-16 units from the start of the file. */
  readonly offset: number
}

export const BPMN_URI = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
export const DIAGRAM_URI = 'http://www.omg.org/spec/BPMN/20100524/DI'
export const XSI_URI = 'http://www.w3.org/2001/XMLSchema-instance'

export function isBpmn(element: XmlElement, name?: string): boolean {
  return element.uri === BPMN_URI && (name === undefined || element.name === name)
}

/** An attribute without a namespace, null when it is not there. */
export function attribute(element: XmlElement, name: string): string | null {
  return element.attributes.get(name) ?? null
}

/** The id of an element. XML Schema drops spaces around ids and references, so both engines take them. */
export function identifier(element: XmlElement): string | null {
  return attribute(element, 'id')?.trim() ?? null
}

/** The id that an attribute refers to, without its prefix: `tns:order` is `order`. Null when there is none, or an empty one. */
export function reference(element: XmlElement, name: string): string | null {
  return localName(attribute(element, name) ?? '') || null
}

/** A boolean of XML Schema: `true`, `false`, `1`, `0`. Anything else gives the default. */
export function booleanAttribute(element: XmlElement, name: string, byDefault: boolean): boolean {
  return readBoolean(attribute(element, name), byDefault)
}

export function readBoolean(text: string | null, byDefault: boolean): boolean {
  const word = text?.trim().toLowerCase()
  if (word === 'true' || word === '1') return true
  if (word === 'false' || word === '0') return false
  return byDefault
}

/** Direct children in the BPMN namespace with this name, in document order. */
export function listChildren(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => isBpmn(child, name))
}

export function findChild(element: XmlElement, name: string): XmlElement | null {
  return element.children.find((child) => isBpmn(child, name)) ?? null
}

/** The trimmed text of a child, null when there is no such child or it is empty. */
export function childText(element: XmlElement, name: string): string | null {
  const text = findChild(element, name)?.text.trim()
  return text === undefined || text === '' ? null : text
}

/** Every element below, itself first, in document order. Works without recursion: files may be deep. */
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

/** The id that a reference names: `tns:order` and `order` are the same. */
export function localName(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1).trim()
}
