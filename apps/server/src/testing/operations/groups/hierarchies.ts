import { type OperationGroup, post, put, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const ofKeepers = { scopes: ['administer'], allowed: ['keeper'] } as const

/** Operations on hierarchies. */
export const hierarchyOperations: OperationGroup = {
  prepare: async (as) => {
    const make = async (name: string) =>
      (await as('root', '/api', post('/usersgroups/hierarchies', { name }))).id as string
    const [hierarchy, disabledHierarchy] = [await make('First'), await make('Old')]
    await as('root', '/api', remove(`/usersgroups/hierarchies/${disabledHierarchy}?deletedReason=Old`))
    const nodes = `/usersgroups/hierarchies/${hierarchy}/nodes`
    const topNode = (await as('root', '/api', post(nodes, { name: 'Top' }))).id as string
    const otherNode = (await as('root', '/api', post(nodes, { name: 'Other' }))).id as string
    return { hierarchy, disabledHierarchy, topNode, otherNode }
  },
  cases: [
    {
      ...ofKeepers,
      operation: 'hierarchies/create-hierarchy',
      api: () => post('/usersgroups/hierarchies', { name: 'Second' }),
    },
    {
      ...ofKeepers,
      operation: 'hierarchies/change-hierarchy',
      api: ({ hierarchy }) => put(`/usersgroups/hierarchies/${hierarchy}`, { name: 'Other' }),
    },
    {
      ...ofKeepers,
      operation: 'hierarchies/disable-hierarchy',
      api: ({ hierarchy }) => remove(`/usersgroups/hierarchies/${hierarchy}?deletedReason=Old`),
    },
    {
      ...ofKeepers,
      operation: 'hierarchies/restore-hierarchy',
      api: ({ disabledHierarchy }) => post(`/usersgroups/hierarchies/${disabledHierarchy}/restore`),
    },
    {
      ...ofKeepers,
      operation: 'hierarchies/add-node',
      api: ({ hierarchy, topNode }) =>
        post(`/usersgroups/hierarchies/${hierarchy}/nodes`, { name: 'Next', parentId: topNode }),
    },
    {
      ...ofKeepers,
      operation: 'hierarchies/change-node',
      api: ({ hierarchy, topNode }) => put(`/usersgroups/hierarchies/${hierarchy}/nodes/${topNode}`, { name: 'First' }),
    },
    {
      ...ofKeepers,
      operation: 'hierarchies/move-node',
      api: ({ hierarchy, topNode, otherNode }) =>
        post(`/usersgroups/hierarchies/${hierarchy}/nodes/${otherNode}/move`, { parentId: topNode }),
    },
    {
      ...ofKeepers,
      operation: 'hierarchies/remove-node',
      api: ({ hierarchy, otherNode }) =>
        remove(`/usersgroups/hierarchies/${hierarchy}/nodes/${otherNode}?children=move-up`),
    },
    {
      ...ofKeepers,
      operation: 'hierarchies/import-nodes',
      api: ({ hierarchy }) => ({
        method: 'POST',
        url: `/usersgroups/hierarchies/${hierarchy}/import?isDryRun=false`,
        files: { 'managers.csv': 'key,manager\nroot,\n' },
      }),
    },
  ],
}

/** The roles that may make each call on hierarchies. */
export const hierarchyRights: CallRights = {
  'GET /usersgroups/hierarchies': ['RoleUserAdmin'],
  'GET /usersgroups/hierarchies/count': ['RoleUserAdmin'],
  'GET /usersgroups/hierarchies/export': ['RoleUserAdmin'],
  'POST /usersgroups/hierarchies': ['RoleUserAdmin'],
  'GET /usersgroups/hierarchies/{id}': ['RoleUserAdmin'],
  'PUT /usersgroups/hierarchies/{id}': ['RoleUserAdmin'],
  'DELETE /usersgroups/hierarchies/{id}': ['RoleUserAdmin'],
  'POST /usersgroups/hierarchies/{id}/restore': ['RoleUserAdmin'],
  'GET /usersgroups/hierarchies/{id}/nodes': ['RoleUserAdmin'],
  'GET /usersgroups/hierarchies/{id}/found-nodes': ['RoleUserAdmin'],
  'GET /usersgroups/hierarchies/{id}/nodes/{nodeId}': ['RoleUserAdmin'],
  'POST /usersgroups/hierarchies/{id}/nodes': ['RoleUserAdmin'],
  'PUT /usersgroups/hierarchies/{id}/nodes/{nodeId}': ['RoleUserAdmin'],
  'POST /usersgroups/hierarchies/{id}/nodes/{nodeId}/move': ['RoleUserAdmin'],
  'DELETE /usersgroups/hierarchies/{id}/nodes/{nodeId}': ['RoleUserAdmin'],
  'POST /usersgroups/hierarchies/{id}/import': ['RoleUserAdmin'],
}
