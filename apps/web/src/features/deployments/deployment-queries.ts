import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

export const deploymentQuery = (id: string) => callQuery(api.deployments.get, { params: { id } })
