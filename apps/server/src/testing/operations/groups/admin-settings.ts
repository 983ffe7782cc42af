import { administrators, type OperationGroup, post, put } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const ofAdministrators = { scopes: ['administer'], allowed: administrators } as const

/** Operations on settings. */
export const adminSettingOperations: OperationGroup = {
  cases: [
    {
      ...ofAdministrators,
      operation: 'settings/change-settings',
      api: () => put('/admin/settings', { changes: [{ key: 'strapline.text', value: 'Water', revision: 0 }] }),
    },
    {
      ...ofAdministrators,
      operation: 'settings/send-settings-mail',
      api: () => post('/admin/settings/test-mail', { to: 'administrator@example.org' }),
    },
  ],
}

/** The roles that may make each call on settings, the dashboard and diagnostics. */
export const adminSettingRights: CallRights = {
  'GET /admin/dashboard': ['RoleAdmin'],
  'GET /admin/diagnostics': ['RoleAdmin'],
  'GET /admin/settings': ['RoleAdmin'],
  'PUT /admin/settings': ['RoleAdmin'],
  'POST /admin/settings/test-mail': ['RoleAdmin'],
  'GET /admin/settings/sso-test': ['RoleAdmin'],
  'POST /admin/settings/sso-test': ['RoleAdmin'],
}
