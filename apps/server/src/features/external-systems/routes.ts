import { externalSystemCalls as calls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeAdapter } from '../../operations/external-systems/change-adapter.ts'
import { changeApi } from '../../operations/external-systems/change-api.ts'
import { changeConnection } from '../../operations/external-systems/change-connection.ts'
import { changeExternalSystem } from '../../operations/external-systems/change-external-system.ts'
import { createAdapter } from '../../operations/external-systems/create-adapter.ts'
import { createApi } from '../../operations/external-systems/create-api.ts'
import { createConnection } from '../../operations/external-systems/create-connection.ts'
import { createExternalSystem } from '../../operations/external-systems/create-external-system.ts'
import { disableExternal } from '../../operations/external-systems/disable-external.ts'
import { restoreExternal } from '../../operations/external-systems/restore-external.ts'
import { testConnection } from '../../operations/external-systems/test-connection.ts'
import { tryAdapter } from '../../operations/external-systems/try-adapter.ts'
import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { externalSystems } from './external-system-list.ts'
import { getAdapter, getApi, getConnection, getExternalSystem } from './get-external.ts'
import { listAdapterChoices } from './list-adapters.ts'

export function registerExternalSystems(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, {
    list: calls.list,
    count: calls.listCount,
    file: calls.listExport,
    source: externalSystems,
  })
  registerSystems(app, context)
  registerConnections(app, context)
  registerApis(app, context)
  registerAdapters(app, context)
}

/** What was made, or why it was not. */
async function show<Source, T>(
  made: string | Refusal,
  get: (source: Source, user: User, id: string) => Promise<T | Refusal>,
  { source, user }: { readonly source: Source; readonly user: User },
): Promise<T | Refusal> {
  return made instanceof Refusal ? made : get(source, user, made)
}

function registerSystems(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const get = getExternalSystem
  route(app, calls.create, async ({ user, body }) =>
    show(await createExternalSystem(context, user, body), get, { source: db, user }),
  )
  route(app, calls.get, ({ user, params }) => get(db, user, params.id))
  route(
    app,
    calls.save,
    async ({ user, params: { id }, body: { revision, ...about } }) =>
      (await changeExternalSystem(context, user, { id, revision, ...about })) ?? get(db, user, id),
  )
  route(
    app,
    calls.disable,
    async ({ user, params: { id }, query }) =>
      (await disableExternal(context, user, { kind: 'system', id, reason: query.deletedReason })) ?? get(db, user, id),
  )
  route(
    app,
    calls.restore,
    async ({ user, params: { id } }) =>
      (await restoreExternal(context, user, { kind: 'system', id })) ?? get(db, user, id),
  )
}

function registerConnections(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const get = getConnection
  route(app, calls.createConnection, async ({ user, params, body }) =>
    show(await createConnection(context, user, { systemId: params.id, ...body }), get, { source: db, user }),
  )
  route(app, calls.getConnection, ({ user, params }) => get(db, user, params.id))
  route(
    app,
    calls.saveConnection,
    async ({ user, params: { id }, body: { secret = null, revision, ...about } }) =>
      (await changeConnection(context, user, { id, secret, revision, ...about })) ?? get(db, user, id),
  )
  route(app, calls.testConnection, async ({ user, params }) => {
    const test = await testConnection(context, user, params.id)
    return test instanceof Refusal ? test : { ...test, at: test.at.toISOString() }
  })
  route(
    app,
    calls.disableConnection,
    async ({ user, params: { id }, query }) =>
      (await disableExternal(context, user, { kind: 'connection', id, reason: query.deletedReason })) ??
      get(db, user, id),
  )
  route(
    app,
    calls.restoreConnection,
    async ({ user, params: { id } }) =>
      (await restoreExternal(context, user, { kind: 'connection', id })) ?? get(db, user, id),
  )
}

function registerApis(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const get = getApi
  route(app, calls.createApi, async ({ user, params, body }) =>
    show(await createApi(context, user, { systemId: params.id, ...body }), get, { source: db, user }),
  )
  route(app, calls.getApi, ({ user, params }) => get(db, user, params.id))
  route(
    app,
    calls.saveApi,
    async ({ user, params: { id }, body: { revision, ...about } }) =>
      (await changeApi(context, user, { id, revision, ...about })) ?? get(db, user, id),
  )
  route(
    app,
    calls.disableApi,
    async ({ user, params: { id }, query }) =>
      (await disableExternal(context, user, { kind: 'api', id, reason: query.deletedReason })) ?? get(db, user, id),
  )
  route(
    app,
    calls.restoreApi,
    async ({ user, params: { id } }) =>
      (await restoreExternal(context, user, { kind: 'api', id })) ?? get(db, user, id),
  )
}

/** Of one trial. */
const rowsShown = 20

function registerAdapters(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const get = getAdapter
  route(app, calls.adapters, ({ user }) => listAdapterChoices(db, user))
  route(app, calls.createAdapter, async ({ user, params, body }) =>
    show(await createAdapter(context, user, { apiId: params.id, ...body }), get, { source: context, user }),
  )
  route(app, calls.getAdapter, ({ user, params }) => get(context, user, params.id))
  route(
    app,
    calls.saveAdapter,
    async ({ user, params: { id }, body: { revision, ...about } }) =>
      (await changeAdapter(context, user, { id, revision, ...about })) ?? get(context, user, id),
  )
  route(app, calls.tryAdapter, async ({ user, params, body }) => {
    const tried = await tryAdapter(context, user, { id: params.id, parameters: body.parameters })
    if (tried instanceof Refusal) return tried
    const { ms, fault, answer } = tried
    const rows = answer.rows.slice(0, rowsShown).map((row) => [...row])
    const { columns, members } = answer
    return { ms, fault, columns: [...columns], rows, count: answer.rows.length, members: [...members] }
  })
  route(
    app,
    calls.disableAdapter,
    async ({ user, params: { id }, query }) =>
      (await disableExternal(context, user, { kind: 'adapter', id, reason: query.deletedReason })) ??
      get(context, user, id),
  )
  route(
    app,
    calls.restoreAdapter,
    async ({ user, params: { id } }) =>
      (await restoreExternal(context, user, { kind: 'adapter', id })) ?? get(context, user, id),
  )
}
