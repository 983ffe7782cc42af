import type { DataNode } from '../compile/runtime-document.ts'
import { createRecord } from '../document/plain-object.ts'
import { rowMarker } from '../document/row-marker.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { JsonValues } from '../values/value-tree.ts'
import type { Filling } from './filling.ts'
import { isWritable, type NodeInstance, type Row } from './instance.ts'

/** Returns all entries of a form for a draft, except secrets; unreadable ones are kept as typed. */
export function toDraft(filling: Filling): JsonValues {
  return presentRow(filling, filling.root, {
    has: ({ planned }) => planned.rule.computed === undefined && !isSecret(planned.data),
  })
}

/**
 * Returns the values to send: only of fields that can be edited now. The server calculates calculated fields itself.
 */
export function toSubmission(filling: Filling): JsonValues {
  return presentRow(filling, filling.root, { has: (instance) => isWritable(instance) })
}

/** Returns the values with which a form opens: given ones and defaults. */
export function toOpening(filling: Filling): JsonValues {
  return presentRow(filling, filling.root, {
    has: ({ entry, planned }) =>
      planned.data?.kind === 'group' || (entry !== undefined && planned.rule.computed === undefined),
  })
}

function isSecret(data: DataNode | null): boolean {
  return data?.kind === 'field' && getFieldDefinition(data.type).isSecret === true
}

interface Choice {
  has(instance: NodeInstance): boolean
}

function presentRow(filling: Filling, row: Row, choice: Choice): JsonValues {
  const values = createRecord<unknown>()
  const nodes = row.list?.planned.data ?? null
  const members = nodes === null || nodes.kind === 'field' ? filling.form.data : nodes.members
  if (row.origin !== null) values[rowMarker] = row.origin
  presentMembers(members, values)
  return values

  function presentMembers(list: readonly DataNode[], into: Record<string, unknown>): void {
    for (const node of list) {
      const instance = filling.getInstance(row, node.node)
      if (!choice.has(instance)) continue
      if (node.kind === 'group') {
        const inside = createRecord<unknown>()
        presentMembers(node.members, inside)
        if (Object.keys(inside).length > 0) into[node.key] = inside
      } else if (instance.fault !== null) into[node.key] = instance.entry
      else if (node.kind === 'list') into[node.key] = instance.rows.map((one) => presentRow(filling, one, choice))
      else into[node.key] = instance.given === null ? null : getFieldDefinition(node.type).toJson(instance.given)
    }
  }
}
