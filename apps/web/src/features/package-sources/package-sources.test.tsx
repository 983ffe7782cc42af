import { api, type PackageSourceRow } from '@millrace/contract'
import { testListPage } from '../../testing/record-tests.ts'
import { ines } from '../../testing/things.ts'

const row: PackageSourceRow = {
  id: 'one',
  name: 'First',
  description: '',
  kind: 'folder',
  outcome: 'ok',
  lookedAt: '2030-01-07T09:00:00.000Z',
  isDisabled: false,
  createdAt: '2030-01-07T09:00:00.000Z',
  createdBy: ines,
}

testListPage({
  path: '/admin/package-sources',
  roles: ['RoleUser', 'RoleAdmin'],
  noun: 'package source',
  many: 'package sources',
  calls: api.packageSources,
  row,
  shows: ['Ines Duarte'],
})
