import type { FormNode } from '@millrace/forms'
import type { Design, DesignNode } from '@millrace/forms/design'
import { labelOf } from './describe-node.ts'
import { findPlace, listAll } from './walk.ts'

export interface PropertyChange {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** What became of one node between two designs. */
export interface NodeChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly id: string
  readonly type: FormNode['type']
  readonly label: string
  /** It stands elsewhere, in another holder or another order. */
  readonly isMoved: boolean
  readonly properties: readonly PropertyChange[]
}

/** Compares two designs node by node, by their ids. What is inside of what was added or removed is not listed again. */
export function compareDesigns(before: Design, after: Design): NodeChange[] {
  const moved = findMoved(before, after)
  const kept = listAll(after).flatMap((id): NodeChange[] => {
    const node = after.nodes[id]
    const old = before.nodes[id]
    if (node === undefined) return []
    const facts = { id, type: node.type, label: labelOf(node) }
    if (old === undefined)
      return node.parent !== null && before.nodes[node.parent] === undefined
        ? []
        : [{ ...facts, kind: 'added', isMoved: false, properties: [] }]
    const properties = compareNodes(old, node, before, after)
    const isMoved = moved.has(id)
    return properties.length === 0 && !isMoved ? [] : [{ ...facts, kind: 'changed', isMoved, properties }]
  })
  const gone = listAll(before).flatMap((id): NodeChange[] => {
    const node = before.nodes[id]
    if (node === undefined || after.nodes[id] !== undefined) return []
    if (node.parent !== null && after.nodes[node.parent] === undefined) return []
    return [{ kind: 'removed', id, type: node.type, label: labelOf(node), isMoved: false, properties: [] }]
  })
  return [...gone, ...kept]
}

function compareNodes(old: DesignNode, node: DesignNode, before: Design, after: Design): PropertyChange[] {
  const facts = (one: DesignNode, { i18n }: Design): Readonly<Record<string, unknown>> => ({
    type: one.type,
    key: one.key,
    width: one.layout.span,
    ...one.props,
    ...Object.fromEntries(
      Object.entries(i18n).flatMap(([locale, texts]) =>
        Object.entries(texts)
          .filter(([name]) => name.startsWith(`${one.id}.`))
          .map(([name, text]) => [`${name.slice(one.id.length + 1)} (${locale})`, text]),
      ),
    ),
  })
  const was = facts(old, before)
  const is = facts(node, after)
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => ({ name, before: was[name], after: is[name] }))
}

/** What stands in another holder, or was moved among those that it stood with: as few as explain the new order. */
function findMoved(before: Design, after: Design): ReadonlySet<string> {
  const moved = new Set<string>()
  const holders: (string | null)[] = [null, ...Object.keys(after.nodes)]
  for (const holder of holders) {
    const now = holder === null ? after.root : (after.nodes[holder]?.children ?? [])
    const stayed = now.filter((id) => before.nodes[id] !== undefined && (before.nodes[id]?.parent ?? null) === holder)
    for (const id of now) if (before.nodes[id] !== undefined && !stayed.includes(id)) moved.add(id)
    const order = stayed.map((id) => findPlace(before, id)?.index ?? 0)
    const inOrder = longestRise(order)
    for (const [index, id] of stayed.entries()) if (!inOrder.has(index)) moved.add(id)
  }
  return moved
}

/** Places of a longest rising part of a list. */
function longestRise(values: readonly number[]): ReadonlySet<number> {
  const lengths: number[] = []
  const previous: number[] = []
  for (const [index, value] of values.entries()) {
    let best = -1
    for (let at = 0; at < index; at++)
      if ((values[at] ?? 0) < value && (best === -1 || (lengths[at] ?? 0) > (lengths[best] ?? 0))) best = at
    lengths[index] = best === -1 ? 1 : (lengths[best] ?? 0) + 1
    previous[index] = best
  }
  const found = new Set<number>()
  for (let at = lengths.indexOf(Math.max(0, ...lengths)); at >= 0; at = previous[at] ?? -1) found.add(at)
  return found
}
