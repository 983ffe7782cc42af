import type { NodeInstance, Span, ViewNode } from '@millrace/forms'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { FieldNode } from './field-node.tsx'
import classes from './form-view.module.css'
import { listOf } from './instance-data.ts'
import type { NodesProps } from './layout-props.ts'
import { containerComponents, contentComponents, listComponents } from './layout-registry.ts'
import { useNode, useNodeValue } from './use-node.ts'

/** A list of nodes in the grid of twelve columns. */
export function ViewNodes({ nodes, headingLevel }: NodesProps): ReactNode {
  if (nodes.length === 0) return null
  return (
    <div className={classes.grid}>
      {nodes.map((node) => (
        <VisibleNode key={node.id} node={node} headingLevel={headingLevel} />
      ))}
    </div>
  )
}

const VisibleNode = memo(function VisibleNode({ node, headingLevel }: { node: ViewNode; headingLevel: number }) {
  const instance = useNode(node.id)
  const isVisible = useNodeValue(instance, ({ state }) => state.visible)
  if (!isVisible) return null
  return (
    <div className={classes.cell} style={spanVariables(node.span)}>
      <AnyNode node={node} instance={instance} headingLevel={headingLevel} />
    </div>
  )
})

function AnyNode({ node, instance, headingLevel }: { node: ViewNode; instance: NodeInstance; headingLevel: number }) {
  switch (node.kind) {
    case 'field':
      return <FieldNode instance={instance} />
    case 'content': {
      const Content = contentComponents[node.type]
      return <Content props={node.props} instance={instance} headingLevel={headingLevel} />
    }
    case 'container': {
      const Container = containerComponents[node.type]
      return <Container node={node} instance={instance} headingLevel={headingLevel} Nodes={ViewNodes} />
    }
    case 'list': {
      const List = listComponents[listOf(instance).type]
      return <List node={node} instance={instance} headingLevel={headingLevel} Nodes={ViewNodes} />
    }
  }
}

function spanVariables({ base, sm, md }: Span): CSSProperties {
  return { '--span-base': base, '--span-sm': sm, '--span-md': md } as CSSProperties
}
