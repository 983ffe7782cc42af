import type { ContainerProps } from '../layout-props.ts'

/** What only says where things stand: columns, and each of them. Its width is that of its place in the grid around. */
export function BareContainer({ node, headingLevel, Nodes }: ContainerProps) {
  return <Nodes nodes={node.children} headingLevel={headingLevel} />
}
