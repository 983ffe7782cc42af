import { type PermissionKind, permissionActions, permissionKinds, type Role, roles } from '@millrace/contract'
import { testPerson } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Authorization } from '../../platform/auth/authorizations.ts'
import type { Grant } from '../../platform/auth/grants.ts'
import type { Person } from '../../platform/auth/user.ts'
import { type RightsOfAccount, refuseManaging } from './manage-account.ts'

const someone = (held: readonly Role[], authorizations: readonly Authorization[] = []) =>
  testPerson({ roles: held, authorizations })
const grant = (resourceId: string, more: Partial<Authorization> = {}): Authorization => ({
  ...{ level: 'user', isRevoked: false, resource: 6, resourceId, permissions: ['ALL'] },
  ...more,
})
const mayManage = (user: Person, account: RightsOfAccount) => refuseManaging(user, account) === null

/** Roles that a user administrator could give by creating an account, or that open nothing. */
const ordinary = roles.filter((role) => role === 'RoleUser' || role.startsWith('Adv'))

describe.each(roles)('an account with %s', (role) => {
  it.each(roles)('is managed by somebody with %s where that holds as much', (held) => {
    const isEnough = held === role || held === 'RoleAdmin' || ordinary.includes(role)
    expect(mayManage(someone([held]), someone([role]))).toBe(isEnough)
  })
})

it('names each role that the user does not have, and whom to ask', () => {
  const refusal = refuseManaging(someone(['RoleUserAdmin']), someone(['RoleUser', 'RoleDesign', 'RoleFullAPI']))
  expect([refusal?.code, refusal?.message]).toEqual([
    'right.missing',
    'Expected an account with no more roles than yours, but this one also has RoleDesign, RoleFullAPI. Ask an administrator (RoleAdmin) to make this change.',
  ])
})

it.each<[string, readonly Authorization[], readonly Authorization[], boolean]>([
  ['nothing, of one with a process', [], [grant('orders')], false],
  ['one process, of one with the same', [grant('orders')], [grant('orders')], true],
  ['one process, of one with another', [grant('orders')], [grant('invoices')], false],
  ['one process, of one with all', [grant('orders')], [grant('*')], false],
  ['all, of one with one process', [grant('*')], [grant('orders')], true],
  ['a right to read, of one with all rights', [grant('*', { permissions: ['READ'] })], [grant('*')], false],
  [
    'all but one process, of one with all',
    [grant('*'), grant('orders', { isRevoked: true })],
    [grant('*', { level: 'group' })],
    false,
  ],
  ['what everybody has, of one with the same', [grant('*', { level: 'everybody' })], [grant('*')], true],
  ['a decision, of one with a process', [grant('*', { resource: 10 })], [grant('*')], false],
])('compares authorizations: somebody with %s', (_, own, theirs, isEnough) => {
  expect(mayManage(someone(['RoleUserAdmin'], own), someone(['RoleUser'], theirs))).toBe(isEnough)
})

/** A permission of an own role, for one thing or all of its kind. */
const permit = (kind: PermissionKind, action: string, thing: string | null = null): Grant => ({
  ...{ role: 'own', kind, thing, actions: [action as Grant['actions'][number]] },
  processes: kind === 'dataList' ? null : thing === null ? ['orders', 'invoices'] : ['orders'],
})
const permissions = permissionKinds.flatMap((kind) => permissionActions[kind].map((action) => ({ kind, action })))

describe.each(permissions)('an account with an own role that may $action each $kind', ({ kind, action }) => {
  const account = { ...someone(['RoleUser']), grants: [permit(kind, action)] }

  it('is managed by somebody with the same permission or by an administrator, and not by a user administrator', () => {
    expect(mayManage(someone(['RoleUserAdmin']), account)).toBe(false)
    expect(mayManage({ ...someone(['RoleUserAdmin']), grants: account.grants }, account)).toBe(true)
    expect(mayManage(someone(['RoleAdmin']), account)).toBe(true)
  })

  it('is not managed by somebody who may do so to one thing', () => {
    const keeper = { ...someone(['RoleUserAdmin']), grants: [permit(kind, action, 'one')] }
    expect(mayManage(keeper, account)).toBe(false)
  })
})
