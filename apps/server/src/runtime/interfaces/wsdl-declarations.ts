import { attribute, localName, type XmlElement } from '@millrace/xml'

export const wsdl = 'http://schemas.xmlsoap.org/wsdl/'
export const xsd = 'http://www.w3.org/2001/XMLSchema'
const xmlns = 'http://www.w3.org/2000/xmlns/'

/** The kinds of named declarations of a WSDL file and its schemas. */
type Kind = 'binding' | 'portType' | 'message' | 'element' | 'complexType' | 'simpleType' | 'group' | 'attributeGroup'

export interface QName {
  readonly uri: string
  readonly name: string
}

/** The declarations of a WSDL file, found by name. */
export interface Declarations {
  /**
   * Returns the declaration that a qualified name in an attribute refers to.
   *
   * @param at the element with the attribute, whose namespace declarations apply.
   */
  find(kind: Kind, at: XmlElement, reference: string | null): XmlElement | undefined
  /** Counts a step through types. @throws RangeError after too many: a small schema can describe a huge body. */
  step(): void
  /** Begins to count the steps of another operation. */
  restart(): void
}

/** Steps of one operation. */
const maxSteps = 20_000

/** Indexes the declarations of a WSDL file and of the schemas within it. */
export function indexDeclarations(root: XmlElement): Declarations {
  const found = new Map<string, XmlElement>()
  const add = (of: XmlElement, target: string) => {
    const key = `${of.name} {${target}}${attribute(of, 'name') ?? ''}`
    if (!found.has(key)) found.set(key, of)
  }
  const target = attribute(root, 'targetNamespace') ?? ''
  for (const child of root.children) if (child.uri === wsdl) add(child, target)
  for (const types of childrenOf(root, wsdl, 'types'))
    for (const schema of childrenOf(types, xsd, 'schema'))
      for (const child of schema.children) if (child.uri === xsd) add(child, attribute(schema, 'targetNamespace') ?? '')
  let steps = 0
  return {
    step: () => {
      if (++steps > maxSteps) throw new RangeError('Too many types.')
    },
    restart: () => {
      steps = 0
    },
    find: (kind, at, reference) => {
      if (reference === null) return undefined
      const { uri, name } = qualify(at, reference)
      return found.get(`${kind} {${uri}}${name}`)
    },
  }
}

/** Returns the qualified name that a text means at an element. */
export function qualify(at: XmlElement, reference: string): QName {
  const colon = reference.indexOf(':')
  const declared = colon === -1 ? 'xmlns' : reference.slice(0, colon).trim()
  for (let element: XmlElement | null = at; element !== null; element = element.parent) {
    const uri = element.attributes.get(`{${xmlns}}${declared}`)
    if (uri !== undefined) return { uri, name: localName(reference) }
  }
  return { uri: '', name: localName(reference) }
}

/** Returns the children of an element with a name. */
export function childrenOf(element: XmlElement, uri: string, name: string): XmlElement[] {
  return element.children.filter((child) => child.uri === uri && child.name === name)
}

/** Returns the schema that an element belongs to. */
export function schemaOf(element: XmlElement): XmlElement | null {
  for (let at: XmlElement | null = element; at !== null; at = at.parent)
    if (at.uri === xsd && at.name === 'schema') return at
  return null
}
