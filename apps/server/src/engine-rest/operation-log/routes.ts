import { annotateOperation } from '../../operations/operation-log/annotate-operation.ts'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, pathOf, put, type Route } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import { listRoutes } from '../query/list-query.ts'
import { operationLogQuery } from './operation-log-query.ts'

export const operationLogRoutes: readonly Route[] = [
  ...listRoutes('/history/user-operation', operationLogQuery, ['GET']),
  put('/history/user-operation/:operationId/set-annotation', (call) =>
    annotate(call, textOf(bodyOf(call), 'annotation')),
  ),
  put('/history/user-operation/:operationId/clear-annotation', (call) => annotate(call, null)),
]

async function annotate(call: Call, annotation: string | null): Promise<undefined> {
  const input = { operationId: pathOf(call, 'operationId'), annotation }
  orThrow(await annotateOperation(call.context, call.request, input), {
    gone: () => new RestRefusal(400, 'BadUserRequestException', 'operation is null', 0),
  })
  return undefined
}
