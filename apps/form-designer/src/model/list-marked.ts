import { childrenOf, type Design, findMisplacement } from '@millrace/forms/design'
import { listAll, listAround } from './walk.ts'

/** Lists the given nodes that are inside of none of the others, in document order. */
export function listMarked(design: Design, marked: readonly string[]): string[] {
  const all = new Set(marked)
  return listAll(design).filter((id) => all.has(id) && !listAround(design, id).some((around) => all.has(around)))
}

/** Whether they are beside each other where a panel may stand, so that one can be put around them. */
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
