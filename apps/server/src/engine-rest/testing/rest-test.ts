import type { Role } from '@millrace/contract'
import { createApiToken, createTestApp, createUser, createWorkplace, type TestApp } from '@millrace/server/testing'
import { multipart } from '../../runtime/testing/multipart.ts'

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what a test is about to tell.
export type Json = any

export interface RestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Json
}

/** An API client of this surface, with the rights of one user. */
export interface RestClient {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<RestAnswer>
  post(path: string, body?: object): Promise<RestAnswer>
  put(path: string, body?: object): Promise<RestAnswer>
  delete(path: string, query?: Readonly<Record<string, string>>): Promise<RestAnswer>
  send(
    method: Method,
    path: string,
    more?: { query?: Readonly<Record<string, string>>; body?: object; accept?: string },
  ): Promise<RestAnswer>
  /** Deploys files by their names, as the multipart form that clients send. */
  deploy(
    files: Readonly<Record<string, string | Buffer>>,
    fields?: Readonly<Record<string, string>>,
  ): Promise<RestAnswer>
}

export interface RestTest extends TestApp {
  /** A member of camunda-admin who may keep users too, and is an administrator. */
  readonly rest: RestClient
  /** The same in another workplace. */
  readonly stranger: RestClient
  /** A user without any right to this surface. */
  readonly plain: RestClient
  readonly nobody: RestClient
  /** Whoever has that API token. */
  clientFor(token: string): RestClient
}

const all: readonly Role[] = ['RoleUser', 'RoleUserAdmin', 'RoleAdmin']

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'

/** Creates the real server, with users who may and who may not use this surface. Call it at the top of a test file. */
export async function createRestTest(): Promise<RestTest> {
  const testApp = await createTestApp()
  const { app, db, workplaceId } = testApp
  const clientOf = async (where: string, username: string, groups: readonly string[], roles: readonly Role[]) => {
    const user = await createUser(db, { workplaceId: where, username, groups, roles })
    return createClient(app, `Bearer ${await createApiToken(db, user)}`)
  }
  return {
    ...testApp,
    rest: await clientOf(workplaceId, 'ada', ['camunda-admin'], all),
    stranger: await clientOf(await createWorkplace(db), 'eve', ['camunda-admin'], all),
    plain: await clientOf(workplaceId, 'plain', ['clerks'], ['RoleUser']),
    nobody: createClient(app, null),
    clientFor: (token) => createClient(app, `Bearer ${token}`),
  }
}

/** A client of an app with a header of authorization; null: none. */
export function createClient(app: TestApp['app'], authorization: string | null): RestClient {
  const inject = async (request: {
    method: Method
    url: string
    query?: object
    payload?: object
    headers?: object
  }) => {
    const headers = { ...(authorization !== null && { authorization }), ...request.headers }
    const { statusCode: status, headers: answered, body } = await app.inject({ ...request, headers } as never)
    return { status, headers: answered, body: read(body) }
  }
  const send: RestClient['send'] = (method, path, { query, body, accept } = {}) =>
    inject({
      method,
      url: `/engine-rest${path}`,
      ...(query !== undefined && { query }),
      ...(body !== undefined && { payload: body }),
      ...(accept !== undefined && { headers: { accept } }),
    })
  return {
    send,
    get: (path, query) => send('GET', path, { ...(query !== undefined && { query }) }),
    post: (path, body = {}) => send('POST', path, { body }),
    put: (path, body = {}) => send('PUT', path, { body }),
    delete: (path, query) => send('DELETE', path, { ...(query !== undefined && { query }) }),
    deploy: (files, fields = {}) => {
      const parts = Object.entries(files).map(([name, content]) => ({ name, content }))
      const { headers, payload } = multipart(parts, fields)
      return inject({ method: 'POST', url: '/engine-rest/deployment/create', headers, payload })
    },
  }
}

function read(text: string): Json {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
