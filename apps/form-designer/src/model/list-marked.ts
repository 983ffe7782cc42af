import { childrenOf, type Design, findMisplacement } from '@millrace/forms/design'
import { listAll, listAround } from './walk.ts'

/** Lists the given nodes that are not inside another given node, in document order. */
export function listMarked(design: Design, marked: readonly string[]): string[] {
  const all = new Set(marked)
  return listAll(design).filter((id) => all.has(id) && !listAround(design, id).some((around) => all.has(around)))
}

/**
 * Returns whether the nodes are siblings in a parent where a panel is allowed, so that a panel can be put around them.
 */
export function canWrap(design: Design, marked: readonly string[]): boolean {
  const ids = listMarked(design, marked)
  const first = design.nodes[ids[0] ?? '']
  if (first === undefined) return false
  const siblings = childrenOf(design, first.parent)
  const at = siblings.indexOf(first.id)
  const holder = first.parent === null ? null : (design.nodes[first.parent]?.type ?? null)
  return (
    ids.every(
      (id, index) =>
        siblings[at + index] === id && findMisplacement(design.nodes[id]?.type ?? 'text', 'panel') === null,
    ) && findMisplacement('panel', holder) === null
  )
}
