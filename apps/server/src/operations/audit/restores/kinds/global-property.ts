import type { GlobalPropertyType } from '@millrace/contract'
import { changeGlobalProperty, presentValue } from '../../../global-properties/change-global-property.ts'
import { refusePropertyKeeper } from '../../../global-properties/policy.ts'
import { textOf, textOrNull } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/** Global properties. Secret values, and values in environments, stay as they are. */
export const globalProperty: RestorableKind = {
  one: 'a global property',
  table: 'global_property',
  keys: ['id'],
  columns: ['name', 'description', 'type', 'value'],
  also: ['is_secret'],
  secrets: ['sealed'],
  hasRevision: true,
  canBeDisabled: false,
  defaults: { description: '' },
  refuse: refusePropertyKeeper,
  write(context, request, { key: [id], row, target, revision }) {
    const type = textOf(target, 'type') as GlobalPropertyType
    const value = row?.is_secret === true ? null : presentValue({ type, value: textOrNull(target, 'value') })
    const fields = { name: textOf(target, 'name'), description: textOf(target, 'description'), type, value }
    return changeGlobalProperty(context, request, { id, revision, ...fields })
  },
}
