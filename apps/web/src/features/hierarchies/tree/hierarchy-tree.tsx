import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './hierarchy-tree.module.css'
import { TreeItem } from './tree-item.tsx'
import { type Drop, findDropPlace, listRows, siblingPlace, type TreeRow } from './tree-rows.ts'
import type { UsedLevels } from './use-levels.ts'
import type { UsedMoves } from './use-moves.ts'

export type NodeAction = 'edit' | 'add' | 'remove' | 'move'

interface Props {
  readonly tree: UsedLevels
  readonly moves: UsedMoves
  readonly isLocked: boolean
  /** The position that the keyboard is at. */
  readonly activeId: string | null
  readonly onActivate: (id: string) => void
  /** The position that is picked up. */
  readonly movingId: string | null
  readonly onPickUp: (id: string | null) => void
  readonly onAct: (action: NodeAction, id: string) => void
}

const rowHeight = 36
/** Rows that are drawn beyond those that are seen. */
const margin = 10
/** Milliseconds that a closed position is hovered with a branch until it opens. */
const openAfter = 600

/**
 * A tree of positions of any size, of which only visible rows are rendered. Positions are moved by dragging or by
 * keyboard.
 */
export function HierarchyTree(props: Props) {
  const { t } = useTranslation()
  const { tree, moves, isLocked, activeId, onActivate, movingId, onPickUp, onAct } = props
  const rows = listRows(tree.levels, tree.open)
  const region = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [drop, setDrop] = useState<Drop | null>(null)
  const hovered = useRef<{ id: string; since: number } | null>(null)
  const found = rows.findIndex((row) => row.kind === 'node' && row.node.id === activeId)
  const active = Math.max(0, found)
  const height = region.current?.clientHeight || 20 * rowHeight
  const from = Math.max(0, Math.floor(top / rowHeight) - margin)
  const shown = rows.slice(from, Math.ceil((top + height) / rowHeight) + margin)
  const idOf = (row: TreeRow | undefined) => (row?.kind === 'node' ? row.node.id : null)

  const isForbidden = drop !== null && movingId !== null && findDropPlace(tree.levels, movingId, drop) === null
  const isShown = idOf(rows[active]) !== null && active >= from && active < from + shown.length

  // The row that the keyboard is at is always seen.
  useEffect(() => {
    const box = region.current
    if (box === null || found < 0) return
    if (found * rowHeight < box.scrollTop) box.scrollTop = found * rowHeight
    else if ((found + 1) * rowHeight > box.scrollTop + box.clientHeight && box.clientHeight > 0)
      box.scrollTop = (found + 1) * rowHeight - box.clientHeight
  }, [found])

  const go = (index: number) => {
    const at = Math.max(0, Math.min(rows.length - 1, index))
    const row = rows[at]
    if (row?.kind === 'more') tree.more(row.parent, row.after)
    const id = idOf(row)
    if (id === null) return
    onActivate(id)
    if (movingId !== null && row?.kind === 'node')
      moves.announce(
        findDropPlace(tree.levels, movingId, { targetId: id, side: 'into' }) === null
          ? t('positions.withinItself')
          : t('positions.wouldMove', { name: moves.nameOf(movingId), parent: moves.nameOf(id) }),
      )
  }

  const dropAt = (movedId: string, target: Drop) => {
    const place = findDropPlace(tree.levels, movedId, target)
    onPickUp(null)
    setDrop(null)
    if (place === null) moves.announce(t('positions.withinItself'))
    else {
      moves.move(movedId, place)
      onActivate(movedId)
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active]
    const id = idOf(row)
    if (row === undefined || row.kind !== 'node' || id === null) return
    const isCommand = event.ctrlKey || event.metaKey
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const handle = (): boolean => {
      if (isCommand) {
        if (key === 'z') moves.undo()
        else if (key === 'x' && !isLocked) pickUp(id)
        else if (key === 'v' && movingId !== null) dropAt(movingId, { targetId: id, side: 'into' })
        else return false
        return true
      }
      if (event.altKey) {
        const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null
        if (step === null || isLocked) return false
        const place = siblingPlace(tree.levels, id, step)
        if (place !== null) moves.move(id, place)
        return true
      }
      switch (key) {
        case 'ArrowDown':
          go(active + 1)
          return true
        case 'ArrowUp':
          go(active - 1)
          return true
        case 'Home':
          go(0)
          return true
        case 'End':
          go(rows.length - 1)
          return true
        case 'PageDown':
          go(active + 15)
          return true
        case 'PageUp':
          go(active - 15)
          return true
        case 'ArrowRight':
          if (row.isOpen) go(active + 1)
          else if (row.node.children > 0) tree.expand(id)
          return true
        case 'ArrowLeft':
          if (row.isOpen) tree.collapse(id)
          else if (row.node.parentId !== null) go(rows.findIndex((one) => idOf(one) === row.node.parentId))
          return true
        case 'Escape':
          if (movingId === null) return false
          onPickUp(null)
          moves.announce(t('positions.moveCancelled'))
          return true
        case ' ':
          if (isLocked) return true
          if (movingId === null || movingId === id) pickUp(id)
          else dropAt(movingId, { targetId: id, side: 'into' })
          return true
        case 'Enter':
          if (movingId !== null) dropAt(movingId, { targetId: id, side: 'into' })
          else onAct('edit', id)
          return true
        case 'Insert':
          if (!isLocked) onAct('add', id)
          return true
        case 'Delete':
          if (!isLocked) onAct('remove', id)
          return true
        default:
          return false
      }
    }
    if (!handle()) return
    event.preventDefault()
    event.stopPropagation()
  }

  function pickUp(id: string) {
    const isSame = movingId === id
    onPickUp(isSame ? null : id)
    moves.announce(isSame ? t('positions.moveCancelled') : t('positions.pickedUp', { name: moves.nameOf(id) }))
  }

  const onDragOver = (event: DragEvent, id: string) => {
    if (movingId === null) return
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientY - box.top) / box.height
    const side = share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'into'
    if (hovered.current?.id !== id) hovered.current = { id, since: event.timeStamp }
    else if (side === 'into' && event.timeStamp - hovered.current.since > openAfter && !tree.open.has(id))
      tree.expand(id)
    const target: Drop = { targetId: id, side }
    if (drop?.targetId !== id || drop.side !== side) setDrop(target)
    if (findDropPlace(tree.levels, movingId, target) !== null) event.preventDefault()
  }

  return (
    <>
      <div
        ref={region}
        role="tree"
        aria-label={t('positions.tree')}
        tabIndex={0}
        aria-activedescendant={isShown ? `node-${idOf(rows[active])}` : undefined}
        className={classes.tree}
        onKeyDown={onKeyDown}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div role="none" className={classes.rows} style={{ height: rows.length * rowHeight }}>
          {shown.map((row, index) => (
            <TreeItem
              key={row.kind === 'node' ? row.node.id : `${row.kind} ${row.parent}`}
              row={row}
              top={(from + index) * rowHeight}
              isActive={from + index === active}
              isMoving={idOf(row) !== null && idOf(row) === movingId}
              drop={drop !== null && movingId !== null && drop.targetId === idOf(row) ? drop.side : null}
              isForbidden={isForbidden}
              isLocked={isLocked}
              onSelect={(id) => {
                region.current?.focus()
                onActivate(id)
              }}
              onToggle={(id) => (tree.open.has(id) ? tree.collapse(id) : tree.expand(id))}
              onOpen={(id) => onAct('edit', id)}
              onMore={tree.more}
              onDragStart={(id) => onPickUp(id)}
              onDragOver={onDragOver}
              onDrop={(id) => drop !== null && movingId !== null && drop.targetId === id && dropAt(movingId, drop)}
              onDragEnd={() => {
                onPickUp(null)
                setDrop(null)
              }}
            />
          ))}
        </div>
      </div>
      <p className={classes.announced} role="status">
        {moves.announced}
      </p>
    </>
  )
}
