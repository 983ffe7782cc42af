import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileContext } from '../../operations/operation-context.ts'
import type { Assumption } from '../../platform/auth/caller-memory.ts'
import type { Request } from '../../platform/auth/request.ts'
import { operators } from '../../platform/auth/rights.ts'
import { hasRole, type Person } from '../../platform/auth/user.ts'
import type { Config } from '../../platform/config.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { Door } from '../../platform/http/door.ts'
import { httpRequest, readMaxAge } from '../../platform/http/http-request.ts'
import type { Maintenance } from '../../platform/http/maintenance.ts'
import { patienceOf } from '../../platform/http/patience-of.ts'
import { createAssumedCaller } from './assumed-caller.ts'
import type { Call, Route } from './call.ts'
import { presentRefusal } from './present-refusal.ts'
import { refuseTenantOf } from './refuse-tenant-of.ts'

/** Returns the caller of a request; null when the request has no valid credentials. */
export type Authenticate = (request: FastifyRequest) => Promise<Person | null>

/** Returns a cached caller without verification; null: the caller has to be authenticated. */
export type Assume = (request: FastifyRequest) => Assumption<Person> | null

/** The services that decide whether a caller is admitted. */
export interface Admission {
  readonly context: FileContext
  readonly config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'checksRestRights'>
  readonly door: Door
  readonly maintenance: Maintenance
  readonly authenticate: Authenticate
  readonly assume: Assume
}

/** A request and its reply. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of a call of the engine's API. */
    caller?: {
      readonly request: Request
      /** As they were found, without the rights that an unchecked surface gives them. */
      readonly person: Person
    } & Pick<Call, 'signal' | 'assumed'>
  }
}

/**
 * Finds the caller of a request. Refuses callers without the right to the route, and bodies that are too large.
 *
 * @returns false when the caller is unknown. Then the answer, 401, was sent.
 */
export async function letIn(route: Route, exchange: Exchange, options: Admission): Promise<boolean> {
  const { request, reply } = exchange
  const patience = patienceFor(route, reply)
  const caller =
    request.headers.authorization === undefined
      ? null
      : await options.door.identify(request.ip, patience, () => options.authenticate(request))
  if (caller === null) {
    // Not returned: a promise of a reply waits until it was sent, and is then one of nothing.
    void reply.code(401).header('www-authenticate', 'Basic realm="engine-rest", Bearer').send()
    return false
  }
  const forbidden = await admit(route, exchange, options, { person: caller, patience, assumed: null })
  if (forbidden !== null) throw presentRefusal(forbidden)
  return true
}

/**
 * Admits a caller who was authenticated a moment ago and is verified with the first round trip of a list.
 *
 * @returns false when the caller has to be authenticated first.
 */
export async function letInAssumed(route: Route, exchange: Exchange, options: Admission): Promise<boolean> {
  if (route.method !== 'GET' || route.list === undefined) return false
  // A standby that may answer such a list may not know yet that a right was taken away.
  if (readMaxAge(exchange.request) !== null) return false
  const assumption = options.assume(exchange.request)
  if (assumption === null) return false
  const patience = patienceFor(route, exchange.reply)
  const visitor = { person: assumption.value, patience, assumed: createAssumedCaller(assumption) }
  return (await admit(route, exchange, options, visitor)) === null
}

interface Visitor extends Pick<Call, 'assumed'> {
  readonly person: Person
  readonly patience: ReturnType<typeof patienceOf>
}

/** @returns why the caller may not read what the route tells; null: they may. */
async function admit(
  { method, path, readers, isWaiting = false }: Route,
  exchange: Exchange,
  { context, config, door, maintenance }: Admission,
  { person: caller, patience, assumed }: Visitor,
): Promise<Refusal | null> {
  const { request } = exchange
  const person = limitToTenants(caller, config.checksRestRights || givesRights(path) ? caller : withAllRights(caller))
  const cause = `${method} /engine-rest${path.replaceAll(/:(\w+)/g, '{$1}')}`
  const asker = httpRequest(person, { cause, patience, maxAge: readers === null ? null : readMaxAge(request) }, null)
  const isInside = request.caller?.person.id === caller.id
  request.caller = { request: asker, person: caller, signal: patience.signal, assumed }
  // Queries come by POST, too.
  const closed = readers === null ? maintenance.refuse(person) : null
  if (closed !== null) throw presentRefusal(closed)
  if (!isInside) await door.enter(exchange, { caller: person.id, workplaceId: person.workplaceId, patience, isWaiting })
  const asked = { context, path: pathParameters(request), query: readQuery(request) }
  return (await readers?.(asker, asked)) ?? (await refuseTenantOf(path, asker, asked))
}

function patienceFor({ path, readers }: Route, reply: FastifyReply) {
  return patienceOf(readers === null ? 'doing' : path.startsWith('/history') ? 'history' : 'reading', reply)
}

/** Returns whether calls of a path change accounts: users give and take only the rights that they have everywhere. */
function givesRights(path: string): boolean {
  return /^\/(?:user|group|tenant|identity)(?:\/|$)/.test(path)
}

/** The rights of a user where the surface checks none, as Camunda without authorization. API tokens keep their limits. */
function withAllRights(person: Person): Person {
  return { ...person, roles: [...new Set([...person.roles, 'RoleFullAPI' as const])], authorizations: [] }
}

/**
 * Limits a call to the tenants of its caller, as Camunda does also without authorization: only users who run all
 * processes see every tenant.
 */
function limitToTenants(caller: Person, person: Person): Person {
  return hasRole(caller, operators) ? person : { ...person, seesTenants: caller.tenants ?? [] }
}

/** Returns the parameters of the path. */
export function pathParameters({ params }: FastifyRequest): Record<string, string> {
  return params as Record<string, string>
}

/** Returns the parameters of the query string; for duplicates, the first value. */
export function readQuery({ query }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value[0] ?? '') : value,
    ]),
  )
}
