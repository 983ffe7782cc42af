import { administrators, type OperationGroup, post, put, remove } from '../operation-case.ts'

const runners = ['administrator', 'processAdministrator'] as const

/** The operations on settings and themes of a workplace. */
export const settingOperations: OperationGroup = {
  prepare: async (as) => {
    const own = { subject: '${name}', html: '<p>${what}</p>' }
    await as('root', '/api', put('/admin/system-templates/overdue', own))
    return {}
  },
  cases: [
    {
      operation: 'bindings/save-binding',
      scopes: ['administer'],
      allowed: runners,
      api: () => put('/processengine/bindings/org.example.Other', { kind: 'external', topic: 'other' }),
    },
    {
      operation: 'bindings/remove-binding',
      scopes: ['administer'],
      allowed: runners,
      api: () => remove('/processengine/bindings/org.example.Bean'),
    },
    {
      operation: 'form-links/create-form-link',
      scopes: ['operate'],
      allowed: runners,
      api: ({ work }) => post('/processengine/links', { name: 'Another link', definitionId: work }),
    },
    {
      operation: 'form-links/end-form-link',
      scopes: ['operate'],
      allowed: runners,
      api: ({ link }) => remove(`/processengine/links/${link}`),
    },
    {
      operation: 'calendars/save-calendar',
      scopes: ['administer'],
      allowed: runners,
      api: () => put('/processengine/calendars/other', { zone: 'UTC', hours: {}, holidays: [] }),
    },
    {
      operation: 'calendars/remove-calendar',
      scopes: ['administer'],
      allowed: runners,
      api: () => remove('/processengine/calendars/office'),
    },
    {
      operation: 'dashboards/arrange-role-dashboard',
      scopes: ['administer'],
      allowed: administrators,
      api: () => put('/dashboard/roles/RoleUser', { layout: { cards: ['start'], hidden: ['due'] } }),
    },
    {
      operation: 'themes/save-theme',
      scopes: ['administer'],
      allowed: administrators,
      api: () => post('/admin/themes-api/user-defined-theme/save', { name: 'Dusk', code: 'dusk', variables: '{}' }),
    },
    {
      operation: 'themes/remove-theme',
      scopes: ['administer'],
      allowed: administrators,
      api: ({ theme }) => remove(`/admin/themes-api/user-defined-theme/${theme}`),
    },
    {
      operation: 'themes/save-theme-data',
      scopes: ['administer'],
      allowed: administrators,
      api: () => ({ ...post('/admin/themes-api'), files: {}, fields: { productName: 'Other' } }),
    },
    {
      operation: 'themes/remove-picture',
      scopes: ['administer'],
      allowed: administrators,
      api: () => post('/admin/themes-api/remove-logo'),
    },
    {
      operation: 'themes/remove-picture',
      of: 'a favicon',
      scopes: ['administer'],
      allowed: administrators,
      api: () => post('/admin/themes-api/remove-favicon'),
    },
    {
      operation: 'system-templates/save-system-template',
      scopes: ['administer'],
      allowed: administrators,
      api: () => put('/admin/system-templates/assigned', { subject: '${name}', html: '<p>${what}</p>' }),
    },
    {
      operation: 'system-templates/reset-system-template',
      scopes: ['administer'],
      allowed: administrators,
      api: () => remove('/admin/system-templates/overdue'),
    },
    {
      operation: 'system-templates/send-system-test-mail',
      scopes: ['administer'],
      allowed: administrators,
      api: () => post('/admin/system-templates/overdue/test-mail', { to: 'administrator@example.org' }),
    },
    {
      operation: 'samples/remove-samples',
      scopes: ['administer'],
      allowed: administrators,
      changesNothing: true,
      api: () => remove('/samples'),
    },
  ],
}
