import { keepers, type OperationGroup, post, put, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const ofKeepers = { scopes: ['administer'], allowed: keepers } as const

/** The operations on groups by the calls of the product. Those of Camunda's API are in `people.ts`. */
export const groupOperations: OperationGroup = {
  prepare: async (as) => {
    const make = async (key: string) =>
      (await as('root', '/api', post('/usersgroups/groups', { key, name: key }))).id as string
    const [team, oldTeam] = [await make('team'), await make('oldteam')]
    await as('root', '/api', post(`/usersgroups/groups/${team}/members`, { username: 'candidate' }))
    await as('root', '/api', remove(`/usersgroups/groups/${oldTeam}?deletedReason=Old`))
    return { team, oldTeam }
  },
  cases: [
    {
      ...ofKeepers,
      operation: 'groups/create-group',
      of: 'by a page',
      api: () => post('/usersgroups/groups', { key: 'newteam', name: 'New team' }),
    },
    {
      ...ofKeepers,
      operation: 'groups/change-group',
      of: 'by a page',
      api: ({ team }) => put(`/usersgroups/groups/${team}`, { name: 'Other team' }),
    },
    {
      ...ofKeepers,
      operation: 'groups/disable-group',
      api: ({ team }) => remove(`/usersgroups/groups/${team}?deletedReason=Old`),
    },
    {
      ...ofKeepers,
      operation: 'groups/restore-group',
      api: ({ oldTeam }) => post(`/usersgroups/groups/${oldTeam}/restore`),
    },
    {
      ...ofKeepers,
      operation: 'groups/add-group-member',
      of: 'by a page',
      api: ({ team }) => post(`/usersgroups/groups/${team}/members`, { username: 'colleague' }),
    },
    {
      ...ofKeepers,
      operation: 'groups/remove-group-member',
      of: 'by a page',
      api: ({ team }) => remove(`/usersgroups/groups/${team}/members/candidate`),
    },
  ],
}

/** The roles that may make each call on groups. */
export const groupRights: CallRights = {
  'GET /usersgroups/groups/own-roles': ['RoleUserAdmin'],
  'GET /usersgroups/groups': ['RoleUserAdmin'],
  'GET /usersgroups/groups/count': ['RoleUserAdmin'],
  'GET /usersgroups/groups/export': ['RoleUserAdmin'],
  'POST /usersgroups/groups': ['RoleUserAdmin'],
  'GET /usersgroups/groups/{id}': ['RoleUserAdmin'],
  'PUT /usersgroups/groups/{id}': ['RoleUserAdmin'],
  'DELETE /usersgroups/groups/{id}': ['RoleUserAdmin'],
  'POST /usersgroups/groups/{id}/restore': ['RoleUserAdmin'],
  'GET /usersgroups/groups/{id}/members': ['RoleUserAdmin'],
  'POST /usersgroups/groups/{id}/members': ['RoleUserAdmin'],
  'DELETE /usersgroups/groups/{id}/members/{username}': ['RoleUserAdmin'],
  'GET /usersgroups/groups/{id}/uses': ['RoleUserAdmin'],
}
