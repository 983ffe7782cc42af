import { findNodeKind, hasChildren } from '@millrace/forms/design'
import { type CSSProperties, type MouseEvent, memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../../../web/src/lib/i18n.ts'
import { nameNode } from '../model/names.ts'
import { useDesigner, useNode, useStore } from '../store/use-designer.ts'
import classes from './canvas.module.css'
import { CanvasTabs } from './canvas-tabs.tsx'
import { NodeLook } from './node-look.tsx'
import { NodeToolbar } from './node-toolbar.tsx'
import { useDragNode } from './use-drop.ts'

/** The nodes of a parent, in a grid of twelve columns. */
export function CanvasNodes({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <div className={classes.grid}>
      {ids.map((id) => (
        <CanvasNode key={id} id={id} t={t} />
      ))}
    </div>
  )
}

/** One node. Drawn again when it is changed, selected or the place where something is dropped, and not otherwise. */
const CanvasNode = memo(function CanvasNode({ id, t }: { id: string; t: Translate }) {
  const store = useStore()
  const element = useRef<HTMLDivElement>(null)
  const node = useNode(id)
  const isSelected = useDesigner(({ selected }) => selected === id)
  const isMarked = useDesigner(({ marked }) => marked.includes(id))
  const isAlone = useDesigner(({ marked }) => marked.length === 0)
  const hasProblem = useDesigner(({ check }) => check?.faulty.has(id) ?? false)
  useDragNode(id, element)
  if (node === undefined) return null
  const select = (event: MouseEvent) => {
    event.stopPropagation()
    if (event.shiftKey || event.ctrlKey || event.metaKey) store.mark(id)
    else store.select(id)
    element.current?.focus({ preventScroll: true })
  }
  const kind = findNodeKind(node.type) ?? 'field'
  const problem = hasProblem ? `, ${t('designer.canvas.hasProblem')}` : ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of one question
    // biome-ignore lint/a11y/useKeyWithClickEvents: the canvas has the keys for all of them
    <div
      ref={element}
      role="group"
      aria-label={`${nameNode(node)}${problem}`}
      aria-current={isSelected || undefined}
      data-node={id}
      data-kind={kind}
      data-type={node.type}
      data-marked={isMarked || undefined}
      data-problem={hasProblem || undefined}
      className={classes.node}
      style={spanVariables(node.layout.span)}
      tabIndex={isSelected ? 0 : -1}
      onClick={select}
    >
      {isSelected && isAlone ? <NodeToolbar id={id} /> : null}
      <NodeLook node={node} />
      {hasChildren(node.type) ? (
        <div className={classes.inside}>
          {node.type === 'tabs' ? (
            <CanvasTabs node={node} Nodes={CanvasNodes} />
          ) : node.children.length === 0 ? (
            <p className={classes.insideEmpty}>{t('designer.canvas.emptyHolder')}</p>
          ) : (
            <CanvasNodes ids={node.children} />
          )}
          {kind === 'list' && node.children.length > 0 ? (
            <p className={classes.addRow}>+ {t('designer.canvas.addRow')}</p>
          ) : null}
        </div>
      ) : null}
      <DropLine id={id} />
    </div>
  )
})

/** Where what is dragged would go, with the words of what would happen. */
function DropLine({ id }: { id: string }) {
  const mark = useDesigner(({ drop }) => (drop?.node === id ? drop : null))
  return mark === null ? null : (
    <div className={classes.drop} data-edge={mark.edge}>
      <span>{mark.text}</span>
    </div>
  )
}

function spanVariables({ base, sm, md }: { base: number; sm: number; md: number }): CSSProperties {
  return { '--span-base': base, '--span-sm': sm, '--span-md': md } as CSSProperties
}
