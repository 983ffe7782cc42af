import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { CallInput } from '../../lib/api/send.ts'

export const instanceQuery = (id: string) => callQuery(api.processes.instance, { params: { id } })
export const activitiesQuery = (id: string) => callQuery(api.processes.activities, { params: { id } })
export const historyQuery = (id: string) => callQuery(api.processes.history, { params: { id }, query: {} })
export const variablesQuery = (
  id: string,
  query: NonNullable<CallInput<typeof api.processes.variables>['query']> = {},
) => callQuery(api.processes.variables, { params: { id }, query })
export const incidentsQuery = (id: string) => callQuery(api.processes.incidents, { params: { id } })
export const participantsQuery = (id: string) => callQuery(api.processes.participants, { params: { id } })
export const formsQuery = (id: string) => callQuery(api.processes.forms, { params: { id } })
export const relatedQuery = (id: string) => callQuery(api.processes.related, { params: { id } })
export const momentsQuery = (id: string) => callQuery(api.processes.moments, { params: { id } })
/** Returns the query of the state of an instance at a time. @param at null for its end, or now. */
export const momentQuery = (id: string, at: string | null) =>
  callQuery(api.processes.moment, { params: { id }, query: at === null ? {} : { at } })
