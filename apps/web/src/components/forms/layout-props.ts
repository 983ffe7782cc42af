import type { NodeInstance, Props, ViewNode } from '@millrace/forms'
import type { ComponentType } from 'react'

export type ContainerView = Extract<ViewNode, { kind: 'container' }>
export type ListView = Extract<ViewNode, { kind: 'list' }>

/** The props of a component for content that is only read. */
export interface ContentProps {
  readonly props: Props
  readonly instance: NodeInstance
  /** The level of a heading. */
  readonly headingLevel: number
}

export interface NodesProps {
  readonly nodes: readonly ViewNode[]
  readonly headingLevel: number
}

/** The props of containers. They receive the component that draws their nodes, to avoid a cycle of imports. */
interface HolderProps {
  readonly Nodes: ComponentType<NodesProps>
}

/** The props of a container component. */
export interface ContainerProps extends HolderProps {
  readonly node: ContainerView
  readonly instance: NodeInstance
  /** The level of a heading in it. */
  readonly headingLevel: number
}

/** The props of a list component. */
export interface ListComponentProps extends HolderProps {
  readonly node: ListView
  readonly instance: NodeInstance
  readonly headingLevel: number
}
