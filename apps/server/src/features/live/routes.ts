import { liveCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { requireBrowser } from '../../platform/http/browser-session.ts'
import { route } from '../../platform/http/route.ts'
import { findWatched } from './find-watched.ts'

export function registerLive(app: FastifyInstance, { db, live }: AppContext): void {
  route(app, liveCalls.stream, async ({ user, query, request }) => {
    requireBrowser(request)
    const { session } = request
    if (session === null) throw new Error('Expected a session where one is required.')
    const { 'last-event-id': lastEventId } = request.headers
    return live.open({
      session,
      watched: await findWatched(db, user, query.watch ?? []),
      lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
      agoMs: query.ago,
    })
  })
}
