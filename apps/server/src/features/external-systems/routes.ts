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
import type { Request } from '../../platform/auth/request.ts'
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
  get: (source: Source, { user }: Request, id: string) => Promise<T | Refusal>,
  { source, request }: { readonly source: Source; readonly request: Request },
): Promise<T | Refusal> {
  return made instanceof Refusal ? made : get(source, request, made)
}

function registerSystems(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const get = getExternalSystem
  route(app, calls.create, async ({ request, body }) =>
    show(await createExternalSystem(context, request, body), get, { source: db, request }),
  )
  route(app, calls.get, ({ request, params }) => get(db, request, params.id))
  route(
    app,
    calls.save,
    async ({ request, params: { id }, body: { revision, ...about } }) =>
      (await changeExternalSystem(context, request, { id, revision, ...about })) ?? get(db, request, id),
  )
  route(
    app,
    calls.disable,
    async ({ request, params: { id }, query }) =>
      (await disableExternal(context, request, { kind: 'system', id, reason: query.deletedReason })) ??
      get(db, request, id),
  )
  route(
    app,
    calls.restore,
    async ({ request, params: { id } }) =>
      (await restoreExternal(context, request, { kind: 'system', id })) ?? get(db, request, id),
  )
}

function registerConnections(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const get = getConnection
  route(app, calls.createConnection, async ({ request, params, body }) =>
    show(await createConnection(context, request, { systemId: params.id, ...body }), get, { source: db, request }),
  )
  route(app, calls.getConnection, ({ request, params }) => get(db, request, params.id))
  route(
    app,
    calls.saveConnection,
    async ({ request, params: { id }, body: { secret = null, revision, ...about } }) =>
      (await changeConnection(context, request, { id, secret, revision, ...about })) ?? get(db, request, id),
  )
  route(app, calls.testConnection, async ({ request, params }) => {
    const test = await testConnection(context, request, params.id)
    return test instanceof Refusal ? test : { ...test, at: test.at.toISOString() }
  })
  route(
    app,
    calls.disableConnection,
    async ({ request, params: { id }, query }) =>
      (await disableExternal(context, request, { kind: 'connection', id, reason: query.deletedReason })) ??
      get(db, request, id),
  )
  route(
    app,
    calls.restoreConnection,
    async ({ request, params: { id } }) =>
      (await restoreExternal(context, request, { kind: 'connection', id })) ?? get(db, request, id),
  )
}

function registerApis(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const get = getApi
  route(app, calls.createApi, async ({ request, params, body }) =>
    show(await createApi(context, request, { systemId: params.id, ...body }), get, { source: db, request }),
  )
  route(app, calls.getApi, ({ request, params }) => get(db, request, params.id))
  route(
    app,
    calls.saveApi,
    async ({ request, params: { id }, body: { revision, ...about } }) =>
      (await changeApi(context, request, { id, revision, ...about })) ?? get(db, request, id),
  )
  route(
    app,
    calls.disableApi,
    async ({ request, params: { id }, query }) =>
      (await disableExternal(context, request, { kind: 'api', id, reason: query.deletedReason })) ??
      get(db, request, id),
  )
  route(
    app,
    calls.restoreApi,
    async ({ request, params: { id } }) =>
      (await restoreExternal(context, request, { kind: 'api', id })) ?? get(db, request, id),
  )
}

/** Of one trial. */
const rowsShown = 20

function registerAdapters(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const get = getAdapter
  route(app, calls.adapters, ({ request }) => listAdapterChoices(db, request))
  route(app, calls.createAdapter, async ({ request, params, body }) =>
    show(await createAdapter(context, request, { apiId: params.id, ...body }), get, { source: context, request }),
  )
  route(app, calls.getAdapter, ({ request, params }) => get(context, request, params.id))
  route(
    app,
    calls.saveAdapter,
    async ({ request, params: { id }, body: { revision, ...about } }) =>
      (await changeAdapter(context, request, { id, revision, ...about })) ?? get(context, request, id),
  )
  route(app, calls.tryAdapter, async ({ request, params, body }) => {
    const tried = await tryAdapter(context, request, { id: params.id, parameters: body.parameters })
    if (tried instanceof Refusal) return tried
    const { ms, fault, answer } = tried
    const rows = answer.rows.slice(0, rowsShown).map((row) => [...row])
    const { columns, members } = answer
    return { ms, fault, columns: [...columns], rows, count: answer.rows.length, members: [...members] }
  })
  route(
    app,
    calls.disableAdapter,
    async ({ request, params: { id }, query }) =>
      (await disableExternal(context, request, { kind: 'adapter', id, reason: query.deletedReason })) ??
      get(context, request, id),
  )
  route(
    app,
    calls.restoreAdapter,
    async ({ request, params: { id } }) =>
      (await restoreExternal(context, request, { kind: 'adapter', id })) ?? get(context, request, id),
  )
}
