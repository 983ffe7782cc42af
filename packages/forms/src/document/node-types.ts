import { fieldTypes, getFieldDefinition, isFieldType } from '../fields/registry.ts'
import { commonContainerProps, commonFieldProps, gridProps, repeaterProps, shownProps } from './common-props.ts'
import { isFieldKey } from './field-key.ts'
import { documentLimits } from './limits.ts'
import { choice, code, expression, flag, html, integer, picture, text, texts } from './properties.ts'
import type { PropertySpecs } from './property.ts'
import type { ContainerType, ContentType, ListType, NodeType } from './types.ts'

export type NodeKind = 'field' | 'container' | 'list' | 'content'

interface NodeDefinition {
  readonly props: PropertySpecs
  /** The types of children that it may have. Default: any type without a required parent. */
  readonly holds?: readonly NodeType[] | 'fields'
  /** The only type of parent that it may have; `top` for no parent. */
  readonly standsIn?: NodeType | 'top'
}

/** Containers that only say where things stand. */
const { label: _label, help: _help, ...bareContainerProps } = commonContainerProps

const namedContainerProps = { ...commonContainerProps, label: text({ isRequired: true }) }

const containers = {
  section: { props: commonContainerProps },
  panel: { props: commonContainerProps },
  /** A frame with its label in it. */
  fieldset: { props: namedContainerProps },
  /** Shown and folded away by its label. */
  collapsible: { props: { ...namedContainerProps, collapsed: flag() } },
  /** An accordion: one of its sections is open at a time, or several with `multiple`. */
  accordion: { props: { ...commonContainerProps, multiple: flag() }, holds: ['collapsible'] },
  /** Side by side: each column has its width in the grid of twelve. */
  columns: { props: bareContainerProps, holds: ['column'] },
  column: { props: bareContainerProps, standsIn: 'columns' },
  /** A table for layout: each child of a row is a cell. */
  table: { props: { ...commonContainerProps, columnLabels: texts(12) }, holds: ['table-row'] },
  'table-row': { props: { ...bareContainerProps, label: text({ max: 200 }) }, standsIn: 'table' },
  tabs: { props: commonContainerProps, holds: ['tab'] },
  tab: { props: namedContainerProps, standsIn: 'tabs' },
  /** One page after the other, each checked before the next. */
  pages: {
    props: { ...commonContainerProps, backLabel: text({ max: 100 }), nextLabel: text({ max: 100 }) },
    holds: ['page'],
    standsIn: 'top',
  },
  page: { props: namedContainerProps, standsIn: 'pages' },
} satisfies Record<ContainerType, NodeDefinition>

const lists = {
  repeater: { props: repeaterProps },
  /** A table: its rows are lines, its fields are columns. */
  grid: { props: gridProps, holds: 'fields' },
} satisfies Record<ListType, NodeDefinition>

const contents = {
  'static-text': { props: { ...shownProps, text: text({ isRequired: true, max: documentLimits.text * 10 }) } },
  heading: { props: { ...shownProps, text: text({ isRequired: true }), size: choice(['large', 'small']) } },
  /** Never more than `parseHtml` lets through. */
  html: { props: { ...shownProps, html: html({ isRequired: true }) } },
  'static-image': {
    props: {
      ...shownProps,
      source: picture({ isRequired: true }),
      /** The text alternative of the picture. */
      alt: text({ isRequired: true }),
      /** The maximum width in pixels; when missing, the width of the image, or the available space. */
      width: integer(16, 2_000),
    },
  },
  separator: { props: shownProps },
  /** Room that stays free. */
  spacer: { props: { ...shownProps, size: choice(['large', 'small']) } },
  button: {
    props: {
      ...shownProps,
      enabled: commonContainerProps.enabled,
      label: text({ isRequired: true, max: 100 }),
      /** Submits the form; resets it to its initial values; or calculates `result` and writes it into `target`. */
      action: choice(['submit', 'reset', 'compute'], { isRequired: true }),
      /** For a submit button: the id of the outcome, which is one of the form's submit buttons. */
      outcome: code(64, (id) => (/^[\w-]+$/.test(id) ? null : 'the id of a way to finish the form')),
      /** The key of a field in the same row or around it. */
      target: code(documentLimits.key, (name) => (isFieldKey(name) ? null : 'the key of a field')),
      result: expression(),
    },
  },
} satisfies Record<ContentType, NodeDefinition>

const others: Readonly<Record<ContainerType | ListType | ContentType, NodeDefinition>> = {
  ...containers,
  ...lists,
  ...contents,
}

/** All types of nodes. */
export const nodeTypes: readonly NodeType[] = [
  ...fieldTypes,
  ...(Object.keys(others) as (ContainerType | ListType | ContentType)[]),
]

/** Returns the kind of a node type, or null for an unknown type. */
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

/** Returns whether a document may have this type of node. */
export function isNodeType(type: string): type is NodeType {
  return findNodeKind(type) !== null
}

/** Returns the properties that nodes of a type may have. */
export function specsOf(type: NodeType): PropertySpecs {
  return isFieldType(type) ? { ...commonFieldProps, ...getFieldDefinition(type).props } : others[type].props
}

/** Returns why a node of one type cannot be in one of another, as the end of "Expected …"; null when it can. */
export function findMisplacement(type: NodeType, parent: NodeType | null): string | null {
  const place = isFieldType(type) ? undefined : others[type].standsIn
  if (place === 'top') return parent === null ? null : `${type} inside of nothing else`
  if (place !== undefined && place !== parent) return `${type} inside of ${place}`
  if (parent === null) return null
  if (isFieldType(parent) || !hasChildren(parent)) return `nothing inside of ${parent}`
  const { holds } = others[parent]
  if (holds === 'fields') return isFieldType(type) ? null : `only fields inside of ${parent}`
  return holds === undefined || holds.includes(type) ? null : `only ${holds.join(', ')} inside of ${parent}`
}

/** Returns whether nodes of a type have children. */
export function hasChildren(type: NodeType): boolean {
  const kind = findNodeKind(type)
  return kind === 'container' || kind === 'list'
}
