import { calendarCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { listCalendars } from './list-calendars.ts'
import { removeCalendar, saveCalendar } from './save-calendar.ts'

export function registerCalendars(app: FastifyInstance, { db, clock }: AppContext): void {
  route(app, calendarCalls.list, ({ user }) => listCalendars(db, user))
  route(app, calendarCalls.save, ({ user, params, body }) =>
    saveCalendar(db, user, { name: params.name, workingTime: body, changedAt: clock() }),
  )
  route(app, calendarCalls.delete, ({ user, params }) => removeCalendar(db, user, params.name))
}
