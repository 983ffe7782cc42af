import IconChevronRight from 'icon:chevron-right'
import IconGripVertical from 'icon:grip-vertical'
import IconUserQuestion from 'icon:user-question'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../components/person/person.tsx'
import classes from './hierarchy-tree.module.css'
import { presentValidity } from './present-validity.ts'
import { type Drop, nameOf, type TreeRow } from './tree-rows.ts'

interface Props {
  readonly row: TreeRow
  /** Pixels from the top of the tree. */
  readonly top: number
  readonly isActive: boolean
  readonly isMoving: boolean
  /** Where a branch would be dropped beside or into it. */
  readonly drop: Drop['side'] | null
  readonly isForbidden: boolean
  readonly isLocked: boolean
  readonly onSelect: (id: string) => void
  readonly onToggle: (id: string) => void
  readonly onOpen: (id: string) => void
  readonly onMore: (parent: string, after: string) => void
  readonly onDragStart: (id: string) => void
  readonly onDragOver: (event: DragEvent, id: string) => void
  readonly onDrop: (id: string) => void
  readonly onDragEnd: () => void
}

/** Pixels from one level to the next. */
const indent = 24

/** One row of the tree. The tree itself has the focus and handles the keys. */
export function TreeItem(props: Props) {
  const { t } = useTranslation()
  const { row, top, isActive, isMoving, drop, isForbidden, isLocked } = props
  const style = { top, paddingInlineStart: 8 + (row.depth - 1) * indent }
  if (row.kind !== 'node')
    return (
      // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the tree has the focus and takes the keys
      <div
        role="treeitem"
        aria-level={row.depth}
        className={classes.rest}
        style={style}
        onClick={() => row.kind === 'more' && props.onMore(row.parent, row.after)}
      >
        {row.kind === 'more' ? t('positions.more') : t('common.loading')}
      </div>
    )
  const { node, depth, position, size, isOpen } = row
  const { id, person, name, children, below } = node
  const validity = presentValidity(node, new Date(), t)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the tree has the focus and takes the keys
    <div
      id={`node-${id}`}
      role="treeitem"
      aria-level={depth}
      aria-posinset={position}
      aria-setsize={size}
      aria-selected={isActive}
      aria-expanded={children > 0 ? isOpen : undefined}
      className={classes.row}
      style={style}
      data-active={isActive || undefined}
      data-moving={isMoving || undefined}
      data-drop={drop ?? undefined}
      data-forbidden={(drop !== null && isForbidden) || undefined}
      draggable={!isLocked}
      onClick={() => props.onSelect(id)}
      onDoubleClick={() => props.onOpen(id)}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', nameOf(node, t))
        props.onDragStart(id)
      }}
      onDragOver={(event) => props.onDragOver(event, id)}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop(id)
      }}
      onDragEnd={props.onDragEnd}
    >
      <span className={classes.handle} aria-hidden>
        {isLocked ? null : <IconGripVertical size={14} stroke={1.6} />}
      </span>
      <span
        className={classes.chevron}
        data-open={isOpen || undefined}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation()
          props.onSelect(id)
          if (children > 0) props.onToggle(id)
        }}
      >
        {children > 0 ? <IconChevronRight size={15} stroke={1.6} /> : null}
      </span>
      {name === '' ? null : <span className={classes.name}>{name}</span>}{' '}
      {person === null ? (
        <span className={classes.vacant}>
          <IconUserQuestion size={15} stroke={1.6} aria-hidden />
          {t('positions.vacant')}
        </span>
      ) : (
        <span className={name === '' ? classes.name : classes.person}>
          <Avatar name={person.displayName} /> <span className={classes.personName}>{person.displayName}</span>
        </span>
      )}{' '}
      {validity === null ? null : <span className={classes.validity}>{validity}</span>}{' '}
      {isMoving ? <span className={classes.moving}>{t('positions.moving')}</span> : null}{' '}
      {below === 0 ? null : (
        <span className={`${classes.count} tn`} title={t('positions.below', { count: below })}>
          {below}
        </span>
      )}
    </div>
  )
}
