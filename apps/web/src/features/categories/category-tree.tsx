import '@mantine/core/styles/Tree.layer.css'
import IconChevronRight from 'icon:chevron-right'
import IconFolder from 'icon:folder'
import IconLock from 'icon:lock'
import { getTreeExpandedState, type RenderTreeNodePayload, Tree, type TreeNodeData, useTree } from '@mantine/core'
import type { CategoryDesign } from '@millrace/contract'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/icon.tsx'
import classes from './categories.module.css'
import type { Categories } from './category-queries.ts'
import { listWithin, placeAfter, placeAt, type Step } from './moves.ts'
import type { Moving } from './use-move.ts'

interface Props {
  readonly data: Categories
  /** The one that is open. */
  readonly current: string | null
  readonly moving: Moving
  readonly onOpen: (id: string) => void
}

const stepOfKey: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** The tree of categories: opened by a click or Enter, moved by dragging, or with Alt and the arrow keys. */
export function CategoryTree({ data: { categories, processes }, current, moving, onOpen }: Props) {
  const { t } = useTranslation()
  const nodes = useMemo(() => toNodes(categories, null), [categories])
  const tree = useTree({ initialExpandedState: getTreeExpandedState(nodes, '*') })
  const counts = useMemo(() => Map.groupBy(processes, ({ categoryId }) => categoryId), [processes])
  const region = useRef<HTMLDivElement>(null)
  const moved = useRef<string | null>(null)
  // What is drawn elsewhere has lost the focus that it was moved with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the tree is another one
  useEffect(() => {
    if (moved.current === null) return
    region.current?.querySelector<HTMLElement>(`[role=treeitem][data-value="${moved.current}"]`)?.focus()
    moved.current = null
  }, [nodes])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]')?.dataset.value
    if (id === undefined) return
    if (event.key === 'Enter') {
      event.preventDefault()
      onOpen(id)
    }
    const step = event.altKey ? stepOfKey[event.key] : undefined
    if (step === undefined) return
    // Neither the tree's own arrows nor the browser's way back.
    event.preventDefault()
    event.stopPropagation()
    const place = placeAfter(categories, id, step)
    if (place !== null) {
      if (place.parentId !== null) tree.expand(place.parentId)
      moved.current = id
      moving.move(id, place)
    }
  }
  return (
    <div ref={region} onKeyDownCapture={onKeyDown}>
      <Tree
        aria-label={t('categories.tree')}
        data={nodes}
        tree={tree}
        levelOffset={0}
        expandOnClick={false}
        allowRangeSelection={false}
        allowDrop={({ draggedNode, targetNode }) => !listWithin(categories, draggedNode).has(targetNode)}
        onDragDrop={({ draggedNode, targetNode, position }) =>
          moving.move(draggedNode, placeAt(categories, draggedNode, { target: targetNode, position }))
        }
        renderNode={(payload) => {
          const category = categories.find((one) => one.id === payload.node.value)
          return category === undefined ? null : (
            <Row
              {...payload}
              category={category}
              isCurrent={category.id === current}
              count={counts.get(category.id)?.length ?? 0}
              onOpen={() => onOpen(category.id)}
            />
          )
        }}
      />
      <p className={classes.announced} role="status">
        {moving.announced}
      </p>
    </div>
  )
}

interface RowProps extends RenderTreeNodePayload {
  readonly category: CategoryDesign
  readonly isCurrent: boolean
  readonly count: number
  readonly onOpen: () => void
}

function Row({ category, isCurrent, count, level, expanded, hasChildren, tree, elementProps, onOpen }: RowProps) {
  const { t } = useTranslation()
  const { name, icon, roles, groups } = category
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the tree item around it takes the keys
    <div
      {...elementProps}
      className={`${elementProps.className} ${classes.row}`}
      data-current={isCurrent || undefined}
      style={{ ...elementProps.style, paddingInlineStart: 8 + (level - 1) * 22 }}
      onClick={(event) => {
        elementProps.onClick(event)
        onOpen()
      }}
    >
      <span
        className={classes.chevron}
        data-open={expanded || undefined}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation()
          tree.toggleExpanded(category.id)
        }}
      >
        {hasChildren ? <IconChevronRight size={14} stroke={1.6} /> : null}
      </span>
      <Icon value={icon} size={16} fallback={<IconFolder size={16} stroke={1.6} aria-hidden />} />
      <span className={classes.name}>{name}</span>
      {roles.length + groups.length > 0 ? (
        <span role="img" className={classes.lock} aria-label={t('categories.limited')} title={t('categories.limited')}>
          <IconLock size={14} stroke={1.6} aria-hidden />
        </span>
      ) : null}
      <span className={`${classes.count} tn`} title={t('categories.count', { count })}>
        {count}
      </span>
    </div>
  )
}

function toNodes(categories: readonly CategoryDesign[], parentId: string | null): TreeNodeData[] {
  return categories
    .filter((one) => one.parentId === parentId)
    .map(({ id, name }) => ({ value: id, label: name, children: toNodes(categories, id) }))
}
