import { isPlainObject } from '../document/plain-object.ts'
import type { FormDocument } from '../document/types.ts'
import { type Design, type DesignNode, getDesignNode, toDesign } from './design.ts'
import { findTexts, withoutTexts } from './texts.ts'

/** A property that differs; null for a missing value. */
export interface PropertyChange {
  /** `label`, `key`, `layout.span.md`, `i18n.de.label`. */
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

export interface NodeChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly id: string
  readonly type: string
  /** The label of the node, otherwise its key, otherwise its id. */
  readonly name: string
  /** Whether the node is in another container, or in another order among its siblings. */
  readonly isMoved: boolean
  /** The changed properties; empty for a node that was only moved, added or removed. */
  readonly properties: readonly PropertyChange[]
}

export interface DocumentComparison {
  /** Settings of the form as a whole. */
  readonly form: readonly PropertyChange[]
  /** The changes in the order of the second document, removed nodes last. */
  readonly nodes: readonly NodeChange[]
}

/** Compares two documents node by node, and returns the differences in the second. Nodes are matched by id. */
export function compareDocuments(before: FormDocument, after: FormDocument): DocumentComparison {
  const [old, now] = [toDesign(before), toDesign(after)]
  const moved = listMoved(old, now)
  return {
    form: compareValues('', describeForm(old), describeForm(now)),
    nodes: [
      ...walk(now).flatMap((node) => {
        const was = old.nodes[node.id]
        return was === undefined
          ? [describeNode('added', node)]
          : compareNode(describe(old, was), describe(now, node), node, moved.has(node.id))
      }),
      ...walk(old).flatMap((node) => (now.nodes[node.id] === undefined ? [describeNode('removed', node)] : [])),
    ],
  }
}

function compareNode(before: unknown, after: unknown, node: DesignNode, isMoved: boolean): NodeChange[] {
  const properties = compareValues('', before, after)
  return properties.length === 0 && !isMoved ? [] : [{ ...describeNode('changed', node), isMoved, properties }]
}

function describeNode(kind: NodeChange['kind'], { id, type, key, props }: DesignNode): NodeChange {
  const read = [props.label, props.text, key].find((text) => typeof text === 'string' && text !== '')
  return { kind, id, type, name: typeof read === 'string' ? read : id, isMoved: false, properties: [] }
}

/** All nodes, each before what is inside of it. */
function walk(design: Design, ids: readonly string[] = design.root): DesignNode[] {
  return ids.flatMap((id) => {
    const node = getDesignNode(design.nodes, id)
    return [node, ...walk(design, node.children)]
  })
}

function describeForm({ settings, i18n, nodes }: Design): unknown {
  return { settings, i18n: withoutTexts(i18n, new Set(Object.keys(nodes))) }
}

/** Returns a node with its own translations, without its place. */
function describe({ i18n }: Design, { id, type, key, props, layout }: DesignNode): unknown {
  const own = Object.entries(findTexts(i18n, new Set([id]))).map(([locale, texts]) => [
    locale,
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name.slice(id.length + 1), text])),
  ])
  return { type, key: key ?? null, ...props, layout, i18n: Object.fromEntries(own) }
}

function compareValues(name: string, before: unknown, after: unknown): PropertyChange[] {
  if (isPlainObject(before) && isPlainObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      compareValues(name === '' ? key : `${name}.${key}`, ownValue(before, key), ownValue(after, key)),
    )
  return printValue(before) === printValue(after) ? [] : [{ name, before: before ?? null, after: after ?? null }]
}

function ownValue(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Returns a value as text. The order of members does not change the text. */
function printValue(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}

/**
 * Nodes that stand elsewhere: the fewest of each container that would have to be put elsewhere to make one of the
 * other.
 */
function listMoved(old: Design, now: Design): ReadonlySet<string> {
  const moved = new Set(
    Object.values(now.nodes).flatMap(({ id, parent }) => {
      const was = old.nodes[id]
      return was !== undefined && was.parent !== parent ? [id] : []
    }),
  )
  const lists = [now.root, ...Object.values(now.nodes).map(({ children }) => children)]
  for (const ids of lists) {
    const first = ids[0]
    if (first === undefined) continue
    const parent = now.nodes[first]?.parent ?? null
    const before = parent === null ? old.root : (old.nodes[parent]?.children ?? [])
    const places = new Map(before.map((id, place) => [id, place]))
    const common = ids.filter((id) => places.has(id))
    const kept = longestRising(common.map((id) => places.get(id) ?? 0))
    for (const id of common) if (!kept.has(places.get(id) ?? 0)) moved.add(id)
  }
  return moved
}

/** One of the longest sequences of numbers that rise, as they are in the list (patience sorting). */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  const ends: number[] = []
  const before = new Map<number, number | undefined>()
  for (const number of numbers) {
    let [from, to] = [0, ends.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((ends[middle] ?? 0) < number) from = middle + 1
      else to = middle
    }
    before.set(number, ends[from - 1])
    ends[from] = number
  }
  const kept = new Set<number>()
  for (let last = ends.at(-1); last !== undefined; last = before.get(last)) kept.add(last)
  return kept
}
