import { sql } from 'kysely'
import { changeHierarchy } from '../../../hierarchies/change-hierarchy.ts'
import { refuseHierarchyKeeper } from '../../../hierarchies/policy.ts'
import { restoreHierarchy } from '../../../hierarchies/restore-hierarchy.ts'
import { textOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/** Hierarchies. Their positions are entities of their own. */
export const hierarchy: RestorableKind = {
  one: 'a hierarchy',
  table: 'hierarchy',
  keys: ['id'],
  columns: ['name', 'description'],
  hasRevision: true,
  canBeDisabled: true,
  defaults: { description: '' },
  effects: [
    {
      effect: 'positions',
      isOfEnabling: true,
      count: ({ workplaceId, key }) =>
        sql`select count(*)::int as count from hierarchy_node where workplace_id = ${workplaceId} and hierarchy_id = ${key}::uuid`,
    },
  ],
  refuse: refuseHierarchyKeeper,
  async write(context, request, { key: [id], target, changed, revision, isEnabled }) {
    const refusal = isEnabled ? await restoreHierarchy(context, request, id) : null
    if (refusal !== null || changed.size === 0) return refusal
    const fields = { name: textOf(target, 'name'), description: textOf(target, 'description') }
    return changeHierarchy(context, request, { id, revision, ...fields })
  },
}
