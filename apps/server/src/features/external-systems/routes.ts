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
import type { ExternalKind } from '../../operations/external-systems/external-kinds.ts'
import { listTables } from '../../operations/external-systems/list-tables.ts'
import { restoreExternal } from '../../operations/external-systems/restore-external.ts'
import { testConnection } from '../../operations/external-systems/test-connection.ts'
import { tryAdapter } from '../../operations/external-systems/try-adapter.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { externalSystems } from './external-system-list.ts'
import { getAdapter, getApi, getConnection, getExternalSystem } from './get-external.ts'
import { listAdapterChoices } from './list-adapters.ts'
import { previewAdapter } from './preview-adapter.ts'

export function registerExternalSystems(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: calls, source: externalSystems })
  registerSystems(app, context)
  registerConnections(app, context)
  registerApis(app, context)
  registerAdapters(app, context)
}

function registerSystems(app: FastifyInstance, context: AppContext): void {
  recordRoutes(app, calls, {
    refOf: ({ id }) => id,
    read: (request, id) => getExternalSystem(context.db, request, id),
    create: (request, body) => createExternalSystem(context, request, body),
    change: (request, id, about) => changeExternalSystem(context, request, { id, ...about }),
    ...disabling(context, 'system'),
  })
}

function registerConnections(app: FastifyInstance, context: AppContext): void {
  recordRoutes(app, callsOf('Connection'), {
    refOf: ({ id }) => id,
    read: (request, id) => getConnection(context, request, id),
    create: (request, body, { id }) => createConnection(context, request, { systemId: id, ...body }),
    change: (request, id, { secret = null, ...about }) => changeConnection(context, request, { id, secret, ...about }),
    ...disabling(context, 'connection'),
  })
  route(app, calls.testConnection, async ({ request, params }) => {
    const test = await testConnection(context, request, params.id)
    return test instanceof Refusal ? test : { ...test, at: test.at.toISOString() }
  })
}

function registerApis(app: FastifyInstance, context: AppContext): void {
  recordRoutes(app, callsOf('Api'), {
    refOf: ({ id }) => id,
    read: (request, id) => getApi(context, request, id),
    create: (request, body, { id }) => createApi(context, request, { systemId: id, ...body }),
    change: (request, id, about) => changeApi(context, request, { id, ...about }),
    ...disabling(context, 'api'),
  })
  route(app, calls.listTables, async ({ request, params, query }) => {
    const { search, afterSchema: schema, afterName: name } = query
    return listTables(context, request, { id: params.id, search, after: name === '' ? null : { schema, name } })
  })
}

/** The maximum number of rows that a test of an adapter shows. */
const rowsShown = 20

function registerAdapters(app: FastifyInstance, context: AppContext): void {
  route(app, calls.adapters, ({ request }) => listAdapterChoices(context.db, request))
  recordRoutes(app, callsOf('Adapter'), {
    refOf: ({ id }) => id,
    read: (request, id) => getAdapter(context, request, id),
    create: (request, body, { id }) => createAdapter(context, request, { apiId: id, ...body }),
    change: (request, id, about) => changeAdapter(context, request, { id, ...about }),
    ...disabling(context, 'adapter'),
  })
  route(app, calls.previewAdapter, ({ request, params, body }) =>
    previewAdapter(context.db, request, { id: params.id, ...body }),
  )
  route(app, calls.tryAdapter, async ({ request, params, body }) => {
    const tried = await tryAdapter(context, request, { id: params.id, ...body })
    if (tried instanceof Refusal) return tried
    const { ms, fault, answer } = tried
    const rows = answer.rows.slice(0, rowsShown).map((row) => [...row])
    const { columns, members } = answer
    return { ms, fault, columns: [...columns], rows, count: answer.rows.length, members: [...members] }
  })
}

function disabling(context: AppContext, kind: ExternalKind) {
  return {
    disable: (request: Request, id: string, reason: string) => disableExternal(context, request, { kind, id, reason }),
    restore: (request: Request, id: string) => restoreExternal(context, request, { kind, id }),
  }
}

/** The calls of a part of an external system, under the names of a record. */
function callsOf<const Part extends 'Connection' | 'Api' | 'Adapter'>(part: Part) {
  return {
    create: calls[`create${part}`],
    get: calls[`get${part}`],
    save: calls[`save${part}`],
    disable: calls[`disable${part}`],
    restore: calls[`restore${part}`],
  }
}
