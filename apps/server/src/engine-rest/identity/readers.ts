import { needScope } from '../../operations/rights.ts'
import { refuseIdentity } from '../../operations/users/policy.ts'
import type { Readers } from '../http/readers.ts'

/** The check of calls on users, groups, memberships and tenants. */
export const readersOfPeople: Readers = ({ user }) => refuseIdentity(user)

/** Checks that the user may read the person in the path. Users may read their own profile. */
export const readersOfPerson: Readers = ({ user }, { path }) =>
  path.id === user.username ? needScope(user, 'read') : refuseIdentity(user)

/** Checks that the user may read the groups of the person in the query. Users may read their own groups. */
export const readersOfGroups: Readers = ({ user }, { query }) =>
  query.userId === user.username ? needScope(user, 'read') : refuseIdentity(user)

/** Checks that the user may read a list of groups. Users may read it when the query limits it to their own groups. */
export const readersOfGroupList: Readers = ({ user }, { query }) =>
  query.member === user.username ? needScope(user, 'read') : refuseIdentity(user)

/** Checks that the user may read a list of tenants. Users may read it when the query limits it to their own tenants. */
export const readersOfTenantList: Readers = ({ user }, { query }) =>
  query.userMember === user.username ? needScope(user, 'read') : refuseIdentity(user)
