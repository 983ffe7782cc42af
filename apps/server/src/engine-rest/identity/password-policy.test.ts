import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { expect, it } from 'vitest'

const { app, db, workplaceId } = await createTestApp()
const user = await createUser(db, { workplaceId, roles: ['RoleUser'] })
const headers = { authorization: `Bearer ${await createApiToken(db, user)}` }
const url = '/engine-rest/identity/password-policy'
const check = async (payload: object) => (await app.inject({ method: 'POST', url, headers, payload })).json()
const broken = async (payload: object) =>
  (await check(payload)).rules
    .filter(({ valid }: { valid: boolean }) => !valid)
    .map(({ placeholder }: { placeholder: string }) => placeholder)

it('the password policy lists the rules, with the minimum length of the workplace', async () => {
  const { rules } = (await app.inject({ url, headers })).json()
  expect(rules[0]).toEqual({ placeholder: 'PASSWORD_POLICY_LENGTH', parameter: { minLength: '8' } })
  expect(rules).toHaveLength(4)
})

it('a password is checked against each rule', async () => {
  const profile = { id: 'kermit', firstName: 'Kermit', lastName: 'Frogson', email: 'kermit@example.org' }
  expect(await check({ password: 'nine green bottles', profile })).toMatchObject({ valid: true })
  expect(await broken({ password: 'nine green bottles' })).toEqual([])
  expect(await broken({ password: 'x1y2z' })).toContain('PASSWORD_POLICY_LENGTH')
  expect(await broken({ password: 'password1' })).toContain('PASSWORD_POLICY_COMMON')
  expect(await broken({ password: 'frogson-2030', profile })).toEqual(['PASSWORD_POLICY_USER_DATA'])
  expect(await broken({ password: 'ababababab' })).toContain('PASSWORD_POLICY_DIFFERENT_CHARACTERS')
  expect((await app.inject({ method: 'POST', url, headers, payload: {} })).statusCode).toBe(400)
})
