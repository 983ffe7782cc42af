import type { Scope } from '@millrace/contract'
import { scopes } from '@millrace/contract'
import { testPerson } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Person, TokenRights } from '../platform/auth/user.ts'
import type { Refusal } from '../platform/errors/refusal.ts'
import { hasRight, isWithinToken, need, needOn, needRole, needRoleOr, needScope, needSomewhere } from './rights.ts'

const user = (more: Partial<Person> = {}) => testPerson({ roles: ['RoleAdmin', 'RoleFullAPI', 'RoleUser'], ...more })
const byToken = (more: Partial<TokenRights> = {}, roles: Person['roles'] = user().roles) =>
  user({ roles, token: { scopes, processKeys: null, topics: null, ...more } })
const withoutScope = (scope: Scope) => byToken({ scopes: scopes.filter((one) => one !== scope) })
/** May work on the tasks of one process, by an authorization. */
const granted: Partial<Person> = {
  roles: [],
  authorizations: [{ level: 'user', isRevoked: false, resource: 6, resourceId: 'mine', permissions: ['TASK_WORK'] }],
}

const verdict = (refusal: Refusal | null) => (refusal === null ? 'may' : refusal.message.replace(/, but.*/, ''))
const limited = 'Expected an API token without limits'
const noRole = 'Expected the role RoleAdmin'

describe('what is about no process', () => {
  it.each([
    ['a session with the role', user(), 'may'],
    ['a session without it', user({ roles: ['RoleUser'] }), noRole],
    ['an API token that is good for everything', byToken(), 'may'],
    ['one of a user without the role', byToken({}, ['RoleUser']), noRole],
    ['one for some processes', byToken({ processKeys: ['mine'] }), limited],
    ['one for no process', byToken({ processKeys: [] }), limited],
    ['one for some topics', byToken({ topics: ['print'] }), limited],
    ['one without the scope', withoutScope('administer'), 'Expected an API token with the scope “administer”'],
  ])('is asked of %s', (_, caller, expected) => {
    expect(verdict(needRole(caller, ['RoleAdmin']))).toBe(expected)
  })

  it('asks for the scope that it names, not for that of administrators', () => {
    expect(verdict(needRole(withoutScope('administer'), ['RoleAdmin'], 'deploy'))).toBe('may')
    expect(verdict(needRole(withoutScope('deploy'), ['RoleAdmin'], 'deploy'))).toMatch(/“deploy”$/)
  })
})

describe('what a role or a right opens, before it is known what it is about', () => {
  it.each([
    ['the role', user({ roles: ['RoleUser'] }), 'may'],
    ['the right to one process', user(granted), 'may'],
    ['neither', user({ roles: ['RoleDesign'] }), 'Expected the role RoleUser or RoleFullAPI'],
    ['an API token for some processes', byToken({ processKeys: ['mine'] }), 'may'],
    ['one for some topics', byToken({ topics: ['print'] }), limited],
    ['one without the scope', withoutScope('work'), 'Expected an API token with the scope “work”'],
  ])('is asked of who has %s', (_, caller, expected) => {
    expect(verdict(needRoleOr(caller, ['RoleUser'], 'tasks.work'))).toBe(expected)
  })

  it('of other scopes than to work is open to an API token for some topics', () => {
    expect(verdict(needRoleOr(byToken({ topics: ['print'] }), ['RoleAdmin'], 'tasks.operate'))).toBe('may')
  })
})

describe('a right to one application or data list, or to all', () => {
  const designer: Person['roles'] = ['RoleDesign']

  it.each([
    ['a session with the role', user({ roles: designer }), 'may'],
    ['a session without it', user({ roles: ['RoleUser'] }), 'Expected the role RoleDesign'],
    ['an API token that is good for everything', byToken({}, designer), 'may'],
    ['one for some processes', byToken({ processKeys: ['mine'] }, designer), limited],
    ['one for some topics', byToken({ topics: ['print'] }, designer), limited],
  ])('is asked of %s', (_, caller, expected) => {
    for (const id of ['mine', null]) expect(verdict(needOn(caller, 'data-lists.design', id))).toBe(expected)
  })

  it('to one thing is neither that to another nor that to all', () => {
    const verdicts = ['mine', 'other', null].map((id) => verdict(needOn(user(granted), 'tasks.work', id)))
    expect(verdicts).toEqual(['may', 'Expected the permission for this', 'Expected the permission for this'])
  })
})

describe('a right', () => {
  it('to everything is not that to one process', () => {
    expect(verdict(need(user(), 'tasks.work'))).toBe('may')
    expect(verdict(need(user(granted), 'tasks.work'))).toBe('Expected permission for all processes')
    expect(verdict(need(byToken({ processKeys: ['mine'] }), 'tasks.work'))).toBe(limited)
    expect(verdict(need(user({ roles: [] }), 'tasks.work'))).toBe('Expected the role RoleFullAPI')
    expect(verdict(need(withoutScope('work'), 'tasks.work'))).toBe('Expected an API token with the scope “work”')
  })

  it('to something is enough until it is known what it is about', () => {
    expect(verdict(needSomewhere(user(granted), 'tasks.work'))).toBe('may')
    expect(verdict(needSomewhere(byToken({ processKeys: ['mine'] }), 'tasks.work'))).toBe('may')
    expect(verdict(needSomewhere(user({ roles: [] }), 'tasks.work'))).toBe('Expected the role RoleFullAPI')
    expect(verdict(needSomewhere(withoutScope('work'), 'tasks.work'))).toMatch(/“work”$/)
  })

  it('reaches the processes that it is for, and what belongs to none only where it is for all', () => {
    const reached = (caller: Person) => ['mine', 'theirs', null].map((key) => hasRight(caller, 'tasks.work', key))
    expect(reached(user())).toEqual([true, true, true])
    expect(reached(user(granted))).toEqual([true, false, false])
    expect(reached(byToken({ processKeys: ['mine'] }))).toEqual([true, false, false])
  })
})

it('an API token reaches the processes that it names; without one everything is reached', () => {
  const reached = (caller: Person) => ['mine', 'theirs', null].map((key) => isWithinToken(caller, key))
  expect(reached(user(granted))).toEqual([true, true, true])
  expect(reached(byToken())).toEqual([true, true, true])
  expect(reached(byToken({ processKeys: ['mine'] }))).toEqual([true, false, false])
})

it('a refusal for a scope names those that the token has', () => {
  expect(needScope(byToken({ scopes: ['read', 'work'] }), 'deploy')?.message).toContain('this one has “read”, “work”.')
  expect(needScope(byToken({ scopes: [] }), 'deploy')?.message).toContain('this one has none.')
})
