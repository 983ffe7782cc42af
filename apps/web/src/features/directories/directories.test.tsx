import { api, type DirectoryRow } from '@millrace/contract'
import { testListPage } from '../../testing/record-tests.ts'
import { ines } from '../../testing/things.ts'

const row: DirectoryRow = {
  ...{ id: 'one', name: 'First', description: '', kind: 'ldap', addresses: 'ldap.example.org', users: 12 },
  ...{ createdAt: '2030-01-07T09:00:00.000Z', createdBy: ines },
}

testListPage({
  path: '/usersgroups/directories',
  roles: ['RoleUser', 'RoleAdmin'],
  noun: 'directory',
  many: 'directories',
  calls: api.directories,
  row,
  shows: ['ldap.example.org', '12', 'Ines Duarte'],
})
