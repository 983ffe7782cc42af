import { api, type GroupRow } from '@millrace/contract'
import { testListPage } from '../../testing/record-tests.ts'
import { ines } from '../../testing/things.ts'

const row: GroupRow = {
  id: 'one',
  name: 'First',
  key: 'first',
  description: '',
  email: null,
  manager: null,
  parent: 'Everyone',
  roles: ['RoleUser'],
  memberCount: 3,
  isDisabled: false,
  createdAt: '2030-01-07T09:00:00.000Z',
  createdBy: ines,
}

testListPage({
  path: '/usersgroups/groups',
  roles: ['RoleUser', 'RoleUserAdmin'],
  noun: 'group',
  many: 'groups',
  calls: api.groups,
  row,
  shows: ['Everyone'],
  sorted: ['Key', 'key'],
})
