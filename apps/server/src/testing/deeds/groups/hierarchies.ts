import { type DeedGroup, post, put, remove } from '../deed-case.ts'
import type { CallRights } from '../read-groups.ts'

const ofKeepers = { scopes: ['administer'], allowed: ['keeper'] } as const

/** Operations on hierarchies. */
export const hierarchyDeeds: DeedGroup = {
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
      deed: 'hierarchies/create-hierarchy',
      api: () => post('/usersgroups/hierarchies', { name: 'Second' }),
    },
    {
      ...ofKeepers,
      deed: 'hierarchies/change-hierarchy',
      api: ({ hierarchy }) => put(`/usersgroups/hierarchies/${hierarchy}`, { name: 'Other' }),
    },
    {
      ...ofKeepers,
      deed: 'hierarchies/disable-hierarchy',
      api: ({ hierarchy }) => remove(`/usersgroups/hierarchies/${hierarchy}?deletedReason=Old`),
    },
    {
      ...ofKeepers,
      deed: 'hierarchies/restore-hierarchy',
      api: ({ disabledHierarchy }) => post(`/usersgroups/hierarchies/${disabledHierarchy}/restore`),
    },
    {
      ...ofKeepers,
      deed: 'hierarchies/add-node',
      api: ({ hierarchy, topNode }) =>
        post(`/usersgroups/hierarchies/${hierarchy}/nodes`, { name: 'Next', parentId: topNode }),
    },
    {
      ...ofKeepers,
      deed: 'hierarchies/change-node',
      api: ({ hierarchy, topNode }) => put(`/usersgroups/hierarchies/${hierarchy}/nodes/${topNode}`, { name: 'First' }),
    },
    {
      ...ofKeepers,
      deed: 'hierarchies/move-node',
      api: ({ hierarchy, topNode, otherNode }) =>
        post(`/usersgroups/hierarchies/${hierarchy}/nodes/${otherNode}/move`, { parentId: topNode }),
    },
    {
      ...ofKeepers,
      deed: 'hierarchies/remove-node',
      api: ({ hierarchy, otherNode }) =>
        remove(`/usersgroups/hierarchies/${hierarchy}/nodes/${otherNode}?children=move-up`),
    },
    {
      ...ofKeepers,
      deed: 'hierarchies/import-nodes',
      api: ({ hierarchy }) => ({
        method: 'POST',
        url: `/usersgroups/hierarchies/${hierarchy}/import?isDryRun=false`,
        files: { 'managers.csv': 'key,manager\nroot,\n' },
      }),
    },
  ],
}

/** Who may make which call. */
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
