import { needScope } from '../../operations/rights.ts'
import { refuseIdentity } from '../../operations/users/policy.ts'
import type { Readers } from '../http/readers.ts'

/** Persons, groups, memberships and tenants. */
export const readersOfPeople: Readers = ({ user }) => refuseIdentity(user)

/** The person that the path names: one's own profile is one's own. */
export const readersOfPerson: Readers = ({ user }, { path }) =>
  path.id === user.username ? needScope(user, 'read') : refuseIdentity(user)

/** The groups of the person that the query names: one's own groups are one's own. */
export const readersOfGroups: Readers = ({ user }, { query }) =>
  query.userId === user.username ? needScope(user, 'read') : refuseIdentity(user)

/** A list of groups that the query narrows to those of one person: one's own groups are one's own. */
export const readersOfGroupList: Readers = ({ user }, { query }) =>
  query.member === user.username ? needScope(user, 'read') : refuseIdentity(user)

/** A list of tenants that the query narrows to those of one person: one's own tenants are one's own. */
export const readersOfTenantList: Readers = ({ user }, { query }) =>
  query.userMember === user.username ? needScope(user, 'read') : refuseIdentity(user)
