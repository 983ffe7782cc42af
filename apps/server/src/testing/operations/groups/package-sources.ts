import { type OperationGroup, post, put, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const folder = { kind: 'folder', folder: '/srv/packages/shop' } as const
const ofKeepers = { scopes: ['administer'], allowed: ['administrator'] } as const

/** Operations on package sources. */
export const packageSourceOperations: OperationGroup = {
  prepare: async (as) => {
    const make = async (name: string) =>
      (await as('root', '/api', post('/admin/package-sources', { name, ...folder }))).id as string
    const [packageSource, disabledPackageSource] = [await make('First'), await make('Old')]
    await as('root', '/api', remove(`/admin/package-sources/${disabledPackageSource}?deletedReason=Old`))
    return { packageSource, disabledPackageSource }
  },
  cases: [
    {
      ...ofKeepers,
      operation: 'package-sources/create-package-source',
      api: () => post('/admin/package-sources', { name: 'Second', ...folder }),
    },
    {
      ...ofKeepers,
      operation: 'package-sources/change-package-source',
      api: ({ packageSource }) => put(`/admin/package-sources/${packageSource}`, { name: 'Other', ...folder }),
    },
    {
      ...ofKeepers,
      operation: 'package-sources/disable-package-source',
      api: ({ packageSource }) => remove(`/admin/package-sources/${packageSource}?deletedReason=Old`),
    },
    {
      ...ofKeepers,
      operation: 'package-sources/restore-package-source',
      api: ({ disabledPackageSource }) => post(`/admin/package-sources/${disabledPackageSource}/restore`),
    },
    {
      ...ofKeepers,
      operation: 'package-sources/order-look',
      api: ({ packageSource }) => post(`/admin/package-sources/${packageSource}/look`),
      changesNothing: true,
    },
  ],
}

/** The roles that may make each call on package sources. */
export const packageSourceRights: CallRights = {
  'GET /admin/package-sources': ['RoleAdmin'],
  'GET /admin/package-sources/count': ['RoleAdmin'],
  'GET /admin/package-sources/export': ['RoleAdmin'],
  'POST /admin/package-sources': ['RoleAdmin'],
  'GET /admin/package-sources/{id}': ['RoleAdmin'],
  'PUT /admin/package-sources/{id}': ['RoleAdmin'],
  'DELETE /admin/package-sources/{id}': ['RoleAdmin'],
  'POST /admin/package-sources/{id}/restore': ['RoleAdmin'],
  'POST /admin/package-sources/{id}/look': ['RoleAdmin'],
}
