import type { HierarchyNode } from '@millrace/contract'
import type { Translate } from '../../../lib/i18n.ts'

/** The loaded positions of one level, below one parent. */
export interface Level {
  readonly items: readonly HierarchyNode[]
  /** The last one that is loaded, where more come behind it. */
  readonly next: string | null
}

/** The loaded levels by the id of the parent; empty: the top level. */
export type Levels = ReadonlyMap<string, Level>

export type TreeRow =
  | {
      readonly kind: 'node'
      readonly node: HierarchyNode
      /** From 1. */
      readonly depth: number
      /** Among those of its level, from 1. */
      readonly position: number
      /** How many its level has; -1 while not all of them are loaded. */
      readonly size: number
      readonly isOpen: boolean
    }
  | { readonly kind: 'more'; readonly parent: string; readonly after: string; readonly depth: number }
  | { readonly kind: 'loading'; readonly parent: string; readonly depth: number }

/** Lists the rows of a tree from top to bottom, as far as its positions are open. */
export function listRows(levels: Levels, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = []
  add('', 1)
  return rows

  function add(parent: string, depth: number): void {
    const level = levels.get(parent)
    if (level === undefined) {
      rows.push({ kind: 'loading', parent, depth })
      return
    }
    const size = level.next === null ? level.items.length : -1
    for (const [index, node] of level.items.entries()) {
      const isOpen = node.children > 0 && open.has(node.id)
      rows.push({ kind: 'node', node, depth, position: index + 1, size, isOpen })
      if (isOpen) add(node.id, depth + 1)
    }
    if (level.next !== null) rows.push({ kind: 'more', parent, after: level.next, depth })
  }
}

/** The target of a dropped branch: into a position as its last child, or before or after it. */
export interface Drop {
  readonly targetId: string
  readonly side: 'into' | 'before' | 'after'
}

/** The position of a node in the format of the server. */
export interface Place {
  readonly parentId: string | null
  /** Null: it comes first. Left out: it comes last. */
  readonly afterId?: string | null
}

export const keyOfParent = (parentId: string | null) => parentId ?? ''

/** Finds a position among the loaded ones. */
export function findNode(levels: Levels, id: string): HierarchyNode | undefined {
  for (const { items } of levels.values()) {
    const found = items.find((node) => node.id === id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Lists the ids from a position up to the top level, beginning with the position itself. */
export function listWay(levels: Levels, id: string): string[] {
  const nodes = new Map([...levels.values()].flatMap(({ items }) => items.map((node) => [node.id, node] as const)))
  const way: string[] = []
  for (let at = nodes.get(id); at !== undefined && way.length <= nodes.size; at = nodes.get(at.parentId ?? ''))
    way.push(at.id)
  return way
}

/** Returns the new place of a dropped branch; null when it would be inside itself, or is already there. */
export function findDropPlace(levels: Levels, movedId: string, { targetId, side }: Drop): Place | null {
  const target = findNode(levels, targetId)
  if (target === undefined || listWay(levels, targetId).includes(movedId)) return null
  if (side === 'into') return { parentId: targetId }
  const { parentId } = target
  const others = (levels.get(keyOfParent(parentId))?.items ?? []).filter(({ id }) => id !== movedId)
  const at = others.findIndex(({ id }) => id === targetId)
  return { parentId, afterId: side === 'after' ? targetId : (others[at - 1]?.id ?? null) }
}

/** Returns the current place of a position, so that a move can be undone. */
export function placeNow(levels: Levels, id: string): Place | null {
  const node = findNode(levels, id)
  if (node === undefined) return null
  const level = levels.get(keyOfParent(node.parentId))?.items ?? []
  return { parentId: node.parentId, afterId: level[level.findIndex((one) => one.id === id) - 1]?.id ?? null }
}

/** Returns the place one step up or down in the level of a position; null at the ends of the level. */
export function siblingPlace(levels: Levels, id: string, step: -1 | 1): Place | null {
  const node = findNode(levels, id)
  if (node === undefined) return null
  const level = levels.get(keyOfParent(node.parentId))?.items ?? []
  const at = level.findIndex((one) => one.id === id) + step
  const { parentId } = node
  if (at < 0 || at >= level.length) return null
  return { parentId, afterId: step === 1 ? (level[at]?.id ?? null) : (level[at - 1]?.id ?? null) }
}

/**
 * Returns the name of a position, otherwise the name of its user. A position without both is *vacant*, for example
 * after its account was deleted.
 */
export function nameOf({ name, person }: Pick<HierarchyNode, 'name' | 'person'>, t: Translate): string {
  return name || (person?.displayName ?? t('positions.vacant'))
}
