import { describe, expect, it } from 'vitest'
import { settingsOfSso } from '../../../platform/sso/current-sso.ts'
import { findMappingFault, readSsoConfig, type SsoConfig } from '../../../platform/sso/sso-config.ts'
import { isComplete, mapClaims } from './map-claims.ts'

const config: SsoConfig = {
  issuer: 'https://id.example.org',
  clientId: 'millrace',
  clientSecret: null,
  label: 'Example',
  scopes: 'openid',
  usernameClaim: 'preferred_username',
  rolesClaim: null,
  roleMapping: null,
  workplacesClaim: null,
}
const map = (claims: object, changes: Partial<SsoConfig> = {}) =>
  mapClaims({ sub: 'subject', ...claims }, { ...config, ...changes })

describe('the name of a user', () => {
  it.each([
    [{ preferred_username: 'ada', email: 'a@example.org' }, 'ada'],
    [{ email: 'a@example.org' }, 'a@example.org'],
    [{ preferred_username: 'a b', email: '<x>' }, 'subject'],
    [{ preferred_username: 'x'.repeat(256) }, 'subject'],
    [{ preferred_username: { $ne: null } }, 'subject'],
    [{ preferred_username: '', sub: 'auth0|123' }, null],
  ])('of %j is %j', (claims, username) => {
    expect(map(claims).username).toBe(username)
  })
})

describe('own roles', () => {
  const ownRoleMapping = new Map([
    ['clerks', ['clerk', 'reader']],
    ['boss', ['head']],
  ])

  it('are given by the values that are mapped to them, and taken without one', () => {
    const groups = ['clerks', 'others']
    const { ownRoles } = map({ groups }, { rolesClaim: 'groups', roleMapping: new Map(), ownRoleMapping })
    expect(ownRoles).toEqual({ managed: ['clerk', 'reader', 'head'], given: ['clerk', 'reader'] })
  })

  it('are not touched where no mapping names them', () => {
    expect(map({ groups: ['clerk'] }, { rolesClaim: 'groups' })).not.toHaveProperty('ownRoles')
    expect(map({ groups: ['clerks'] }, { ownRoleMapping })).not.toHaveProperty('ownRoles')
  })

  it('stand after a prefix in the mapping of the configuration, which is written again unchanged', () => {
    const text = 'staff=RoleUser, clerks=RoleUser+own:clerk, heads=own:head'
    const read = readSsoConfig(
      (name) =>
        ({
          MILLRACE_OIDC_ISSUER: 'https://id.example.org',
          MILLRACE_OIDC_CLIENT_ID: 'm',
          MILLRACE_OIDC_ROLE_MAPPING: text,
        })[name] ?? null,
    )
    expect([...(read?.ownRoleMapping ?? [])]).toEqual([
      ['clerks', ['clerk']],
      ['heads', ['head']],
    ])
    expect(settingsOfSso(read)['sso.roleMapping']).toBe(text)
    for (const wrong of ['heads=own:', 'heads=clerk', '=own:head']) expect(findMappingFault(wrong)).toContain('own:')
  })
})

describe('roles', () => {
  it('are not touched where no claim has them', () => {
    expect(map({ groups: ['RoleAdmin'] }).roles).toBeNull()
  })

  it('are taken by any of their names, each once', () => {
    const roles = ['RoleUser', 'ROLE_USER', 'millrace.design', 'unknown', 7, null]
    expect(map({ roles }, { rolesClaim: 'roles' }).roles).toEqual(['RoleUser', 'RoleDesign'])
  })

  it('are found in a claim within others, or one with dots in its name', () => {
    expect(map({ realm_access: { roles: ['RoleUser'] } }, { rolesClaim: 'realm_access.roles' }).roles).toEqual([
      'RoleUser',
    ])
    const name = 'https://example.org/roles'
    expect(map({ [name]: 'RoleUser, RoleAdmin' }, { rolesClaim: name }).roles).toEqual(['RoleUser', 'RoleAdmin'])
    for (const rolesClaim of ['realm_access.other', 'sub.length', '__proto__.x', 'constructor.name'])
      expect(map({ realm_access: {} }, { rolesClaim }).roles).toEqual([])
  })

  it('come from the mapping alone where there is one', () => {
    const roleMapping = new Map([['staff', ['RoleUser', 'RoleDesign'] as const]])
    const groups = ['staff', 'RoleAdmin', 'constructor']
    expect(map({ groups }, { rolesClaim: 'groups', roleMapping }).roles).toEqual(['RoleUser', 'RoleDesign'])
  })
})

describe('an e-mail', () => {
  it.each([
    [{ email: 'a@example.org', email_verified: true }, 'a@example.org', true],
    [{ email: 'a@example.org' }, 'a@example.org', false],
    [{ email: 'a@example.org', email_verified: 'true' }, 'a@example.org', false],
    [{ email: 'a@example.org', email_verified: false }, null, false],
    [{ email: ['a@example.org'], email_verified: true }, null, true],
  ])('of %j is %j, verified: %j', (claims, email, isEmailVerified) => {
    expect(map(claims)).toMatchObject({ email, isEmailVerified })
  })
})

it('has workplaces in lower case, or none, or no word about them', () => {
  expect(map({ at: ['North', 'SOUTH'] }, { workplacesClaim: 'at' }).workplaces).toEqual(['north', 'south'])
  expect(map({}, { workplacesClaim: 'at' }).workplaces).toEqual([])
  expect(map({ at: ['north'] }).workplaces).toBeNull()
})

it('is complete when every claim that is wanted is there', () => {
  expect(isComplete({ sub: 'x', preferred_username: 'a' }, config)).toBe(true)
  expect(isComplete({ sub: 'x' }, config)).toBe(false)
  expect(isComplete({ sub: 'x', preferred_username: 'a' }, { ...config, rolesClaim: 'groups' })).toBe(false)
})
