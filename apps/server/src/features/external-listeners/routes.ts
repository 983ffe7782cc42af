import { externalDeliveryCalls, externalListenerCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeListener } from '../../operations/external-listeners/change-listener.ts'
import { createListener } from '../../operations/external-listeners/create-listener.ts'
import { renewSecret } from '../../operations/external-listeners/renew-secret.ts'
import { replayDelivery } from '../../operations/external-listeners/replay-delivery.ts'
import { restoreListener } from '../../operations/external-listeners/restore-listener.ts'
import { disableExternal } from '../../operations/external-systems/disable-external.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { externalDeliveries } from './delivery-list.ts'
import { getDelivery, getListener } from './get-listener.ts'

export function registerExternalListeners(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  recordRoutes(app, externalListenerCalls, {
    refOf: ({ id }) => id,
    read: (request, id) => getListener(context, request, id),
    create: (request, body, { id }) => createListener(context, request, { apiId: id, ...body }),
    change: (request, id, about) => changeListener(context, request, { id, ...about }),
    disable: (request, id, reason) => disableExternal(context, request, { kind: 'listener', id, reason }),
    restore: (request, id) => restoreListener(context, request, id),
  })
  route(app, externalListenerCalls.renewSecret, ({ request, params, body }) =>
    renewSecret(context, request, { id: params.id, ...body }),
  )
  listRoutes(app, db, { calls: externalDeliveryCalls, source: externalDeliveries })
  route(app, externalDeliveryCalls.get, ({ request, params }) => getDelivery(db, request, params.id))
  route(app, externalDeliveryCalls.replay, async ({ request, params }) => {
    const replayed = await replayDelivery(context, request, params.id)
    return replayed instanceof Refusal ? replayed : getDelivery(db, request, replayed)
  })
}
