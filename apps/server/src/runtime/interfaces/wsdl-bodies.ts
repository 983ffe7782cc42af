import type { ParameterType, RestAdapter } from '@millrace/contract'
import { attribute, type XmlElement } from '@millrace/xml'
import { beginning, type Names, toName } from './import-text.ts'
import { childrenOf, type Declarations, type QName, qualify, schemaOf, xsd } from './wsdl-declarations.ts'

/** Elements of one body, and levels of it. A small schema can describe a huge body. */
const maxElements = 300
const maxDepth = 8
const maxColumns = 30

/** A member of a complex type. */
interface Member {
  /** The declaration of the element, which may refer to another declaration. */
  readonly element: XmlElement
  readonly isList: boolean
}

interface Content {
  readonly members: readonly Member[]
  readonly attributes: readonly XmlElement[]
  /** The type of the text between the tags; null: there is none. */
  readonly text: ParameterType | null
}

/** Writes bodies with a place for each value. */
export interface XmlTemplate {
  /** The prefixes of the namespaces in the written body. */
  readonly namespaces: ReadonlyMap<string, string>
  /** Writes the element of a part of a document. @throws RangeError for a body that is too large. */
  part(part: XmlElement): string
  /** Writes the element of an operation of the style `rpc`, with its parts. @throws RangeError likewise. */
  wrapper(name: QName, parts: readonly XmlElement[]): string
}

interface Options {
  readonly declarations: Declarations
  readonly names: Names
  readonly notes: string[]
}

/** Creates a writer for the body of one request. */
export function createXmlTemplate({ declarations, names, notes }: Options): XmlTemplate {
  const namespaces = new Map<string, string>()
  let count = 0
  const note = (text: string) => {
    if (!notes.includes(text)) notes.push(text)
  }
  const prefixed = ({ uri, name }: QName) => {
    if (uri === '') return name
    const known = namespaces.get(uri) ?? `n${namespaces.size + 1}`
    namespaces.set(uri, known)
    return `${known}:${name}`
  }
  const wrap = (name: string, attributes: string, inside: readonly string[]) =>
    inside.length === 0
      ? `<${name}${attributes}/>`
      : `<${name}${attributes}>\n${inside.join('\n').replaceAll(/^/gm, '  ')}\n</${name}>`
  const write = (name: string, type: Content | ParameterType, path: string, depth: number): string => {
    if (++count > maxElements) throw new RangeError('Too many elements.')
    if (typeof type === 'string') return `<${name}>${names.place(path, type)}</${name}>`
    const attributes = type.attributes
      .map((one) => {
        const own = attribute(one, 'name') ?? ''
        return ` ${own}="${names.place(join(path, own), scalarOf(one, attribute(one, 'type')))}"`
      })
      .join('')
    if (type.text !== null) return `<${name}${attributes}>${names.place(path, type.text)}</${name}>`
    if (depth >= maxDepth) {
      note('Some elements are nested too deeply, and are left out.')
      return `<${name}${attributes}/>`
    }
    const inside = type.members.map(({ element, isList }) => {
      if (isList) note('Elements that can be repeated are in the body once.')
      if (attribute(element, 'minOccurs') === '0')
        note('Optional elements are in the body. Remove those that are not needed.')
      return member(element, path, depth + 1)
    })
    return wrap(name, attributes, inside)
  }
  const member = (element: XmlElement, path: string, depth: number): string => {
    const named = declared(declarations, element)
    return write(prefixed(named.name), contentOf(declarations, named.element), join(path, named.name.name), depth)
  }
  const missing = 'Types of other files are left out.'
  return {
    namespaces,
    part: (part) => {
      const reference = attribute(part, 'element')
      const element = declarations.find('element', part, reference)
      if (element !== undefined) {
        const name = { uri: targetOf(element), name: attribute(element, 'name') ?? '' }
        return write(prefixed(name), contentOf(declarations, element), '', 0)
      }
      if (reference !== null) note(missing)
      const name = reference === null ? { uri: '', name: attribute(part, 'name') ?? 'part' } : qualify(part, reference)
      return write(prefixed(name), contentOf(declarations, part), name.name, 0)
    },
    wrapper: (name, parts) =>
      wrap(
        prefixed(name),
        '',
        parts.map((part) => {
          const own = attribute(part, 'name') ?? 'part'
          return write(own, contentOf(declarations, part), own, 1)
        }),
      ),
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path} ${name}`
}

function targetOf(element: XmlElement): string {
  const schema = schemaOf(element)
  return (schema && attribute(schema, 'targetNamespace')) ?? ''
}

/** Returns the declaration of a member, and the name under which it is written. */
function declared(declarations: Declarations, element: XmlElement): { element: XmlElement; name: QName } {
  const reference = attribute(element, 'ref')
  if (reference !== null) {
    const found = declarations.find('element', element, reference)
    return { element: found ?? element, name: qualify(element, reference) }
  }
  const schema = schemaOf(element)
  const form = attribute(element, 'form') ?? (schema && attribute(schema, 'elementFormDefault'))
  return {
    element,
    name: { uri: form === 'qualified' ? targetOf(element) : '', name: attribute(element, 'name') ?? '' },
  }
}

/** Returns what is between the tags of an element or part: a scalar, or members and attributes. */
function contentOf(declarations: Declarations, element: XmlElement): Content | ParameterType {
  const type = attribute(element, 'type')
  const own =
    childrenOf(element, xsd, 'complexType')[0] ??
    (type === null ? undefined : declarations.find('complexType', element, type))
  return own === undefined ? scalarOf(element, type) : readComplex(declarations, own, 0)
}

function readComplex(declarations: Declarations, type: XmlElement, depth: number): Content {
  declarations.step()
  const nothing: Content = { members: [], attributes: [], text: null }
  if (depth > maxDepth) return nothing
  const simple = childrenOf(type, xsd, 'simpleContent')[0]
  const complex = childrenOf(type, xsd, 'complexContent')[0]
  const holder = (simple ?? complex)?.children.find(({ name }) => name === 'extension' || name === 'restriction')
  const at = holder ?? type
  const base = holder === undefined ? null : attribute(holder, 'base')
  const inherited = base === null ? undefined : declarations.find('complexType', at, base)
  const before =
    inherited === undefined || holder?.name === 'restriction'
      ? nothing
      : readComplex(declarations, inherited, depth + 1)
  const text = simple === undefined ? before.text : (before.text ?? scalarOf(at, base))
  return {
    members: [...before.members, ...membersOf(declarations, at, depth)],
    attributes: [
      ...before.attributes,
      ...childrenOf(at, xsd, 'attribute').filter(
        (one) => attribute(one, 'name') !== null && attribute(one, 'use') === 'required',
      ),
    ],
    text,
  }
}

/** The elements of a sequence, of all, and the first of a choice, with those of groups. */
function membersOf(declarations: Declarations, at: XmlElement, depth: number, isRepeated = false): Member[] {
  if (depth > maxDepth) return []
  const members: Member[] = []
  for (const child of at.children) {
    declarations.step()
    if (child.uri !== xsd || members.length > maxElements) continue
    const isList = isRepeated || !['0', '1', null].includes(attribute(child, 'maxOccurs'))
    if (child.name === 'element') members.push({ element: child, isList })
    else if (child.name === 'sequence' || child.name === 'all')
      members.push(...membersOf(declarations, child, depth + 1, isList))
    else if (child.name === 'choice') members.push(...membersOf(declarations, child, depth + 1, isList).slice(0, 1))
    else if (child.name === 'group') {
      const group = declarations.find('group', child, attribute(child, 'ref'))
      if (group !== undefined) members.push(...membersOf(declarations, group, depth + 1, isList))
    }
  }
  return members
}

const integers: ReadonlySet<string> = new Set([
  ...['integer', 'int', 'long', 'short', 'byte', 'unsignedInt', 'unsignedLong', 'unsignedShort', 'unsignedByte'],
  ...['positiveInteger', 'nonNegativeInteger', 'negativeInteger', 'nonPositiveInteger'],
])
const numbers: ReadonlySet<string> = new Set(['decimal', 'double', 'float'])

function scalarOf(at: XmlElement, reference: string | null): ParameterType {
  if (reference === null) return 'text'
  const { uri, name } = qualify(at, reference)
  if (uri !== xsd) return 'text'
  return integers.has(name)
    ? 'integer'
    : numbers.has(name)
      ? 'number'
      : name === 'boolean'
        ? 'boolean'
        : name === 'date'
          ? 'date'
          : 'text'
}

interface AnswerOf {
  readonly style: string
  /** The name of the operation, which names the answer of the style `rpc`. */
  readonly name: string
  readonly parts: readonly XmlElement[]
}

/** Returns the rows and columns of an answer: those of its first list, or the values of the answer itself. */
export function answerColumns(
  declarations: Declarations,
  { style, name, parts }: AnswerOf,
): Pick<RestAdapter, 'rows' | 'columns'> {
  const [part] = parts
  if (part === undefined) return { rows: '', columns: beginning.columns }
  const body = 'Envelope.Body'
  if (style === 'rpc')
    return {
      rows: `${body}.${name}Response`,
      columns: toColumns(parts.map((one) => attribute(one, 'name') ?? '')),
    }
  const element = declarations.find('element', part, attribute(part, 'element'))
  if (element === undefined) return { rows: body, columns: [{ key: 'value', path: '' }] }
  const root = `${body}.${attribute(element, 'name') ?? ''}`
  return (
    findList(declarations, element, root, 0) ?? { rows: root, columns: toColumns(scalarsOf(declarations, element)) }
  )
}

/** The first list of objects within an answer. */
function findList(
  declarations: Declarations,
  element: XmlElement,
  path: string,
  depth: number,
): ReturnType<typeof answerColumns> | null {
  const content = contentOf(declarations, element)
  if (typeof content === 'string' || depth > 2) return null
  for (const { element: member, isList } of content.members.slice(0, maxColumns)) {
    const named = declared(declarations, member)
    const at = `${path}.${named.name.name}`
    if (isList && typeof contentOf(declarations, named.element) !== 'string')
      return { rows: at, columns: toColumns(scalarsOf(declarations, named.element)) }
    const inside = findList(declarations, named.element, at, depth + 1)
    if (inside !== null) return inside
  }
  return null
}

function scalarsOf(declarations: Declarations, element: XmlElement): string[] {
  const content = contentOf(declarations, element)
  return typeof content === 'string'
    ? []
    : content.members.map(({ element: member }) => declared(declarations, member).name.name)
}

function toColumns(names: readonly string[]): RestAdapter['columns'] {
  const columns = names
    .filter((name) => name !== '' && !/[.\s{}[\]]/.test(name))
    .slice(0, maxColumns)
    .map((name) => ({ key: toName(name), path: name }))
  const unique = [...new Map(columns.map((column) => [column.key, column])).values()]
  return unique.length === 0 ? [{ key: 'value', path: '' }] : unique
}
