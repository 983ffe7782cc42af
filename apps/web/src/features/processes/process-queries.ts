import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

export const instanceQuery = (id: string) => callQuery(api.processes.instance, { params: { id } })
export const activitiesQuery = (id: string) => callQuery(api.processes.activities, { params: { id } })
export const historyQuery = (id: string) => callQuery(api.processes.history, { params: { id } })
export const variablesQuery = (id: string) => callQuery(api.processes.variables, { params: { id } })
export const incidentsQuery = (id: string) => callQuery(api.processes.incidents, { params: { id } })
