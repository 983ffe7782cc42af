import type { DataNode, NodeInstance, Option, RuntimeField, RuntimeList } from '@millrace/forms'

/**
 * Returns the field of the form document that a node instance belongs to. @throws Error when the node is not a field.
 */
export function fieldOf({ planned }: NodeInstance): RuntimeField {
  if (planned.data?.kind === 'field') return planned.data
  throw new Error(`Expected ${planned.id} to be a field, but it is none.`)
}

/** Returns the list of the form document that a node instance belongs to. @throws Error when the node is not a list. */
export function listOf({ planned }: NodeInstance): RuntimeList {
  if (planned.data?.kind === 'list') return planned.data
  throw new Error(`Expected ${planned.id} to be a list, but it is none.`)
}

/** Returns all options of a field; an empty list for a field without options. */
export function optionsOf({ props }: RuntimeField): readonly Option[] {
  return Array.isArray(props.options) ? (props.options as readonly Option[]) : []
}

/** Returns the label of a value for users. */
export function labelOf(data: DataNode | null): string {
  const label = data?.props.label
  return typeof label === 'string' ? label : (data?.key ?? '')
}
