import { expect, it } from 'vitest'
import { readSsoConfig } from './sso-config.ts'

const read = (env: Readonly<Record<string, string>>) => readSsoConfig((name) => env[name] ?? null)
const least = { MILLRACE_OIDC_ISSUER: 'https://id.example.org/realms/one', MILLRACE_OIDC_CLIENT_ID: 'millrace' }

it('has no provider without an issuer', () => {
  expect(read({ MILLRACE_OIDC_CLIENT_ID: 'millrace' })).toBeNull()
})

it('has defaults for everything but issuer and client', () => {
  expect(read(least)).toEqual({
    issuer: 'https://id.example.org/realms/one',
    clientId: 'millrace',
    clientSecret: null,
    label: 'id.example.org',
    scopes: 'openid profile email',
    usernameClaim: 'preferred_username',
    rolesClaim: null,
    roleMapping: null,
    workplacesClaim: null,
  })
})

it('reads which value of the claim stands for which roles, in any form of their names', () => {
  const mapping = 'staff=RoleUser, cn=it,ROLE=RoleAdmin+ROLE_USER_ADMIN , ops=millrace.administrator,'
  expect(() => read({ ...least, MILLRACE_OIDC_ROLE_MAPPING: mapping })).toThrow('but it has “cn=it”')
  const config = read({
    ...least,
    MILLRACE_OIDC_ROLE_MAPPING: 'staff=RoleUser, /it=x=RoleAdmin+ROLE_USER_ADMIN, ops=millrace.administrator,',
  })
  expect([...(config?.roleMapping ?? [])]).toEqual([
    ['staff', ['RoleUser']],
    ['/it=x', ['RoleAdmin', 'RoleUserAdmin']],
    ['ops', ['RoleAdmin']],
  ])
})

it('always asks for openid', () => {
  expect(read({ ...least, MILLRACE_OIDC_SCOPES: 'email, groups' })?.scopes).toBe('openid email groups')
})

it.each([
  [{ MILLRACE_OIDC_ISSUER: 'https://id.example.org' }, 'Expected MILLRACE_OIDC_CLIENT_ID beside MILLRACE_OIDC_ISSUER'],
  [
    { ...least, MILLRACE_OIDC_ISSUER: 'http://id.example.org' },
    'begins with https://, but it is “http://id.example.org”',
  ],
  [{ ...least, MILLRACE_OIDC_ISSUER: 'id.example.org' }, 'but it is “id.example.org”'],
  [{ ...least, MILLRACE_OIDC_ROLE_MAPPING: 'staff' }, 'but it has “staff”'],
  [{ ...least, MILLRACE_OIDC_ROLE_MAPPING: 'staff=King' }, 'but it has “staff=King”'],
])('says what is wrong with %j', (env, sentence) => {
  expect(() => read(env)).toThrow(sentence)
})

it('takes a provider on this machine without TLS', () => {
  expect(read({ ...least, MILLRACE_OIDC_ISSUER: 'http://localhost:4000' })?.issuer).toBe('http://localhost:4000')
})
