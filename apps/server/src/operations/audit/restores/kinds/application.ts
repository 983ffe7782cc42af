import { sql } from 'kysely'
import { changeApplication } from '../../../applications/change-application.ts'
import { refuseApplicationDesigner } from '../../../applications/policy.ts'
import { restoreApplication } from '../../../applications/restore-application.ts'
import { nameOf, textOf, textOrNull } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/** Applications. Their forms, processes and decisions are entities of their own. */
export const application: RestorableKind = {
  one: 'an application',
  table: 'application',
  keys: ['id'],
  columns: ['name', 'key', 'description', 'category_id'],
  references: { category_id: { of: 'category' } },
  hasRevision: true,
  canBeDisabled: true,
  effects: [
    {
      effect: 'parts',
      isOfEnabling: true,
      count: ({ workplaceId, key }) =>
        sql`select ((select count(*) from form where workplace_id = ${workplaceId} and application_id = ${key}::uuid and not is_disabled)
          + (select count(*) from app_process where workplace_id = ${workplaceId} and application_id = ${key}::uuid and not is_disabled)
          + (select count(*) from app_decision where workplace_id = ${workplaceId} and application_id = ${key}::uuid and not is_disabled))::int as count`,
    },
  ],
  refuse: refuseApplicationDesigner,
  async write(context, request, { key: [id], target, changed, revision, isEnabled }) {
    const refusal = isEnabled ? await restoreApplication(context, request, id) : null
    if (refusal !== null || changed.size === 0) return refusal
    const category = await nameOf(
      context.tx,
      request.workplaceId,
      { table: 'category', name: 'name' },
      target.category_id,
    )
    const fields = {
      name: textOf(target, 'name'),
      key: textOf(target, 'key'),
      description: textOrNull(target, 'description'),
      category,
    }
    return changeApplication(context, request, { id, revision, ...fields })
  },
}
