import { findRowField } from './find-row-field.ts'
import type { PlannedNode } from './plan-form.ts'

/**
 * Lists the groups of fields whose values have to be unique among the rows of a list. Each group is compared as a
 * whole. If the designer names no fields, the group has all fields of a repeater that users enter. Rows that contain a
 * list are not compared.
 */
export function listCompared(list: PlannedNode): readonly (readonly PlannedNode[])[] {
  if (list.data?.kind !== 'list') return []
  const { type, props } = list.data
  if (props.unique !== undefined)
    return props.unique.flatMap((path) => {
      const field = findRowField(list, path)
      return field === null ? [] : [[field]]
    })
  if (type !== 'repeater' || props.allowDuplicates === true) return []
  const fields = listEntered(list)
  return fields === null || fields.length === 0 ? [] : [fields]
}

/** Lists the fields of a row that a person enters; null when there is a list among them. */
function listEntered(node: PlannedNode): PlannedNode[] | null {
  const found: PlannedNode[] = []
  for (const member of node.inner.members.values()) {
    const { data } = member
    if (data?.kind === 'list') return null
    if (data?.kind === 'field' && member.rule.computed === undefined) found.push(member)
    if (data?.kind !== 'group') continue
    const inside = listEntered(member)
    if (inside === null) return null
    found.push(...inside)
  }
  return found
}
