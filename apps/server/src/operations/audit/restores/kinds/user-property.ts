import { userPropertyFields } from '@millrace/contract'
import { sql } from 'kysely'
import { changeUserProperty } from '../../../user-properties/change-user-property.ts'
import { refuseUserPropertyKeeper } from '../../../user-properties/policy.ts'
import { restoreUserProperty } from '../../../user-properties/restore-user-property.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { oldValues, unfit } from '../unfit.ts'

/** User properties. The values of users are entities of their own. */
export const userProperty: RestorableKind = {
  one: 'a user property',
  table: 'user_property',
  keys: ['id'],
  columns: [
    'name',
    'type',
    'is_required',
    'is_unique',
    'choices',
    'default_value',
    'default_description',
    'viewers',
    'editors',
  ],
  also: ['key'],
  hasRevision: true,
  canBeDisabled: true,
  defaults: { choices: [], default_value: '', default_description: '', is_required: false, is_unique: false },
  effects: [
    {
      effect: 'valueHolders',
      isOfEnabling: true,
      count: ({ workplaceId, key }) =>
        sql`select count(*)::int as count from user_property_value where workplace_id = ${workplaceId} and property_id = ${key}::uuid`,
    },
  ],
  refuse: refuseUserPropertyKeeper,
  async write(context, request, { key: [id], row, target, changed, revision, isEnabled }) {
    const refusal = isEnabled ? await restoreUserProperty(context, request, id) : null
    if (refusal !== null || changed.size === 0) return refusal
    const { data: fields } = userPropertyFields.safeParse({
      name: target.name,
      key: row?.key,
      type: target.type,
      isRequired: target.is_required,
      isUnique: target.is_unique,
      choices: target.choices,
      defaultValue: target.default_value,
      defaultDescription: target.default_description,
      viewers: target.viewers,
      editors: target.editors,
    })
    if (fields === undefined) return unfit(oldValues)
    return changeUserProperty(context, request, { id, revision, ...fields })
  },
}
