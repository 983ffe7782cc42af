import { administrators, keepers, type OperationGroup, post, put, remove } from '../operation-case.ts'

/** The operations on groups, tenants and authorizations by `/engine-rest`. */
export const membershipOperations: OperationGroup = {
  prepare: async (as) => {
    const made = await as(
      'root',
      '/engine-rest',
      post('/authorization/create', {
        type: 1,
        permissions: ['READ'],
        userId: 'locked',
        resourceType: 6,
        resourceId: 'other',
      }),
    )
    await as('root', '/engine-rest', post('/group/create', { id: 'juniors', name: 'Juniors' }))
    await as('root', '/engine-rest', put('/group/juniors/members/candidate'))
    return { authorization: made.id }
  },
  cases: [
    {
      operation: 'groups/create-group',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => post('/group/create', { id: 'newcomers', name: 'Newcomers' }),
    },
    {
      operation: 'groups/change-group',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/group/clerks', { name: 'Other' }),
    },
    {
      operation: 'groups/change-group',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => put('/group/camunda-admin', { name: 'Other' }),
    },
    {
      operation: 'groups/delete-group',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/group/juniors'),
    },
    {
      operation: 'groups/delete-group',
      of: 'members with more rights',
      scopes: ['administer'],
      allowed: [],
      rest: () => remove('/group/clerks'),
    },
    {
      operation: 'groups/delete-group',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => remove('/group/camunda-admin'),
    },
    {
      operation: 'groups/add-group-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/group/clerks/members/colleague'),
    },
    {
      operation: 'groups/add-group-member',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => put('/group/camunda-admin/members/colleague'),
    },
    {
      operation: 'groups/remove-group-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/group/clerks/members/candidate'),
    },
    {
      operation: 'groups/remove-group-member',
      of: 'the group that stands for a role',
      scopes: ['administer'],
      allowed: administrators,
      rest: () => remove('/group/camunda-admin/members/root'),
    },
    {
      operation: 'tenants/create-tenant',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => post('/tenant/create', { id: 'south', name: 'South' }),
    },
    {
      operation: 'tenants/change-tenant',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/tenant/north', { name: 'Other' }),
    },
    {
      operation: 'tenants/delete-tenant',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/tenant/north'),
    },
    {
      operation: 'tenants/add-tenant-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => put('/tenant/north/user-members/colleague'),
    },
    {
      operation: 'tenants/remove-tenant-member',
      scopes: ['administer'],
      allowed: keepers,
      rest: () => remove('/tenant/north/user-members/root'),
    },
    {
      operation: 'authorizations/create-authorization',
      scopes: ['administer'],
      allowed: administrators,
      rest: () =>
        post('/authorization/create', {
          type: 1,
          permissions: ['READ'],
          groupId: 'clerks',
          resourceType: 6,
          resourceId: 'work',
        }),
    },
    {
      operation: 'authorizations/change-authorization',
      scopes: ['administer'],
      allowed: administrators,
      rest: ({ authorization }) =>
        put(`/authorization/${authorization}`, {
          permissions: ['READ', 'UPDATE'],
          userId: 'colleague',
          resourceType: 6,
          resourceId: 'hidden',
        }),
    },
    {
      operation: 'authorizations/delete-authorization',
      scopes: ['administer'],
      allowed: administrators,
      rest: ({ authorization }) => remove(`/authorization/${authorization}`),
    },
  ],
}
