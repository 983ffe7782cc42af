import { type Command, copyNodes } from '@millrace/forms/design'
import { t } from '../../../web/src/lib/i18n.ts'
import { renewNodes, writeClipboard } from '../model/clipboard.ts'
import { createNode } from '../model/create-node.ts'
import { listMarked } from '../model/list-marked.ts'
import { nameType } from '../model/names.ts'
import { findPlace, listAll } from '../model/walk.ts'
import { keepOnClipboard } from './actions.ts'
import type { DesignerStore } from './designer-store.ts'

/** The nodes that are marked; what stands inside of another one goes with it. */
function listChosen(store: DesignerStore): string[] {
  return listMarked(store.design, store.getState().marked)
}

export function removeMarked(store: DesignerStore, text?: string): void {
  const ids = listChosen(store)
  const said = text ?? t('designer.bulk.removed', { count: ids.length })
  store.do({ kind: 'removeNodes', ids }, { text: said, select: null })
}

export async function copyMarked(store: DesignerStore, isCut = false): Promise<void> {
  const ids = listChosen(store)
  await keepOnClipboard(writeClipboard(copyNodes(store.design, ids)))
  if (isCut) removeMarked(store, t('designer.bulk.cut', { count: ids.length }))
  else store.say(t('designer.bulk.copied', { count: ids.length }))
}

/** Duplicates each selected node behind itself, and selects the copies. */
export function duplicateMarked(store: DesignerStore): void {
  const { design } = store
  const ids = listChosen(store)
  const { nodes, texts } = renewNodes(copyNodes(design, ids), design)
  // From the last one on, so that places before it stay what they are.
  const commands = ids.flatMap((id, index): Command[] => {
    const place = findPlace(design, id)
    const node = nodes[index]
    if (place === null || node === undefined) return []
    const at = { parent: place.parent, index: place.index + 1 }
    return [{ kind: 'insertNodes', at, nodes: [node], ...(index === 0 ? { texts } : {}) }]
  })
  const text = t('designer.bulk.duplicated', { count: ids.length })
  if (!store.do({ kind: 'doAll', commands: commands.toReversed() }, { text, select: null })) return
  for (const { id } of nodes) store.mark(id)
}

/** Replaces sibling nodes by a new panel that contains them. */
export function wrapMarked(store: DesignerStore): void {
  const { design } = store
  const ids = listChosen(store)
  const { children: _, ...container } = createNode('panel', { design, name: nameType('panel') })
  const text = t('designer.bulk.wrapped', { count: ids.length })
  store.do({ kind: 'wrapNodes', ids, container }, { text, select: container.id, isFocused: true })
}

/**
 * Extends the selection by the next node in document order. If that node is selected already, the selection shrinks
 * instead.
 */
export function markNeighbour(store: DesignerStore, by: 1 | -1): void {
  const { selected, marked } = store.getState()
  const all = listAll(store.design)
  const next = selected === null ? undefined : all[all.indexOf(selected) + by]
  if (selected === null || next === undefined) return
  if (marked.at(-2) === next) store.mark(selected, { isFocused: true })
  else if (!marked.includes(next)) store.mark(next, { isFocused: true })
}
