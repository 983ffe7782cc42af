import { signLicence } from '../../test-licence.ts'
import { administrators, type OperationGroup, post, put } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const path = '/admin/packages'
const ofAdministrators = { scopes: ['administer'], allowed: administrators } as const

/** Operations on packages and on the licence. */
export const packageOperations: OperationGroup = {
  cases: [
    {
      ...ofAdministrators,
      operation: 'packages/export-package',
      api: () => post(`${path}/export`, { items: [{ kind: 'theme', key: 'dawn' }] }),
    },
    {
      ...ofAdministrators,
      operation: 'licences/upload-licence',
      api: () => put('/admin/licence', { file: signLicence() }),
    },
  ],
}

/** The roles that may make each call on packages. */
export const packageRights: CallRights = {
  'GET /admin/packages/contents': ['RoleAdmin'],
  'POST /admin/packages/preview': ['RoleAdmin'],
  'POST /admin/packages/export': ['RoleAdmin'],
  'GET /admin/packages/imports': ['RoleAdmin'],
  'POST /admin/packages/imports': ['RoleAdmin'],
  'GET /admin/packages/inbox': ['RoleAdmin'],
  'POST /admin/packages/imports/{id}/dismiss': ['RoleAdmin'],
  'GET /admin/packages/imports/{id}': ['RoleAdmin'],
  'POST /admin/packages/imports/{id}/start': ['RoleAdmin'],
  'POST /admin/packages/imports/{id}/cancel': ['RoleAdmin'],
  'POST /admin/packages/imports/{id}/roll-back': ['RoleAdmin'],
  'GET /admin/licence': ['RoleAdmin'],
  'PUT /admin/licence': ['RoleAdmin'],
}
