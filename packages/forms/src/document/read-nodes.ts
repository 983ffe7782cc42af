import { getFieldDefinition, isFieldType } from '../fields/registry.ts'
import { isFieldKey } from './field-key.ts'
import { documentLimits } from './limits.ts'
import { findMisplacement, findNodeKind, hasChildren, isNodeType, specsOf } from './node-types.ts'
import { createRecord, describeValue, isPlainObject, isPrototypeKey } from './plain-object.ts'
import type { PropertySpecs } from './property.ts'
import { rowMarker } from './row-marker.ts'
import type { DocumentProblem, DocumentProblemCode, FormNode, NodeLayout, NodeType, Span } from './types.ts'

/** The state of reading a document. */
export interface Reading {
  readonly problems: DocumentProblem[]
  /** Types of the nodes read so far, by id. */
  readonly types: Map<string, NodeType>
  report(code: DocumentProblemCode, at: string, message: string, node?: string | null): void
}

export function createReading(): Reading {
  const problems: DocumentProblem[] = []
  return {
    problems,
    types: new Map(),
    report: (code, at, message, node = null) => {
      problems.push({ code, node, at, message })
    },
  }
}

/** Where nodes stand. */
interface Place {
  readonly depth: number
  readonly parent: NodeType | null
  /** Keys that are taken in the same row. */
  readonly keys: Set<string>
  /** Whether the value is part of another one: inside a list, or a container with a key. */
  readonly isPart: boolean
}

/** Reads the nodes at the top of a document and all below them. Nodes at fault are reported and left out. */
export function readRoot(input: unknown, reading: Reading): FormNode[] {
  return readNodes(input, 'root', reading, { depth: 1, parent: null, keys: new Set(), isPart: false })
}

function readNodes(input: unknown, at: string, reading: Reading, place: Place): FormNode[] {
  if (!Array.isArray(input)) {
    reading.report('node.invalid', at, `Expected a list of nodes, but found ${describeValue(input)}.`)
    return []
  }
  if (place.depth > documentLimits.depth) {
    reading.report('node.too-deep', at, `Expected at most ${documentLimits.depth} levels, but there are more.`)
    return []
  }
  const nodes: FormNode[] = []
  for (const [index, item] of (input as unknown[]).entries()) {
    if (reading.types.size >= documentLimits.nodes) {
      reading.report('document.too-large', at, `Expected at most ${documentLimits.nodes} nodes, but there are more.`)
      return nodes
    }
    const node = readNode(item, `${at}[${index}]`, reading, place)
    if (node !== null) nodes.push(node)
    // Not every fault of a document made to be faulty is worth naming.
    if (reading.problems.length > problemLimit) return nodes
  }
  return nodes
}

const problemLimit = 200
const members = new Set(['id', 'type', 'key', 'props', 'layout', 'children'])

function readNode(input: unknown, at: string, reading: Reading, place: Place): FormNode | null {
  if (!isPlainObject(input)) {
    reading.report('node.invalid', at, `Expected a node, but found ${describeValue(input)}.`)
    return null
  }
  const id = readNodeId(input.id, at, reading)
  if (id === null) return null
  for (const member of Object.keys(input)) {
    if (!members.has(member)) {
      reading.report(
        'node.unknown-member',
        `${at}.${member}`,
        `Expected ${[...members].join(', ')}, but found "${member}".`,
        id,
      )
    }
  }
  const { type } = input
  if (typeof type !== 'string' || !isNodeType(type)) {
    reading.report(
      'node.unknown-type',
      `${at}.type`,
      `Expected a known type of node, but found ${describeValue(type)}.`,
      id,
    )
    return null
  }
  reading.types.set(id, type)
  const misplacement = findMisplacement(type, place.parent) ?? findPartFault(type, place)
  if (misplacement !== null)
    reading.report('node.misplaced', at, `Expected ${misplacement}, but found the node "${id}" elsewhere.`, id)
  const key = readKeyOf(type, input.key, { at, id, reading, place })
  if (!hasChildren(type)) refuseMember('children', input.children, at, id, reading)
  return {
    id,
    type,
    ...(key === null ? {} : { key }),
    props: readProps(input.props, specsOf(type), `${at}.props`, id, reading),
    layout: readLayout(input.layout, type, `${at}.layout`, id, reading),
    ...(hasChildren(type)
      ? { children: readNodes(input.children ?? [], `${at}.children`, reading, placeInside(type, key, place)) }
      : {}),
  }
}

/** A list and a container with a key begin a row of their own: their keys are theirs alone. */
function placeInside(type: NodeType, key: string | null, place: Place): Place {
  const isRecord = findNodeKind(type) === 'list' || key !== null
  return {
    depth: place.depth + 1,
    parent: type,
    keys: isRecord ? new Set() : place.keys,
    isPart: place.isPart || isRecord,
  }
}

function findPartFault(type: NodeType, { isPart }: Place): string | null {
  return isPart && isFieldType(type) && getFieldDefinition(type).standsAlone === true
    ? `a field of type ${type} outside of lists and containers with a key`
    : null
}

interface KeyPlace {
  readonly at: string
  readonly id: string
  readonly reading: Reading
  readonly place: Place
}

function readKeyOf(type: NodeType, key: unknown, { at, id, reading, place }: KeyPlace): string | null {
  const kind = findNodeKind(type)
  if (kind === 'content') return refuseMember('key', key, at, id, reading)
  if (kind === 'container' && key === undefined) return null
  return readKey(key, { at, id, reading, place })
}

function readNodeId(id: unknown, at: string, reading: Reading): string | null {
  if (typeof id !== 'string' || !/^[A-Za-z0-9]{1,32}$/.test(id) || isPrototypeKey(id)) {
    reading.report(
      'node.invalid',
      `${at}.id`,
      `Expected an id of 1 to 32 letters and digits, but found ${describeValue(id)}.`,
    )
    return null
  }
  if (reading.types.has(id)) {
    reading.report(
      'node.duplicate-id',
      `${at}.id`,
      `Expected an id of its own for every node, but "${id}" is there twice.`,
      id,
    )
    return null
  }
  return id
}

function readKey(key: unknown, { at, id, reading, place }: KeyPlace): string | null {
  if (typeof key !== 'string' || !isFieldKey(key) || (place.isPart && key === rowMarker)) {
    const message = `Expected a key of 1 to ${documentLimits.key} visible characters that is no name of the language's own, but found ${describeValue(key)}.`
    reading.report('key.invalid', `${at}.key`, message, id)
    return null
  }
  if (place.keys.has(key)) {
    reading.report(
      'key.duplicate',
      `${at}.key`,
      `Expected everything in one row to have its own key, but "${key}" is there twice.`,
      id,
    )
    return null
  }
  place.keys.add(key)
  return key
}

function refuseMember(member: string, input: unknown, at: string, id: string, reading: Reading): null {
  if (input !== undefined) {
    reading.report(
      'node.unknown-member',
      `${at}.${member}`,
      `Expected no ${member} on this type of node, but found one.`,
      id,
    )
  }
  return null
}

function readProps(
  input: unknown,
  specs: PropertySpecs,
  at: string,
  id: string,
  reading: Reading,
): Record<string, unknown> {
  const props = createRecord<unknown>()
  if (input !== undefined && !isPlainObject(input)) {
    reading.report('property.invalid', at, `Expected an object of properties, but found ${describeValue(input)}.`, id)
    return props
  }
  const given = input ?? {}
  for (const [name, raw] of Object.entries(given)) {
    const property = Object.hasOwn(specs, name) ? specs[name] : undefined
    const read = property?.read(raw)
    if (read === undefined) {
      reading.report(
        'property.unknown',
        `${at}.${name}`,
        `Expected a property that this type has, but found "${name}".`,
        id,
      )
    } else if (read.ok) {
      props[name] = read.value
    } else {
      reading.report(
        'property.invalid',
        `${at}.${name}`,
        `Expected ${read.expected}, but found ${describeValue(raw)}.`,
        id,
      )
    }
  }
  for (const [name, property] of Object.entries(specs)) {
    if (property.isRequired && !Object.hasOwn(given, name)) {
      reading.report('property.missing', `${at}.${name}`, `Expected the property "${name}", but it is not there.`, id)
    }
  }
  return props
}

const breakpoints = ['base', 'sm', 'md'] as const
/** One column on phones, two in a wide form. Containers and lists have the full width, but columns share it. */
function defaultSpanOf(type: NodeType): Span {
  const isWide = hasChildren(type) && type !== 'column'
  return { base: 12, sm: 12, md: isWide ? 12 : 6 }
}

function readLayout(input: unknown, type: NodeType, at: string, id: string, reading: Reading): NodeLayout {
  const defaultSpan = defaultSpanOf(type)
  const span = isPlainObject(input) ? input.span : undefined
  if (input === undefined || (isPlainObject(input) && Object.keys(input).length === 0)) return { span: defaultSpan }
  if (isPlainObject(input) && Object.keys(input).every((key) => key === 'span') && isSpan(span)) {
    const base = span.base ?? defaultSpan.base
    const sm = span.sm ?? base
    return { span: { base, sm, md: span.md ?? sm } }
  }
  reading.report(
    'node.invalid',
    at,
    'Expected {span: {base, sm, md}} with 1 to 12 columns each, but found something else.',
    id,
  )
  return { span: defaultSpan }
}

function isSpan(input: unknown): input is Partial<Span> {
  if (!isPlainObject(input)) return false
  return Object.entries(input).every(
    ([name, columns]) =>
      breakpoints.some((known) => known === name) &&
      typeof columns === 'number' &&
      Number.isInteger(columns) &&
      columns >= 1 &&
      columns <= 12,
  )
}
