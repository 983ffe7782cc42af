import type { Scope } from '@millrace/contract'

/** The users that call each operation: one for each role, and some with a part in the process. */
export const actors = {
  administrator: ['RoleAdmin'],
  designer: ['RoleDesign'],
  integrator: ['RoleIntegration'],
  processAdministrator: ['RoleProcessAdmin'],
  user: ['RoleUser'],
  keeper: ['RoleUserAdmin'],
  program: ['RoleFullAPI'],
  advanced: ['AdvRoleAdmin', 'AdvRoleDesign', 'AdvRoleIntegration', 'AdvRoleUser', 'AdvRoleUserAdmin'],
  nobody: [],
  /** Has the task “mine”. */
  assignee: ['RoleUser'],
  /** In the group that may claim the tasks. */
  candidate: ['RoleUser'],
  /** Has started the instance. */
  starter: ['RoleUser'],
  /** The same as the assignee, without the role that opens the tasks. */
  roleless: [],
} as const

export type ActorName = keyof typeof actors

export const everyone = Object.keys(actors) as ActorName[]
/** The users who operate processes. */
export const operators = ['administrator', 'processAdministrator', 'program'] as const
export const programs = ['program'] as const
export const keepers = ['keeper'] as const
export const administrators = ['administrator'] as const
export const users = ['user', 'assignee', 'candidate', 'starter'] as const

/** The objects for operations, by name: ids of the template, the same in every copy. */
export type Things = Readonly<Record<string, string>>

export interface OperationRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api` or `/engine-rest`. */
  readonly url: string
  readonly payload?: object
  /** Files of a multipart form, by name. */
  readonly files?: Readonly<Record<string, string>>
  readonly fields?: Readonly<Record<string, string>>
}

/** An operation: its call on each surface, and the users with permission. Every surface refuses all other users. */
export interface OperationCase {
  /** `users/unlock-user`: its file in `operations`. */
  readonly operation: string
  /** What sets this apart from the other cases of the same operation. */
  readonly of?: string
  /** What an API token has to be good for, all of them; `browser` where none will do, and none where nobody is asked. */
  readonly scopes: readonly Scope[] | 'browser'
  readonly allowed: readonly ActorName[]
  readonly api?: (things: Things) => OperationRequest
  readonly rest?: (things: Things) => OperationRequest
  /** Whether the call takes a browser’s session instead of an API token. */
  readonly needsBrowser?: boolean
  /** Whether an operation that is done changes no row that is looked at. */
  readonly changesNothing?: boolean
  /** Whether an answer of `api` tells of a refusal, where its status cannot: it tells of each of several things. */
  readonly isRefused?: (answer: unknown) => boolean
}

/** Asks for something in the template, such as by `root`, who has every right. @throws when it is refused. */
// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the template is about to tell.
export type As = (username: string, surface: '/api' | '/engine-rest', request: OperationRequest) => Promise<any>

/** The operations of one subject. */
export interface OperationGroup {
  readonly cases: readonly OperationCase[]
  /** Makes the things that the cases name, in the template. */
  readonly prepare?: (as: As) => Promise<Things>
}

export const get = (url: string): OperationRequest => ({ method: 'GET', url })
export const post = (url: string, payload: object = {}): OperationRequest => ({ method: 'POST', url, payload })
export const put = (url: string, payload: object = {}): OperationRequest => ({ method: 'PUT', url, payload })
export const remove = (url: string): OperationRequest => ({ method: 'DELETE', url })

/** Returns variants of a call with one difference each: in its body, its files, its query or its path. */
export function listOthers(request: OperationRequest): OperationRequest[] {
  const { url, payload, files } = request
  const [path = '', query] = url.split('?')
  const bodies = payload === undefined || files !== undefined ? [] : listVariants(payload)
  const named = Object.entries(files ?? {})
  const queries = query?.split('&').map((_, place, all) => all.with(place, `${all[place]}x`).join('&')) ?? []
  const steps = path.split('/')
  // Ids stand for ids, and what people name may be named otherwise.
  const paths = steps.flatMap((step, place) => {
    const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(step)
    const other = isId ? '00000000-0000-7000-8000-000000000000' : `${step}x`
    return isId || place === steps.length - 1 ? [steps.with(place, other).join('/')] : []
  })
  return [
    ...bodies.map((other) => ({ ...request, payload: other as object })),
    ...named.map(([name, content]) => ({ ...request, files: { ...files, [name]: `${content}\n` } })),
    ...queries.map((other) => ({ ...request, url: `${path}?${other}` })),
    ...paths.map((other) => ({ ...request, url: query === undefined ? other : `${other}?${query}` })),
  ]
}

/** A value with another one in each of its places. */
function listVariants(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value}x`]
  if (typeof value === 'number') return [value + 1]
  if (typeof value === 'boolean') return [!value]
  if (Array.isArray(value))
    return value.flatMap((one, place) => listVariants(one).map((other) => value.with(place, other)))
  return Object.entries(value ?? {}).flatMap(([name, one]) =>
    listVariants(one).map((other) => ({ ...(value as object), [name]: other })),
  )
}
