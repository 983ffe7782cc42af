import { fieldTypes, getFieldDefinition, isFieldType } from '../fields/registry.ts'
import { commonContainerProps, commonFieldProps, commonListProps, shownProps } from './common-props.ts'
import { documentLimits } from './limits.ts'
import { text } from './properties.ts'
import type { PropertySpecs } from './property.ts'
import type { ContainerType, ContentType, ListType, NodeType } from './types.ts'

export type NodeKind = 'field' | 'container' | 'list' | 'content'

interface NodeDefinition {
  readonly props: PropertySpecs
  /** The only types that it holds; any type, except those that stand elsewhere, when not given. */
  readonly holds?: readonly NodeType[] | 'fields'
  /** The only type that holds it. */
  readonly standsIn?: NodeType
}

const containers = {
  section: { props: commonContainerProps },
  panel: { props: commonContainerProps },
  tabs: { props: commonContainerProps, holds: ['tab'] },
  tab: { props: { ...commonContainerProps, label: text({ isRequired: true }) }, standsIn: 'tabs' },
} satisfies Record<ContainerType, NodeDefinition>

const lists = {
  repeater: { props: commonListProps },
  /** A table: its rows are lines, its fields are columns. */
  grid: { props: commonListProps, holds: 'fields' },
} satisfies Record<ListType, NodeDefinition>

const contents = {
  'static-text': { props: { ...shownProps, text: text({ isRequired: true, max: documentLimits.text * 10 }) } },
} satisfies Record<ContentType, NodeDefinition>

const others: Readonly<Record<ContainerType | ListType | ContentType, NodeDefinition>> = {
  ...containers,
  ...lists,
  ...contents,
}

/** All types that a node can have. */
export const nodeTypes: readonly NodeType[] = [
  ...fieldTypes,
  ...(Object.keys(others) as (ContainerType | ListType | ContentType)[]),
]

/** What a type of node is, or null when there is no such type. */
export function findNodeKind(type: string): NodeKind | null {
  if (isFieldType(type)) return 'field'
  if (isContainerType(type)) return 'container'
  if (isListType(type)) return 'list'
  return Object.hasOwn(contents, type) ? 'content' : null
}

export function isContainerType(type: string): type is ContainerType {
  return Object.hasOwn(containers, type)
}

export function isListType(type: string): type is ListType {
  return Object.hasOwn(lists, type)
}

/** True for the types that a document may have. */
export function isNodeType(type: string): type is NodeType {
  return findNodeKind(type) !== null
}

/** The properties that nodes of a type may have. */
export function specsOf(type: NodeType): PropertySpecs {
  return isFieldType(type) ? { ...commonFieldProps, ...getFieldDefinition(type).props } : others[type].props
}

/** Why a node of one type cannot stand in one of another, as the end of "Expected …"; null when it can. */
export function findMisplacement(type: NodeType, parent: NodeType | null): string | null {
  const place = isFieldType(type) ? undefined : others[type].standsIn
  if (place !== undefined && place !== parent) return `${type} inside of ${place}`
  if (parent === null) return null
  if (isFieldType(parent) || !hasChildren(parent)) return `nothing inside of ${parent}`
  const { holds } = others[parent]
  if (holds === 'fields') return isFieldType(type) ? null : `only fields inside of ${parent}`
  return holds === undefined || holds.includes(type) ? null : `only ${holds.join(', ')} inside of ${parent}`
}

/** True for the types that hold others. */
export function hasChildren(type: NodeType): boolean {
  const kind = findNodeKind(type)
  return kind === 'container' || kind === 'list'
}
