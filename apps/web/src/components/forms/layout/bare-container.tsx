import type { ContainerProps } from '../layout-props.ts'

/**
 * A container that only arranges its content: a row of columns, or a column. Its width comes from the surrounding grid.
 */
export function BareContainer({ node, headingLevel, Nodes }: ContainerProps) {
  return <Nodes nodes={node.children} headingLevel={headingLevel} />
}
