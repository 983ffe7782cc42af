import {
  type AskedAction,
  type AskedKind,
  allRoleNames,
  type ExplainedAction,
  roles as productRoles,
  type RightCause,
  type RightsExplanation,
  type Role,
  readRole,
} from '@millrace/contract'
import { sql } from 'kysely'
import { noSuchUser } from '../../operations/users/accounts.ts'
import type { Authorization } from '../../platform/auth/authorizations.ts'
import { type Grant, grantOf } from '../../platform/auth/grants.ts'
import type { Request } from '../../platform/auth/request.ts'
import { type AuthContext, atTime, type Person, parseUser, userAsJson } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type Decide, findAsked } from './asked-things.ts'

export interface AskedRights {
  /** The id of the user. */
  readonly id: string
  readonly kind: AskedKind
  readonly thing: string
  /** Explains the permissions as if the user also had this role. */
  readonly role?: string | undefined
}

/**
 * Explains what a user may do with an object, and why. The policies of the product decide for the user as they are, and
 * for the user with only one of their roles, groups and authorizations, or without it.
 */
export function explainRights(
  { db, clock }: AuthContext,
  request: Request,
  { id, kind, thing, role }: AskedRights,
): Promise<RightsExplanation | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const account = await findAccount(tx, workplaceId, id)
    if (account === null) return noSuchUser()
    const own = await listOwnRoles(tx, workplaceId)
    const person = atTime(account.person, clock())
    const added = role === undefined ? null : findAdded(own, role)
    if (added instanceof Refusal) return added
    const asked = await findAsked(tx, person, { kind, thing })
    if (asked instanceof Refusal) return asked
    const sources = [...(await listSources(tx, person, own)), ...(added === null ? [] : [added])]
    const whole = sources.reduce((before, { add }) => add(before), bare(person))
    const actions = Object.entries(asked.actions).map(([action, decide]) =>
      explain(action as AskedAction, decide, { person, whole, sources, own }),
    )
    return { name: asked.name, isOpen: account.isOpen, actions }
  })
}

interface OwnRole {
  readonly key: string
  readonly name: string
  readonly grants: readonly Grant[]
}

/** A source of permissions. */
interface Source extends RightCause {
  readonly add: (person: Person) => Person
  /** An authorization that takes a right away. */
  readonly isRevoking?: true
}

interface Explaining {
  readonly person: Person
  readonly whole: Person
  readonly sources: readonly Source[]
  readonly own: readonly OwnRole[]
}

function explain(action: AskedAction, decide: Decide, { person, whole, sources, own }: Explaining): ExplainedAction {
  const refusal = decide(whole)
  const without = (left: Source) =>
    sources.filter((one) => one !== left).reduce((before, { add }) => add(before), bare(person))
  if (refusal === null) {
    const nothing = { action, isAllowed: true, refusal: null, wouldNeed: [], forbiddenBy: [] }
    if (decide(bare(person)) === null)
      return { ...nothing, causes: [{ kind: 'person', name: person.username, via: null }], areNeededTogether: false }
    const enough = sources.filter(({ add }) => decide(add(bare(person))) === null)
    if (enough.length > 0) return { ...nothing, causes: enough.map(toCause), areNeededTogether: false }
    const needed = sources.filter((source) => decide(without(source)) !== null)
    return { ...nothing, causes: needed.map(toCause), areNeededTogether: true }
  }
  const mayWith = (more: Partial<Person>) => decide({ ...whole, ...more }) === null
  const byProduct = productRoles.filter((role) => mayWith({ roles: [...whole.roles, role] }))
  const byOwn = own.filter(
    ({ grants }) => grants.length > 0 && mayWith({ grants: [...(whole.grants ?? []), ...grants] }),
  )
  const forbidding = sources.filter((source) => source.isRevoking && decide(without(source)) === null)
  return {
    action,
    isAllowed: false,
    causes: [],
    areNeededTogether: false,
    refusal: refusal.message,
    wouldNeed: [...byProduct, ...byOwn.map(({ name }) => name)],
    forbiddenBy: forbidding.map(toCause),
  }
}

function toCause({ kind, name, via }: Source): RightCause {
  return { kind, name, via }
}

/** Returns the user without anything that gives rights: who they are stays, and for whom they stand in. */
function bare(person: Person): Person {
  return { ...person, roles: [], groups: [], authorizations: [], grants: [] }
}

async function findAccount(
  tx: Tx,
  workplaceId: string,
  id: string,
): Promise<{ readonly person: Person; readonly isOpen: boolean } | null> {
  if (!isUuid(id)) return null
  const [row] = await runSql<{ person: string; is_open: boolean }>(
    tx,
    sql`select ${sql.raw(userAsJson)}::text as person, u.status <> 'disabled' as is_open from app_user u
      where u.workplace_id = ${workplaceId} and u.id = ${id}`,
  )
  return row === undefined ? null : { person: parseUser(row.person), isOpen: row.is_open }
}

/** Lists the roles of the workplace that are in use, with what they permit. */
async function listOwnRoles(tx: Tx, workplaceId: string): Promise<OwnRole[]> {
  return runSql<OwnRole>(
    tx,
    sql`select o.key, o.name, coalesce((select json_agg(${sql.raw(grantOf('o', 'p'))}) from jsonb_array_elements(o.permissions) p), '[]') as grants
      from own_role o where o.workplace_id = ${workplaceId} and not o.is_disabled order by o.name_key, o.id`,
  )
}

/** Lists all that the rights of a user come from. */
async function listSources(tx: Tx, person: Person, own: readonly OwnRole[]): Promise<Source[]> {
  const { workplaceId, id } = person
  const held = await runSql<{ role: string; via: string | null }>(
    tx,
    sql`select distinct r.role, null::text as via from user_role r where r.workplace_id = ${workplaceId} and r.user_id = ${id}
      union select r.role, g.name from group_membership m
        join group_role r on r.workplace_id = m.workplace_id and r.group_id = m.group_id
        join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
      where m.workplace_id = ${workplaceId} and m.user_id = ${id} order by role, via nulls first`,
  )
  const groups = await runSql<{ key: string; name: string }>(
    tx,
    sql`select distinct g.key, g.name from group_membership m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
      where m.workplace_id = ${workplaceId} and m.user_id = ${id} order by g.key`,
  )
  const given = held.flatMap(({ role, via }): Source[] => {
    if (!allRoleNames.includes(role)) return own.filter(({ key }) => key === role).map((one) => sourceOfOwn(one, via))
    const known = readRole(role)
    return known === null ? [] : [sourceOfRole(known, via)]
  })
  // Membership in one group is a role.
  const others = person.roles.filter((role) => !given.some(({ kind, name }) => kind === 'role' && name === role))
  return [
    ...given,
    ...others.map((role) => sourceOfRole(role, 'camunda-admin')),
    ...groups.map(
      ({ key, name }): Source => ({
        kind: 'group',
        name,
        via: null,
        add: (before) => ({ ...before, groups: [...before.groups, key] }),
      }),
    ),
    ...person.authorizations.map(sourceOfAuthorization),
  ]
}

function sourceOfRole(role: Role, via: string | null): Source {
  return { kind: 'role', name: role, via, add: (before) => ({ ...before, roles: [...before.roles, role] }) }
}

function sourceOfOwn({ name, grants }: OwnRole, via: string | null): Source {
  return { kind: 'ownRole', name, via, add: (before) => ({ ...before, grants: [...(before.grants ?? []), ...grants] }) }
}

function sourceOfAuthorization(one: Authorization): Source {
  const { level, isRevoked, resourceId, permissions } = one
  const name = `${permissions.join(', ')} (${resourceId})`
  const add = (before: Person) => ({ ...before, authorizations: [...before.authorizations, one] })
  return { kind: 'authorization', name, via: level, add, ...(isRevoked ? { isRevoking: true } : {}) }
}

/** Finds the role of “what if”. Refuses with `thing.not-found`. */
function findAdded(own: readonly OwnRole[], name: string): Source | Refusal {
  const role = productRoles.find((one) => one === name)
  if (role !== undefined) return sourceOfRole(role, null)
  const found = own.find(({ key }) => key === name)
  return found === undefined
    ? refuse('thing.not-found', 'Expected the name of a role in use, but there is no role with this name.')
    : sourceOfOwn(found, null)
}
