import { describe, expect, it } from 'vitest'
import { readRole, readRoleFlags, roles } from './roles.ts'

const none = {
  isAdmin: false,
  isDesign: false,
  isIntegration: false,
  isProcessAdmin: false,
  isUser: false,
  isUserAdmin: false,
  isFullApi: false,
}

describe('the flags of a user', () => {
  it.each([
    ['isAdmin', ['RoleAdmin', 'ROLE_ADMIN', 'millrace.administrator']],
    ['isDesign', ['RoleDesign', 'ROLE_DESIGN', 'millrace.design']],
    ['isIntegration', ['RoleIntegration', 'ROLE_INTEGRATION', 'millrace.integration']],
    ['isProcessAdmin', ['RoleProcessAdmin', 'ROLE_PROCESS_ADMIN']],
    ['isUser', ['RoleUser', 'ROLE_USER', 'millrace.user']],
    ['isUserAdmin', ['RoleUserAdmin', 'ROLE_USER_ADMIN', 'millrace.user-admin']],
    ['isFullApi', ['RoleFullAPI', 'ROLE_FULL_API']],
  ])('%s is set by each of %j, and nothing else is', (flag, names) => {
    for (const name of names) expect(readRoleFlags([name, 'unknown'])).toEqual({ ...none, [flag]: true })
  })

  it('are all off for advanced variants and for nobody', () => {
    expect(readRoleFlags(roles.filter((role) => role.startsWith('Adv')))).toEqual(none)
    expect(readRoleFlags([])).toEqual(none)
  })
})

it('knows every role by its own name, and none by a name that only looks like one', () => {
  for (const role of roles) expect(readRole(role)).toBe(role)
  for (const name of ['', 'roleadmin', 'role_admin', 'Millrace.user', 'other.user', 'user', 'toString', '__proto__'])
    expect(readRole(name)).toBeNull()
})
