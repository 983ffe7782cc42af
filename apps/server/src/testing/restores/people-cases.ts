import { createUser } from '../factories.ts'
import type { RestoreCase, RestoreTest } from './restore-test.ts'

type Kind =
  | 'group'
  | 'hierarchy'
  | 'own-role'
  | 'role-description'
  | 'tenant'
  | 'user'
  | 'user-profile'
  | 'user-property'
  | 'directory'
  | 'group-member'

/** Returns the cases of users, groups and their rights. */
export function peopleCases(test: RestoreTest): Readonly<Record<Kind, RestoreCase>> {
  const { make, post, put } = test
  const { application, rest, db, workplaceId } = test
  return {
    group: {
      make: async () => {
        await createUser(db, { workplaceId, username: 'boss' })
        return make('/usersgroups/groups', {
          key: 'clerks-of',
          name: 'Filing clerks',
          description: 'First',
          manager: 'boss',
        })
      },
      change: async (id) => {
        const parentId = await make('/usersgroups/groups', { key: 'above', name: 'Above' })
        await put(`/usersgroups/groups/${id}`, {
          name: 'Typists',
          description: 'Second',
          manager: null,
          parentId,
          roles: [],
        })
      },
      columns: ['description', 'manager_id', 'name', 'parent_id'],
      what: /^Group(?: “Filing clerks”|: \d) changed$/,
    },
    hierarchy: {
      make: () => make('/usersgroups/hierarchies', { name: 'Line', description: 'First' }),
      change: (id) => put(`/usersgroups/hierarchies/${id}`, { name: 'Project', description: 'Second' }),
      columns: ['description', 'name'],
      what: /^Hierarchy(?: “Line”|: \d) changed$/,
    },
    'own-role': {
      make: async () => {
        const permissions = [{ kind: 'application', thing: await application(), actions: ['see'] }]
        return make('/usersgroups/own-roles', { key: 'reader', name: 'Reader', permissions })
      },
      change: (id) => put(`/usersgroups/own-roles/${id}`, { name: 'Writer', needsSecondFactor: true, permissions: [] }),
      columns: ['name', 'needs_second_factor', 'permissions'],
      what: /^Own role(?: “Reader”|: \d) changed$/,
    },
    'role-description': {
      make: async () => {
        await put('/usersgroups/roles/RoleDesign', { description: 'First' })
        return 'RoleDesign'
      },
      change: () => put('/usersgroups/roles/RoleDesign', { description: 'Second' }),
      columns: ['description'],
      what: /^Description of a role(?:|: \d) changed$/,
    },
    tenant: {
      make: async () => {
        await rest.post('/tenant/create', { id: 'north', name: 'North' })
        return 'north'
      },
      change: () => rest.put('/tenant/north', { id: 'north', name: 'South' }),
      columns: ['name'],
      what: /^Tenant(?: “North”|: \d) changed$/,
    },
    user: {
      make: () =>
        make('/users/manage/new-user', {
          username: 'rosa',
          firstName: 'Rosa',
          lastName: 'Keller',
          email: 'r@example.org',
        }),
      change: (id) =>
        post(`/users/${id}`, { firstName: 'Rosalie', lastName: '', email: 'k@example.org', manager: 'root' }),
      columns: ['email', 'first_name', 'last_name', 'manager_id'],
      what: /^User(?: “rosa”|: \d) changed$/,
    },
    'user-profile': {
      make: async () => {
        await post('/profiles', { language: 'de', themeCode: 'theme-default', customer_reference: 'C 1' })
        return test.root.user.id
      },
      change: () => post('/profiles', { language: null, themeCode: null, organisation_reference: 'O 2' }),
      columns: ['language', 'organisation_reference', 'theme_code'],
      what: /^User profile(?:|: \d| “.*”) changed$/,
    },
    'user-property': {
      make: () =>
        make('/usersgroups/user-properties', { name: 'Desk', key: 'desk', type: 'choice', choices: ['A', 'B'] }),
      change: (id) =>
        put(`/usersgroups/user-properties/${id}`, { name: 'Room', key: 'desk', type: 'text', isRequired: true }),
      columns: ['choices', 'is_required', 'name', 'type'],
      what: /^User property(?: “Desk”|: \d) changed$/,
    },
    directory: {
      make: () => make('/usersgroups/directories', { name: 'Main', addresses: 'one.example.org', baseDn: 'dc=one' }),
      change: async (id) => {
        const about = { name: 'Other', addresses: 'two.example.org', baseDn: 'dc=one', thresholdPercent: 50 }
        await put(`/usersgroups/directories/${id}`, about)
      },
      columns: ['addresses', 'name', 'threshold_percent'],
      what: /^Directory(?: “Main”|: \d) changed$/,
    },
    'group-member': {
      make: async () => {
        const groupId = await make('/usersgroups/groups', { key: 'choir', name: 'Choir' })
        const { id } = await createUser(db, { workplaceId, username: 'alto', groups: ['choir'] })
        return `${groupId}/${id}`
      },
      change: () => rest.delete('/group/choir/members/alto'),
      columns: [],
      what: /^Group member(?: “.*”|: \d)? created$/,
      operation: 'insert',
    },
  }
}
