import { type OperationGroup, post, put, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const ofKeepers = { scopes: ['administer'], allowed: ['administrator'] } as const

/** Operations on directories. */
export const directoryOperations: OperationGroup = {
  prepare: async (as) => {
    const make = async (name: string) =>
      (await as('root', '/api', post('/usersgroups/directories', { name }))).id as string
    const [directory, runningDirectory, waitingDirectory] = [await make('First'), await make('Run'), await make('Wait')]
    const start = (id: string) => as('root', '/api', post(`/usersgroups/directories/${id}/runs`))
    const { id: directoryRun } = await start(runningDirectory)
    return { directory, runningDirectory, directoryRun: directoryRun as string, waitingDirectory }
  },
  cases: [
    {
      ...ofKeepers,
      operation: 'directories/create-directory',
      api: () => post('/usersgroups/directories', { name: 'Second' }),
    },
    {
      ...ofKeepers,
      operation: 'directories/change-directory',
      api: ({ directory }) => put(`/usersgroups/directories/${directory}`, { name: 'Other' }),
    },
    {
      ...ofKeepers,
      operation: 'directories/remove-directory',
      api: ({ directory }) => remove(`/usersgroups/directories/${directory}`),
    },
    {
      ...ofKeepers,
      operation: 'directories/test-directory',
      api: ({ directory }) => post(`/usersgroups/directories/${directory}/test`),
      changesNothing: true,
    },
    {
      ...ofKeepers,
      operation: 'directories/start-run',
      api: ({ directory }) => post(`/usersgroups/directories/${directory}/runs`, { isDryRun: true }),
    },
    {
      ...ofKeepers,
      operation: 'directories/confirm-run',
      api: ({ waitingDirectory, waitingRun }) =>
        post(`/usersgroups/directories/${waitingDirectory}/runs/${waitingRun}/confirm`),
    },
    {
      ...ofKeepers,
      operation: 'directories/cancel-run',
      api: ({ runningDirectory, directoryRun }) =>
        remove(`/usersgroups/directories/${runningDirectory}/runs/${directoryRun}`),
    },
  ],
}

/** The roles that may make each call on directories. */
export const directoryRights: CallRights = {
  'GET /usersgroups/directories': ['RoleAdmin'],
  'GET /usersgroups/directories/count': ['RoleAdmin'],
  'GET /usersgroups/directories/export': ['RoleAdmin'],
  'POST /usersgroups/directories': ['RoleAdmin'],
  'GET /usersgroups/directories/{id}': ['RoleAdmin'],
  'PUT /usersgroups/directories/{id}': ['RoleAdmin'],
  'DELETE /usersgroups/directories/{id}': ['RoleAdmin'],
  'POST /usersgroups/directories/{id}/test': ['RoleAdmin'],
  'GET /usersgroups/directories/{id}/runs': ['RoleAdmin'],
  'POST /usersgroups/directories/{id}/runs': ['RoleAdmin'],
  'GET /usersgroups/directories/{id}/runs/{runId}': ['RoleAdmin'],
  'POST /usersgroups/directories/{id}/runs/{runId}/confirm': ['RoleAdmin'],
  'DELETE /usersgroups/directories/{id}/runs/{runId}': ['RoleAdmin'],
}
