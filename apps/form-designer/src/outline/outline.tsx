import { type DesignNode, hasChildren } from '@millrace/forms/design'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '../../../web/src/components/search-input/search-input.tsx'
import { foldText } from '../../../web/src/lib/fold-text.ts'
import { labelOf } from '../model/describe-node.ts'
import { nameType } from '../model/names.ts'
import { TypeIcon } from '../palette/type-icon.tsx'
import { useDesigner, useNode, useStore } from '../store/use-designer.ts'
import { useNodeKeys } from '../store/use-keys.ts'
import classes from './outline.module.css'

/**
 * The outline of the form as a tree, with the same keyboard shortcuts as the canvas. A search shows the matching nodes
 * and their ancestors.
 */
export function Outline({ onRename }: { onRename: () => void }) {
  const { t } = useTranslation()
  const store = useStore()
  const tree = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const root = useDesigner(({ stack }) => stack.design.root)
  const words = foldText(search.trim())
  // Whoever searches nothing is not drawn again for a change within a node.
  const nodes = useDesigner(({ stack }) => (words === '' ? null : stack.design.nodes))
  const onKeyDown = useNodeKeys({ onRename })
  useFocusInOutline(tree)
  const found = nodes === null ? null : findAll(nodes, words)
  return (
    <div className={classes.outline}>
      <SearchInput size="xs" value={search} onChange={setSearch} label={t('designer.outline.search')} />
      {root.length === 0 ? <p className={classes.empty}>{t('designer.outline.empty')}</p> : null}
      {found !== null && found.size === 0 ? <p className={classes.empty}>{t('designer.outline.nothing')}</p> : null}
      {root.length === 0 ? null : (
        <div
          ref={tree}
          role="tree"
          aria-label={t('designer.outline.label')}
          aria-multiselectable
          data-region="outline"
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onFocus={() => {
            store.region = 'outline'
          }}
        >
          <Branch ids={root} level={1} found={found} />
        </div>
      )}
    </div>
  )
}

interface BranchProps {
  readonly ids: readonly string[]
  readonly level: number
  readonly found: ReadonlySet<string> | null
}

function Branch({ ids, level, found }: BranchProps) {
  return ids
    .filter((id) => found === null || found.has(id))
    .map((id) => <Entry key={id} id={id} level={level} found={found} />)
}

const Entry = memo(function Entry({ id, level, found }: Omit<BranchProps, 'ids'> & { id: string }) {
  const store = useStore()
  const node = useNode(id)
  const isSelected = useDesigner(({ selected, marked }) => selected === id || marked.includes(id))
  // Tab leads to what is selected, else to the first.
  const isFirst = useDesigner(({ selected, stack }) => (selected ?? stack.design.root[0]) === id)
  if (node === undefined) return null
  const label = labelOf(node)
  const holds = hasChildren(node.type)
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys for all of them */}
      <div
        role="treeitem"
        aria-level={level}
        aria-selected={isSelected}
        aria-expanded={holds && node.children.length > 0 ? true : undefined}
        tabIndex={isFirst ? 0 : -1}
        data-node={id}
        className={classes.entry}
        style={{ paddingInlineStart: 8 + (level - 1) * 16 }}
        onClick={(event) =>
          event.shiftKey || event.ctrlKey || event.metaKey ? store.mark(id, { isFocused: true }) : store.focus(id)
        }
      >
        <TypeIcon type={node.type} size={14} />
        <span className={classes.name}>{label === '' ? nameType(node.type) : label}</span>
        {node.key === undefined || node.key === label ? null : <span className={classes.key}>{node.key}</span>}
      </div>
      {holds ? <Branch ids={node.children} level={level + 1} found={found} /> : null}
    </>
  )
})

/** Nodes whose words are found, and all that is around them. */
function findAll(nodes: Readonly<Record<string, DesignNode>>, words: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const node of Object.values(nodes)) {
    if (!foldText(`${labelOf(node)} ${node.key ?? ''} ${nameType(node.type)}`).includes(words)) continue
    for (let id: string | null = node.id; id !== null; id = nodes[id]?.parent ?? null) found.add(id)
  }
  return found
}

function useFocusInOutline(tree: RefObject<HTMLDivElement | null>): void {
  const focus = useDesigner((state) => state.focus)
  const store = useStore()
  useEffect(() => {
    if (focus === null || store.region !== 'outline') return
    tree.current?.querySelector<HTMLElement>(`[data-node="${focus.id}"]`)?.focus()
  }, [focus, tree, store])
}
