import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

export const deploymentQuery = (id: string) => callQuery(api.deployments.get, { params: { id } })

/** The objects that the models of a deployment name and that do not exist. */
export const needsQuery = (id: string) => callQuery(api.deployments.needs, { params: { id } })
