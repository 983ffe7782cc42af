import type { CallRights } from '../read-groups.ts'

/** The roles that may make the calls that restore entities from the audit. */
export const auditRights: CallRights = {
  'GET /admin/audit/entities/{entity}/states/{number}/restore': ['RoleAdmin'],
  'POST /admin/audit/entities/{entity}/states/{number}/restore': ['RoleAdmin'],
}
