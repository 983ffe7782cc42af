import { api, type UserPropertyRow } from '@millrace/contract'
import { testListPage } from '../../testing/record-tests.ts'
import { ines } from '../../testing/things.ts'

const row: UserPropertyRow = {
  id: 'one',
  name: 'First',
  key: 'first',
  type: 'boolean',
  isRequired: true,
  isUnique: false,
  isDisabled: false,
  createdAt: '2030-01-07T09:00:00.000Z',
  createdBy: ines,
}

testListPage({
  path: '/usersgroups/userProperties',
  roles: ['RoleUser', 'RoleUserAdmin'],
  noun: 'user property',
  many: 'user properties',
  calls: api.userProperties,
  row,
  shows: ['Ines Duarte', 'Yes or no'],
})
