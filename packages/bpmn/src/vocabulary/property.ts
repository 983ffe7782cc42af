import type { Words } from '../dialects/dialect.ts'
import { dialectList } from '../dialects/index.ts'
import { BPMN_URI } from './namespaces.ts'

/** The position of a property at its element: an attribute or a child element. */
export type Place = AttributePlace | ElementPlace

export type AttributePlace =
  /** An attribute of BPMN 2.0, without prefix. */
  | 'attribute'
  /** An attribute of the vendors, with their prefix. */
  | 'extension'
  /** An attribute of the vendors, with or without their prefix: mostly at an element of their own. */
  | 'part'

export type ElementPlace =
  /** A child element of BPMN 2.0. */
  | 'child'
  /** An element of the vendors under `extensionElements`. */
  | 'extensionElement'
  /** A child of an element of the vendors, with or without their prefix. */
  | 'partElement'

/** The kind of value that a property holds. */
export type Value =
  | 'text'
  /** `true` or `false`. */
  | 'boolean'
  /** A whole number. */
  | 'integer'
  /** A text from `options`. */
  | 'choice'
  /** A text that may hold an expression. */
  | 'expression'
  /** A list with commas between its parts, each of which may be an expression. */
  | 'expressions'
  /** The id of another element, with or without a prefix. */
  | 'reference'
  /** The text of a child is an expression, with a language of its own. */
  | 'formal'
  /** At most one child. */
  | 'element'
  /** Any number of children. */
  | 'elements'

/** A property of some elements: its position, its value, and its name in each dialect. */
export interface Property<P extends Place = Place, V extends Value = Value> {
  /** The name in BPMN and in our own dialect. */
  readonly name: string
  readonly place: P
  readonly value: V
  /** The elements that may have it. */
  readonly on: readonly string[]
  /** The default of a boolean. */
  readonly byDefault: boolean
  /** The options of a choice. */
  readonly options: readonly string[]
  /** The vendors' names of the property where they differ from ours. */
  readonly names: Names
  /** All keys of parsed attributes and elements with this meaning, in order of priority. */
  readonly keys: readonly string[]
  /** Namespace → names of the child elements that mean it. */
  readonly tags: ReadonlyMap<string, readonly string[]>
}

type Names = Readonly<Partial<Record<Words, string>>>

export interface Draft<P extends Place, V extends Value> {
  readonly place: P
  readonly value: V
  readonly given: Given
}

interface Given {
  /** The name, if it differs from the key of the table: two elements may use one name with two meanings. */
  readonly name?: string
  readonly names?: Names
  readonly byDefault?: boolean
  readonly options?: readonly string[]
}

export function attribute<V extends Value>(value: V, given: Given = {}): Draft<'attribute', V> {
  return { place: 'attribute', value, given }
}

export function extension<V extends Value>(value: V, given: Given = {}): Draft<'extension', V> {
  return { place: 'extension', value, given }
}

export function part<V extends Value>(value: V, given: Given = {}): Draft<'part', V> {
  return { place: 'part', value, given }
}

export function child<V extends Value>(value: V, given: Given = {}): Draft<'child', V> {
  return { place: 'child', value, given }
}

export function extensionElement<V extends Value>(value: V, given: Given = {}): Draft<'extensionElement', V> {
  return { place: 'extensionElement', value, given }
}

export function partElement<V extends Value>(value: V, given: Given = {}): Draft<'partElement', V> {
  return { place: 'partElement', value, given }
}

type Drafts = Readonly<Record<string, Draft<Place, Value>>>
type Defined<T extends Drafts> = {
  readonly [K in keyof T]: T[K] extends Draft<infer P, infer V> ? Property<P, V> : never
}

/** Defines properties of the named elements, as a part of the vocabulary. */
export function define<T extends Drafts>(on: readonly string[], drafts: T): Defined<T> {
  const entries = Object.entries(drafts).map(([key, draft]) => [key, createProperty(on, key, draft)])
  return Object.fromEntries(entries) as Defined<T>
}

function createProperty(on: readonly string[], key: string, { place, value, given }: Draft<Place, Value>): Property {
  const { name = key, names = {}, byDefault = false, options = [] } = given
  const tags = tagsOf(place, name, names)
  return { name, place, value, on, byDefault, options, names, keys: keysOf(place, name, tags), tags }
}

function tagsOf(place: Place, name: string, names: Names): Map<string, string[]> {
  if (place === 'attribute') return new Map()
  if (place === 'child') return new Map([[BPMN_URI, [name]]])
  const tags = vendorTags(name, names)
  // Inside another element of theirs the prefix may be left out: then it stands in BPMN's namespace, or in none.
  if (place === 'partElement') tags.set(BPMN_URI, [name]).set('', [name])
  return tags
}

function keysOf(place: Place, name: string, tags: ReadonlyMap<string, readonly string[]>): string[] {
  if (place === 'attribute') return [name]
  const prefixed = [...tags].flatMap(([uri, all]) => all.map((one) => `{${uri}}${one}`))
  return place === 'part' ? [name, ...prefixed] : prefixed
}

/** Returns the vendors' tags by namespace, in the order of their priority. */
function vendorTags(name: string, names: Names): Map<string, string[]> {
  const tags = new Map<string, string[]>()
  for (const { uri, olderUri, words } of dialectList) {
    const theirs = names[words]
    tags.set(uri, theirs === undefined ? [name] : [name, theirs])
    if (olderUri !== undefined) tags.set(olderUri, [name])
  }
  return tags
}
