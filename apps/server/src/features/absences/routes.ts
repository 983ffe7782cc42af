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
  route(app, absenceCalls.list, ({ user, query }) => listAbsences(db, user, { ...query, now: clock() }))
  route(app, absenceCalls.findPeople, ({ user, query }) => findSubstitutes(db, user, query.q))
  route(app, absenceCalls.create, ({ user, body: { username, ...span } }) =>
    createAbsence(context, user, { username, span }),
  )
  route(app, absenceCalls.change, ({ user, params, body }) => changeAbsence(context, user, { ...params, span: body }))
  route(app, absenceCalls.remove, ({ user, params }) => removeAbsence(context, user, params.id))
}
