import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

export const deploymentQuery = (appId: string) => callQuery(api.applications.deployment, { params: { appId } })
export const versionsQuery = (appId: string) => callQuery(api.applications.versions, { params: { appId } })
