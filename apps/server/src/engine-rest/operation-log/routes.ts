import { annotateOperation } from '../../operations/operation-log/annotate-operation.ts'
import { needSomewhere } from '../../operations/rights.ts'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, pathOf, put, type Route } from '../http/call.ts'
import { told } from '../http/present-refusal.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import { listRoutes, scopeOf, selectRows } from '../query/list-query.ts'
import { operationLogQuery } from './operation-log-query.ts'

export const operationLogRoutes: readonly Route[] = [
  ...listRoutes('/history/user-operation', operationLogQuery, ['GET']),
  put('/history/user-operation/:operationId/set-annotation', (call) =>
    annotate(call, textOf(bodyOf(call), 'annotation')),
  ),
  put('/history/user-operation/:operationId/clear-annotation', (call) => annotate(call, null)),
]

async function annotate(call: Call, annotation: string | null): Promise<undefined> {
  told(needSomewhere(call.request.user, 'instances.operate'))
  const operationId = pathOf(call, 'operationId')
  const missing = () => new RestRefusal(400, 'BadUserRequestException', 'operation is null', 0)
  const scope = { ...scopeOf(call, { operationId }), reader: null }
  const [entry] = await call.runtime.db.read(scope, (tx) =>
    selectRows(tx, operationLogQuery, scope, { firstResult: 0, maxResults: 1 }),
  )
  if (entry === undefined) throw missing()
  const input = { operationId, instanceId: entry.processInstanceId, annotation }
  told(await annotateOperation(call.context, call.request, input), { gone: missing })
  return undefined
}
