import type { Role } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import type { Authorization } from './authorizations.ts'
import { type Right, reachOf } from './rights.ts'
import type { Person, TokenRights } from './user.ts'

const person = (more: Partial<Person>): Person => ({
  id: 'x',
  workplaceId: 'y',
  username: 'x',
  firstName: null,
  lastName: null,
  email: null,
  roles: [],
  groups: [],
  authorizations: [],
  token: null,
  ...more,
})
const [granted, revoked] = [false, true]
const about = (
  level: Authorization['level'],
  isRevoked: boolean,
  resourceId: string,
  permissions: string[],
  resource = 6,
): Authorization => ({ level, isRevoked, resource, resourceId, permissions })
const shown = (more: Partial<Person>, right: Right): string => {
  const { isEverywhere, keys } = reachOf(person(more), right)
  return [isEverywhere ? 'all' : 'none', ...[...keys].toSorted()].join(isEverywhere ? ' but ' : ' and ')
}

const all: readonly Right[] = [
  'definitions.read',
  'instances.read',
  'tasks.read',
  'history.read',
  'decisions.read',
  'decision-history.read',
  'deployments.read',
  'instances.start',
  'external-tasks.work',
  'events.send',
  'tasks.work',
  'decisions.evaluate',
  'deployments.create',
  'deployments.delete',
  'definitions.operate',
  'definitions.delete',
  'instances.operate',
  'instances.delete',
  'tasks.operate',
  'history.delete',
  'decisions.operate',
]
const held = (more: Partial<Person>) => all.filter((right) => reachOf(person(more), right).isEverywhere)

describe('roles', () => {
  const operating = all.slice(12)

  it.each([
    [['RoleFullAPI'], all],
    [['RoleProcessAdmin'], operating],
    [['RoleAdmin'], operating],
    [['RoleUser', 'RoleUserAdmin', 'RoleDesign', 'RoleIntegration', 'AdvRoleAdmin'], []],
  ] as [Role[], Right[]][])('%j give %j everywhere', (roles, rights) => {
    expect(held({ roles })).toEqual(rights)
  })
})

describe('an API token', () => {
  const token = (more: Partial<TokenRights>): TokenRights => ({
    scopes: ['read', 'start', 'work', 'deploy', 'operate', 'administer'],
    processKeys: null,
    topics: null,
    ...more,
  })
  const roles: Role[] = ['RoleFullAPI']

  it.each([
    ['read', all.slice(0, 7)],
    ['start', all.slice(7, 8)],
    ['work', all.slice(8, 12)],
    ['deploy', all.slice(12, 14)],
    ['operate', all.slice(14)],
    ['administer', []],
  ] as const)('that is good to %s has those rights alone', (scope, rights) => {
    expect(held({ roles, token: token({ scopes: [scope] }) })).toEqual(rights)
  })

  it('gives nothing that its user has not', () => {
    expect(held({ token: token({}) })).toEqual([])
    expect(held({ roles: ['RoleProcessAdmin'], token: token({ scopes: ['read', 'work'] }) })).toEqual([])
  })

  it('that is valid for certain processes narrows what its user has', () => {
    const limited = token({ processKeys: ['invoice', 'order'] })
    expect(shown({ roles, token: limited }, 'instances.read')).toBe('none and invoice and order')
    const authorizations = [about('user', granted, 'order', ['ALL']), about('user', granted, 'salary', ['ALL'])]
    expect(shown({ authorizations, token: limited }, 'definitions.read')).toBe('none and order')
  })

  it('that is valid for certain topics does no other work', () => {
    const limited = token({ topics: ['print'] })
    expect(held({ roles, token: limited }).filter((right) => !held({ roles }).includes(right))).toEqual([])
    expect(shown({ roles, token: limited }, 'external-tasks.work')).toBe('all')
    for (const right of ['events.send', 'tasks.work', 'decisions.evaluate'] as const)
      expect(shown({ roles, token: limited }, right)).toBe('none')
  })
})

describe('authorizations', () => {
  it('give by process what Camunda names', () => {
    const authorizations = [
      about('user', granted, 'invoice', ['READ', 'CREATE_INSTANCE', 'READ_INSTANCE', 'UPDATE_INSTANCE']),
      about('user', granted, '*', ['CREATE'], 8),
    ]
    const given = Object.fromEntries(all.map((right) => [right, shown({ authorizations }, right)]))
    const some = 'none and invoice'
    expect(given).toEqual({
      ...Object.fromEntries(all.map((right) => [right, 'none'])),
      'definitions.read': some,
      'instances.read': some,
      'instances.start': some,
      'external-tasks.work': some,
      'events.send': some,
      'instances.operate': some,
    })
  })

  it('to start need both what the process and what instances say', () => {
    const ofProcess = about('user', granted, 'invoice', ['CREATE_INSTANCE'])
    expect(shown({ authorizations: [ofProcess] }, 'instances.start')).toBe('none')
    const ofInstances = about('everybody', granted, '*', ['CREATE'], 8)
    expect(shown({ authorizations: [ofProcess, ofInstances] }, 'instances.start')).toBe('none and invoice')
  })

  it('on one instance or task alone give nothing', () => {
    const authorizations = [
      about('user', granted, 'some-id', ['ALL'], 8),
      about('user', granted, 'some-id', ['ALL'], 7),
    ]
    expect(all.filter((right) => shown({ authorizations }, right) !== 'none')).toEqual([])
  })

  it('on all instances count as on every process, unless one is denied', () => {
    const allInstances = about('user', granted, '*', ['READ'], 8)
    expect(shown({ authorizations: [allInstances] }, 'instances.read')).toBe('all')
    const butOne = about('user', revoked, 'some-id', ['READ'], 8)
    expect(shown({ authorizations: [allInstances, butOne] }, 'instances.read')).toBe('none')
  })

  // From Camunda's statement: the user before groups, groups before everybody, one before all, granted before revoked.
  it.each([
    ['a grant for one', [about('user', granted, 'a', ['READ'])], 'none and a'],
    [
      'a grant for all but one',
      [about('user', granted, '*', ['READ']), about('user', revoked, 'a', ['READ'])],
      'all but a',
    ],
    [
      'a grant for one of all',
      [about('user', revoked, '*', ['READ']), about('user', granted, 'a', ['READ'])],
      'none and a',
    ],
    [
      'a grant and its revocation',
      [about('user', revoked, 'a', ['READ']), about('user', granted, 'a', ['ALL'])],
      'none and a',
    ],
    [
      'a group against the user',
      [about('group', granted, 'a', ['READ']), about('user', revoked, 'a', ['READ'])],
      'none',
    ],
    [
      'the user against a group',
      [about('group', revoked, 'a', ['READ']), about('user', granted, '*', ['READ'])],
      'all',
    ],
    [
      'everybody against a group',
      [about('everybody', granted, '*', ['READ']), about('group', revoked, 'a', ['ALL'])],
      'all but a',
    ],
    ['another permission', [about('user', granted, '*', ['UPDATE']), about('user', revoked, '*', ['DELETE'])], 'none'],
  ] as const)('%s', (_, authorizations, expected) => {
    expect(shown({ authorizations }, 'definitions.read')).toBe(expected)
  })

  it('take from a role what is denied of one thing, and of all things only to the user themselves', () => {
    const roles: Role[] = ['RoleFullAPI']
    const denied = (level: Authorization['level']) => [about(level, revoked, 'salary', ['ALL'])]
    expect(shown({ roles, authorizations: denied('user') }, 'definitions.read')).toBe('all but salary')
    expect(shown({ roles, authorizations: [about('group', revoked, '*', ['ALL'])] }, 'definitions.read')).toBe('all')
    expect(shown({ roles, authorizations: denied('group') }, 'definitions.read')).toBe('all but salary')
  })
})
