import { calendarCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { removeCalendar } from '../../operations/calendars/remove-calendar.ts'
import { saveCalendar } from '../../operations/calendars/save-calendar.ts'
import { route } from '../../platform/http/route.ts'
import { listCalendars } from './list-calendars.ts'

export function registerCalendars(app: FastifyInstance, context: AppContext): void {
  route(app, calendarCalls.list, ({ request }) => listCalendars(context.db, request))
  route(app, calendarCalls.save, ({ request, params, body }) =>
    saveCalendar(context, request, { name: params.name, workingTime: body }),
  )
  route(app, calendarCalls.delete, ({ request, params }) => removeCalendar(context, request, params.name))
}
