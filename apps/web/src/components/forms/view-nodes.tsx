import type { Props, Span, ViewNode } from '@millrace/forms'
import { type CSSProperties, type ReactNode, useSyncExternalStore } from 'react'
import { FieldNode } from './field-node.tsx'
import classes from './form-view.module.css'
import { useFormView } from './form-view-context.ts'
import { layoutComponents } from './layout-registry.ts'

/** What the component of a layout node gets. */
export interface LayoutProps {
  readonly props: Props
  /** The level of a heading in it. */
  readonly headingLevel: number
  readonly children: ReactNode
}

/** A list of nodes in the grid of twelve columns. */
export function ViewNodes({ nodes, headingLevel }: { nodes: readonly ViewNode[]; headingLevel: number }) {
  return (
    <div className={classes.grid}>
      {nodes.map((node) => (
        <VisibleNode key={node.id} node={node} headingLevel={headingLevel} />
      ))}
    </div>
  )
}

function VisibleNode({ node, headingLevel }: { node: ViewNode; headingLevel: number }) {
  const { store } = useFormView()
  const isVisible = useSyncExternalStore(store.subscribe, () => store.isVisible(node.id))
  if (!isVisible) return null
  return (
    <div className={classes.cell} style={spanVariables(node.span)}>
      {node.kind === 'field' ? (
        <FieldNode fieldKey={node.key} />
      ) : (
        <LayoutNode node={node} headingLevel={headingLevel} />
      )}
    </div>
  )
}

function LayoutNode({ node, headingLevel }: { node: Extract<ViewNode, { kind: 'layout' }>; headingLevel: number }) {
  const Layout = layoutComponents[node.type]
  return (
    <Layout props={node.props} headingLevel={headingLevel}>
      {node.children.length > 0 ? <ViewNodes nodes={node.children} headingLevel={headingLevel + 1} /> : null}
    </Layout>
  )
}

function spanVariables({ base, sm, md }: Span): CSSProperties {
  return { '--span-base': base, '--span-sm': sm, '--span-md': md } as CSSProperties
}
