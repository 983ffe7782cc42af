import { type OperationGroup, post, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const source = {
  ...{ vendor: 'postgresql', host: '127.0.0.1', port: 5432, database: 'camunda', username: 'reader' },
  ...{ password: 'secret', encryption: 'off', timeZone: 'UTC', since: null, definitions: null },
} as const
const ofKeepers = { scopes: ['administer'], allowed: ['administrator'] } as const

/** Operations on moves of another engine. The one of the template was checked. */
export const moveInOperations: OperationGroup = {
  cases: [
    { ...ofKeepers, operation: 'move-ins/connect-move-in', api: () => post('/admin/move-ins', source) },
    {
      ...ofKeepers,
      operation: 'move-ins/start-move-in',
      api: ({ moveIn }) => post(`/admin/move-ins/${moveIn}/start`),
    },
    {
      ...ofKeepers,
      operation: 'move-ins/stop-move-in',
      api: ({ moveIn }) => post(`/admin/move-ins/${moveIn}/stop`),
      changesNothing: true,
    },
    { ...ofKeepers, operation: 'move-ins/forget-move-in', api: ({ moveIn }) => remove(`/admin/move-ins/${moveIn}`) },
  ],
}

/** The roles that may make each call on moves from other engines. */
export const moveInRights: CallRights = {
  'GET /admin/move-ins/last': ['RoleAdmin'],
  'POST /admin/move-ins': ['RoleAdmin'],
  'POST /admin/move-ins/{id}/check': ['RoleAdmin'],
  'POST /admin/move-ins/{id}/start': ['RoleAdmin'],
  'POST /admin/move-ins/{id}/stop': ['RoleAdmin'],
  'DELETE /admin/move-ins/{id}': ['RoleAdmin'],
  'GET /admin/move-ins/{id}/report': ['RoleAdmin'],
}
