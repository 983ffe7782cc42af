import { auditCalls } from '@millrace/contract'
import { createRestTest, type RestTest } from '../../engine-rest/testing/rest-test.ts'
import { multipart } from '../../runtime/testing/multipart.ts'
import type { TestClient } from '../test-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what a case is about to tell.
export type Json = any

/** A kind of entity that is restored from the audit: it is made and changed. */
export interface RestoreCase {
  /** Makes an entity. @returns its key in the audit. */
  readonly make: () => Promise<string>
  readonly change: (key: string) => Promise<unknown>
  /** The columns that the restore writes. */
  readonly columns: readonly string[]
  /** The sentence of the audit about the restore. */
  readonly what: RegExp
  /** The operation of the restore in the audit, if it is not an update. */
  readonly operation?: 'insert'
}

/** A server with an administrator `root`, who makes, changes and restores entities. */
export type RestoreTest = Awaited<ReturnType<typeof createRestoreTest>>

/** Creates the server of a test of restores. Call it at the top of a test file. */
export async function createRestoreTest() {
  const restTest: RestTest = await createRestTest()
  const root = await restTest.signIn({
    username: 'root',
    roles: [
      'RoleAdmin',
      'RoleDesign',
      'RoleIntegration',
      'RoleUserAdmin',
      'RoleProcessAdmin',
      'RoleFullAPI',
      'RoleUser',
    ],
  })
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Json> => {
    const { status, body } = await root.send({
      method,
      url: `/api${url}`,
      ...(payload === undefined ? {} : { payload }),
    })
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const post = (url: string, payload: object = {}) => send('POST', url, payload)
  const put = (url: string, payload: object = {}) => send('PUT', url, payload)
  const make = async (url: string, payload: object) => (await post(url, payload)).id as string
  const makeTheme = async (payload: object) =>
    (await post('/admin/themes-api/user-defined-theme/save', payload)).data.id as string
  const sendForm = async (url: string, fields: Readonly<Record<string, string>>) => {
    const { status, body } = await root.send({ method: 'POST', url: `/api${url}`, ...multipart([], fields) })
    if (status >= 300) throw new Error(`${url}: ${status} ${JSON.stringify(body)}`)
  }
  const application = later(() => make('/applications', { name: 'Home of designs', key: 'home' }))
  const system = later(() => make('/external-systems', { name: 'Home of parts' }))
  return {
    ...restTest,
    ...{ root, send, post, put, make, makeTheme, sendForm, application, system },
    ...restoring(root),
  }
}

/** The calls of the audit, by the kind and key of an entity. */
function restoring(root: TestClient) {
  const history = async (entity: string, id: string) => {
    const { status, body, error } = await root.call(auditCalls.history, { params: { entity }, query: { id } })
    if (status !== 200) throw new Error(`${entity} ${id}: ${JSON.stringify(error)}`)
    return body.items
  }
  return {
    history,
    stateAt: async (entity: string, id: string, number: number) =>
      (await root.call(auditCalls.state, { params: { entity, number: String(number) }, query: { id } })).body.values ??
      {},
    preview: (entity: string, id: string, number: number, client: TestClient = root) =>
      client.call(auditCalls.restorePreview, { params: { entity, number: String(number) }, query: { id } }),
    restore: (entity: string, id: string, body: { number: number; seen: number }, client: TestClient = root) =>
      client.call(auditCalls.restore, {
        params: { entity, number: String(body.number) },
        body: { id, seen: body.seen },
      }),
    newestOf: async (entity: string, id: string) => (await history(entity, id))[0]?.number ?? 0,
  }
}

/** Returns a function that calls `create` the first time, and returns the same result every time. */
export function later<T>(create: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= create()
    return made
  }
}

/** Returns the document of a form with one field. */
export const designOf = (label: string) => ({
  designerJson: JSON.stringify({
    schema: 2,
    id: 'form',
    root: [{ id: 'a', type: 'text', key: 'a', props: { label } }],
  }),
})

export const dataColumns = [{ key: 'code', name: 'Code', type: 'text' }]
