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
import { restoreExternal } from '../../operations/external-systems/restore-external.ts'
import { testConnection } from '../../operations/external-systems/test-connection.ts'
import { tryAdapter } from '../../operations/external-systems/try-adapter.ts'
import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { externalSystems } from './external-system-list.ts'
import { getAdapter, getApi, getConnection, getExternalSystem } from './get-external.ts'
import { listAdapterChoices } from './list-adapters.ts'

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
    read: (user, id) => getExternalSystem(context.db, user, id),
    create: (user, body) => createExternalSystem(context, user, body),
    change: (user, id, about) => changeExternalSystem(context, user, { id, ...about }),
    ...disabling(context, 'system'),
  })
}

function registerConnections(app: FastifyInstance, context: AppContext): void {
  recordRoutes(app, callsOf('Connection'), {
    refOf: ({ id }) => id,
    read: (user, id) => getConnection(context.db, user, id),
    create: (user, body, { id }) => createConnection(context, user, { systemId: id, ...body }),
    change: (user, id, { secret = null, ...about }) => changeConnection(context, user, { id, secret, ...about }),
    ...disabling(context, 'connection'),
  })
  route(app, calls.testConnection, async ({ user, params }) => {
    const test = await testConnection(context, user, params.id)
    return test instanceof Refusal ? test : { ...test, at: test.at.toISOString() }
  })
}

function registerApis(app: FastifyInstance, context: AppContext): void {
  recordRoutes(app, callsOf('Api'), {
    refOf: ({ id }) => id,
    read: (user, id) => getApi(context.db, user, id),
    create: (user, body, { id }) => createApi(context, user, { systemId: id, ...body }),
    change: (user, id, about) => changeApi(context, user, { id, ...about }),
    ...disabling(context, 'api'),
  })
}

/** Of one trial. */
const rowsShown = 20

function registerAdapters(app: FastifyInstance, context: AppContext): void {
  route(app, calls.adapters, ({ user }) => listAdapterChoices(context.db, user))
  recordRoutes(app, callsOf('Adapter'), {
    refOf: ({ id }) => id,
    read: (user, id) => getAdapter(context, user, id),
    create: (user, body, { id }) => createAdapter(context, user, { apiId: id, ...body }),
    change: (user, id, about) => changeAdapter(context, user, { id, ...about }),
    ...disabling(context, 'adapter'),
  })
  route(app, calls.tryAdapter, async ({ user, params, body }) => {
    const tried = await tryAdapter(context, user, { id: params.id, parameters: body.parameters })
    if (tried instanceof Refusal) return tried
    const { ms, fault, answer } = tried
    const rows = answer.rows.slice(0, rowsShown).map((row) => [...row])
    const { columns, members } = answer
    return { ms, fault, columns: [...columns], rows, count: answer.rows.length, members: [...members] }
  })
}

function disabling(context: AppContext, kind: ExternalKind) {
  return {
    disable: (user: User, id: string, reason: string) => disableExternal(context, user, { kind, id, reason }),
    restore: (user: User, id: string) => restoreExternal(context, user, { kind, id }),
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
