import { post, type Route } from '../http/call.ts'
import { listRoutes } from '../query/list-query.ts'
import { evaluateConditions } from './condition.ts'
import { correlateMessage } from './message.ts'
import { throwSignal } from './signal.ts'
import { subscriptionQuery } from './subscription-query.ts'

export const eventRoutes: readonly Route[] = [
  ...listRoutes('/event-subscription', subscriptionQuery, ['GET']),
  post('/message', correlateMessage, 'variables'),
  post('/signal', throwSignal, 'variables'),
  post('/condition', evaluateConditions, 'variables'),
]
