import { type UserPropertyRow, userPropertyFields } from '@millrace/contract'
import { userPropertyList } from '@millrace/contract/lists/user-properties'
import { recordSource } from '../../operations/records/record-source.ts'

export const userProperties = recordSource<typeof userPropertyList, UserPropertyRow>({
  list: userPropertyList,
  table: 'user_property',
  fields: userPropertyFields.pick({ name: true, key: true, type: true, isRequired: true, isUnique: true }),
  isDisabled: true,
  searched: ['name', 'key'],
})
