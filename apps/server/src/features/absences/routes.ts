import { absenceCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeAbsence } from '../../operations/absences/change-absence.ts'
import { createAbsence } from '../../operations/absences/create-absence.ts'
import { removeAbsence } from '../../operations/absences/remove-absence.ts'
import { route } from '../../platform/http/route.ts'
import { findSubstitutes, listAbsences } from './list-absences.ts'

export function registerAbsences(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context
  route(app, absenceCalls.list, ({ request, query }) => listAbsences(db, request, { ...query, now: clock() }))
  route(app, absenceCalls.findPeople, ({ request, query }) => findSubstitutes(db, request, query.q))
  route(app, absenceCalls.create, ({ request, body: { username, ...span } }) =>
    createAbsence(context, request, { username, span }),
  )
  route(app, absenceCalls.change, ({ request, params, body }) =>
    changeAbsence(context, request, { ...params, span: body }),
  )
  route(app, absenceCalls.remove, ({ request, params }) => removeAbsence(context, request, params.id))
}
