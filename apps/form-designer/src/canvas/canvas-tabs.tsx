import type { Design, DesignNode } from '@millrace/forms/design'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameType } from '../model/names.ts'
import { insertNew } from '../store/actions.ts'
import { useDesigner, useStore } from '../store/use-designer.ts'
import classes from './canvas.module.css'

interface Props {
  readonly node: DesignNode
  /** Draws the content of a tab. */
  readonly Nodes: ComponentType<{ ids: readonly string[] }>
}

/** The tabs of a node as users of the form see them: all names, and the content of the open tab. */
export function CanvasTabs({ node, Nodes }: Props) {
  const { t } = useTranslation()
  const store = useStore()
  const [chosen, setChosen] = useState<string | null>(null)
  // The tab of what is selected shows, wherever it was selected.
  const selected = useDesigner((state) => findTab(state.stack.design, node, state.selected))
  const nodes = useDesigner(({ stack }) => stack.design.nodes)
  const shown = selected ?? (chosen !== null && node.children.includes(chosen) ? chosen : node.children[0])
  return (
    <>
      <div className={classes.tabs}>
        {node.children.map((id) => {
          const label = nodes[id]?.props.label
          return (
            <button
              key={id}
              type="button"
              tabIndex={-1}
              aria-pressed={id === shown}
              onClick={(event) => {
                event.stopPropagation()
                setChosen(id)
                store.select(id)
              }}
            >
              {typeof label === 'string' && label !== '' ? label : nameType('tab')}
            </button>
          )
        })}
        <button
          type="button"
          tabIndex={-1}
          className={classes.addTab}
          onClick={(event) => {
            event.stopPropagation()
            insertNew(store, 'tab', { parent: node.id, index: node.children.length })
          }}
        >
          + {t('designer.canvas.addTab')}
        </button>
      </div>
      {shown === undefined ? null : <Nodes ids={[shown]} />}
    </>
  )
}

/** The tab that a node is in, or is. */
function findTab({ nodes }: Design, tabs: DesignNode, id: string | null): string | null {
  for (let at = id; at !== null; at = nodes[at]?.parent ?? null) if (tabs.children.includes(at)) return at
  return null
}
