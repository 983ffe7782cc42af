import { administrators, get, type OperationGroup, post } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const path = '/admin/audit/entities/theme'

/** The operation that restores an entity from the audit. Its own test restores every kind. */
export const auditOperations: OperationGroup = {
  prepare: async (as) => {
    const call = (request: Parameters<typeof as>[2]) => as('root', '/api', request)
    const save = (more: object) => call(post('/admin/themes-api/user-defined-theme/save', { variables: '{}', ...more }))
    const restorableTheme = (await save({ name: 'First', code: 'first' })).data.id as string
    await save({ id: restorableTheme, name: 'Second' })
    const { items } = await call(get(`${path}/changes?id=${restorableTheme}`))
    const [newest, oldest] = [items.at(0), items.at(-1)]
    return { restorableTheme, newestRevision: String(newest.number), oldestRevision: String(oldest.number) }
  },
  cases: [
    {
      operation: 'audit/restore-entity',
      scopes: ['administer'],
      allowed: administrators,
      api: ({ restorableTheme: id, newestRevision, oldestRevision }) =>
        post(`${path}/states/${oldestRevision}/restore`, { id, seen: Number(newestRevision) }),
    },
  ],
}

/** The roles that may make the calls that restore entities. */
export const auditRights: CallRights = {
  'GET /admin/audit/entities/{entity}/states/{number}/restore': ['RoleAdmin'],
  'POST /admin/audit/entities/{entity}/states/{number}/restore': ['RoleAdmin'],
}
