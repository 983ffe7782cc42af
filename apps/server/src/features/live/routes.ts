import { liveCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { requireBrowser } from '../../platform/http/browser-session.ts'
import { route } from '../../platform/http/route.ts'
import { createTaskViewers } from '../../platform/live/task-viewers.ts'
import { findWatched } from './find-watched.ts'

export function registerLive(app: FastifyInstance, { db, clock, signals, live }: AppContext): void {
  const viewers = createTaskViewers({ db, clock, signals })
  app.addHook('preClose', async () => viewers.close())
  route(app, liveCalls.stream, async ({ request, query, http }) => {
    requireBrowser(http)
    const { session } = http
    if (session === null) throw new Error('Expected a session where one is required.')
    const { 'last-event-id': lastEventId } = http.headers
    const things = query.watch ?? []
    const watched = await findWatched(db, request, things)
    const found = new Set(watched.map(({ thing }) => thing))
    const stream = live.open({
      session,
      watched,
      unseen: things.filter((thing) => !found.has(thing)),
      lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
      agoMs: query.ago,
    })
    const taskIds = watched.filter(({ kind }) => kind === 'task').map(({ id }) => id)
    const { workplaceId, username } = request.user
    viewers.follow(stream, { workplaceId, username, taskIds })
    return stream
  })
}
