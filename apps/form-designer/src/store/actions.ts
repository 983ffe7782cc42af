import type { NodeType } from '@millrace/forms'
import { copyNodes, type DesignPlace } from '@millrace/forms/design'
import { t } from '../../../web/src/lib/i18n.ts'
import { readClipboard, renewNodes, writeClipboard } from '../model/clipboard.ts'
import { convertNode } from '../model/convert-node.ts'
import { createNode } from '../model/create-node.ts'
import { findInsertPlace, findStepPlace, type Step } from '../model/find-target.ts'
import { nameHolder, nameNode, nameType } from '../model/names.ts'
import { findPlace, listAll } from '../model/walk.ts'
import type { DesignerStore } from './designer-store.ts'

/** Adds a new node at the given position, otherwise behind the selected node. */
export function insertNew(store: DesignerStore, type: NodeType, at?: DesignPlace): boolean {
  const { design } = store
  const place = at ?? findInsertPlace(design, type, store.getState().selected)
  if (place === null) {
    store.say(t('designer.said.noPlace', { name: nameType(type) }))
    return false
  }
  const node = createNode(type, { design, name: nameType(type) })
  const text = t('designer.said.added', { name: nameType(type), place: nameHolder(design, place.parent) })
  return store.do({ kind: 'insertNodes', at: place, nodes: [node] }, { text, select: node.id })
}

/** Moves a node to a position, whose index counts the node at its old position. */
export function moveTo(store: DesignerStore, id: string, to: DesignPlace): boolean {
  const { design } = store
  const node = design.nodes[id]
  if (node === undefined) return false
  if (!store.do({ kind: 'moveNode', id, to }, { select: id })) return false
  const place = findPlace(store.design, id)
  store.say(
    t('designer.said.moved', {
      name: nameNode(node),
      place: nameHolder(store.design, to.parent),
      number: (place?.index ?? 0) + 1,
    }),
  )
  return true
}

export function moveStep(store: DesignerStore, id: string, step: Step): void {
  const node = store.design.nodes[id]
  const place = findStepPlace(store.design, id, step)
  if (node === undefined) return
  if (place === null) store.say(t(`designer.said.cannot.${step}`, { name: nameNode(node) }))
  else if (moveTo(store, id, place)) store.focus(id)
}

export function duplicate(store: DesignerStore, id: string): void {
  const { design } = store
  const node = design.nodes[id]
  const place = findPlace(design, id)
  if (node === undefined || place === null) return
  const copy = renewNodes(copyNodes(design, [id]), design)
  const [first] = copy.nodes
  store.do(
    { kind: 'insertNodes', at: { parent: place.parent, index: place.index + 1 }, ...copy },
    { text: t('designer.said.duplicated', { name: nameNode(node) }), select: first?.id ?? null, isFocused: true },
  )
}

/** Removes a node, and selects the next sibling, otherwise the previous one, otherwise the parent. */
export function remove(store: DesignerStore, id: string, text?: string): void {
  const node = store.design.nodes[id]
  if (node === undefined) return
  const { parent } = node
  const neighbours = parent === null ? store.design.root : (store.design.nodes[parent]?.children ?? [])
  const index = neighbours.indexOf(id)
  const next = neighbours[index + 1] ?? neighbours[index - 1] ?? parent
  store.do(
    { kind: 'removeNodes', ids: [id] },
    { text: text ?? t('designer.said.removed', { name: nameNode(node) }), select: next, isFocused: true },
  )
}

/** Copies a node to the clipboard as JSON, so that it can be pasted into another form. */
export async function copy(store: DesignerStore, id: string, isCut = false): Promise<void> {
  const node = store.design.nodes[id]
  if (node === undefined) return
  await keepOnClipboard(writeClipboard(copyNodes(store.design, [id])))
  const name = nameNode(node)
  if (isCut) remove(store, id, t('designer.said.cut', { name }))
  else store.say(t('designer.said.copied', { name }))
}

export async function keepOnClipboard(text: string): Promise<void> {
  kept = text
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // A browser that forbids it has it kept here, for this window.
  }
}

let kept = ''

/** Pastes nodes from the clipboard behind the selected node. `text` is the content of a paste event. */
export async function paste(store: DesignerStore, text?: string): Promise<void> {
  const found = text ?? (await navigator.clipboard.readText().catch(() => kept))
  const copied = readClipboard(found, store.design) ?? (kept === '' ? null : readClipboard(kept, store.design))
  const [first] = copied?.nodes ?? []
  const place = first === undefined ? null : findInsertPlace(store.design, first.type, store.getState().selected)
  if (copied === null || first === undefined || place === null) {
    store.say(t(copied === null ? 'designer.said.nothingToPaste' : 'designer.said.noPlaceToPaste'))
    return
  }
  const name = nameNode(first)
  store.do(
    { kind: 'insertNodes', at: place, ...copied },
    { text: t('designer.said.pasted', { name }), select: first.id, isFocused: true },
  )
}

export function convert(store: DesignerStore, id: string, type: NodeType): void {
  const node = store.design.nodes[id]
  const command = convertNode(store.design, id, { type, name: nameType(type) })
  if (node === undefined || command === null) return
  store.do(command, { text: t('designer.said.converted', { name: nameNode(node), type: nameType(type) }) })
}

export function undoLast(store: DesignerStore): void {
  store.undo(t('designer.said.undone'))
}

export function redoLast(store: DesignerStore): void {
  store.redo(t('designer.said.redone'))
}

/** Selects the node before or after the selected one in document order, on all levels. */
export function selectNeighbour(store: DesignerStore, by: 1 | -1): void {
  const all = listAll(store.design)
  const { selected } = store.getState()
  const at = selected === null ? (by === 1 ? -1 : all.length) : all.indexOf(selected)
  const next = all[at + by]
  if (next !== undefined) store.focus(next)
}

/**
 * Selects the parent of a node. For a node on the top level it clears the selection, so that the next new node is
 * appended to the form.
 */
export function selectAround(store: DesignerStore, id: string): void {
  const parent = store.design.nodes[id]?.parent ?? null
  if (parent === null) store.select(null)
  else store.focus(parent)
}
