import IconFolder from 'icon:folder'
import IconFolderOpen from 'icon:folder-open'
import type { CategoryNode } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../../components/delayed/skeleton-rows.tsx'
import { Link } from '../../../components/link/link.tsx'
import { paths } from '../../../config/paths.ts'
import { categoryMenuQuery } from '../../../lib/queries/category-menu.ts'
import classes from './category-tree.module.css'

/** Up to this many categories the whole tree is open. */
const openAllUpTo = 30

/** Home and the categories below it, each with the number of processes that the user may start. */
export function CategoryTree({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  const menu = useQuery(categoryMenuQuery)
  const pathname = useLocation({ select: (location) => decodeURIComponent(location.pathname) })
  const [states, setStates] = useState<Readonly<Record<string, boolean>>>({})
  const failure = <QueryFailure query={menu} title={t('catalogue.categories')} isRegion />
  if (menu.data === undefined) return menu.isError ? failure : <SkeletonRows count={6} height={28} />

  const current = /^\/category\/view\/(.+)$/.exec(pathname)?.[1] ?? null
  const isSmall = countNodes(menu.data) <= openAllUpTo
  const isOpen = (node: CategoryNode) => states[node.name] ?? (isSmall || (current !== null && contains(node, current)))
  const toggle = (node: CategoryNode) => setStates({ ...states, [node.name]: !isOpen(node) })
  const shared = { current, isOpen, toggle, onNavigate }
  return (
    <>
      {failure}
      <ul className={classes.list}>
        <CategoryRow node={{ ...menu.data, children: [] }} depth={0} {...shared} />
        {menu.data.children.map((node) => (
          <CategoryBranch key={node.name} node={node} depth={0} {...shared} />
        ))}
      </ul>
    </>
  )
}

interface BranchProps {
  readonly node: CategoryNode
  readonly depth: number
  readonly current: string | null
  readonly isOpen: (node: CategoryNode) => boolean
  readonly toggle: (node: CategoryNode) => void
  readonly onNavigate: (() => void) | undefined
}

function CategoryBranch(props: BranchProps) {
  const { node, depth, isOpen } = props
  return (
    <CategoryRow {...props}>
      {node.children.length > 0 && isOpen(node) ? (
        <ul className={classes.list}>
          {node.children.map((child) => (
            <CategoryBranch key={child.name} {...props} node={child} depth={depth + 1} />
          ))}
        </ul>
      ) : null}
    </CategoryRow>
  )
}

function CategoryRow({
  node,
  depth,
  current,
  isOpen,
  toggle,
  onNavigate,
  children,
}: BranchProps & { children?: React.ReactNode }) {
  const { t } = useTranslation()
  const isFolder = node.children.length > 0
  const isCurrent = node.name === current
  const Icon = isCurrent || (isFolder && isOpen(node)) ? IconFolderOpen : IconFolder
  return (
    <li>
      <div className={classes.row} data-current={isCurrent || undefined} style={{ paddingInlineStart: 8 + depth * 26 }}>
        {isFolder ? (
          <button
            type="button"
            className={classes.folder}
            aria-expanded={isOpen(node)}
            aria-label={t(isOpen(node) ? 'shell.collapse' : 'shell.expand', { name: node.name })}
            onClick={() => toggle(node)}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
          </button>
        ) : depth === 0 ? (
          <span className={classes.folder}>
            <Icon size={16} stroke={1.6} aria-hidden />
          </span>
        ) : null}
        <Link
          to={paths.category(node.name)}
          className={classes.link}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={onNavigate}
        >
          <span className={classes.name}>{node.name}</span> <span className={`${classes.count} tn`}>{node.count}</span>
        </Link>
      </div>
      {children}
    </li>
  )
}

function countNodes(node: CategoryNode): number {
  return node.children.reduce((sum, child) => sum + countNodes(child), 1)
}

function contains(node: CategoryNode, name: string): boolean {
  return node.name === name || node.children.some((child) => contains(child, name))
}
