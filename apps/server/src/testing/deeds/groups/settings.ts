import { administrators, type DeedGroup, post, put, remove } from '../deed-case.ts'

const runners = ['administrator', 'processAdministrator'] as const

/** Deeds about what a workplace is like. */
export const settingDeeds: DeedGroup = {
  prepare: async (as) => {
    const own = { subject: '${name}', html: '<p>${what}</p>' }
    await as('root', '/api', put('/admin/system-templates/overdue', own))
    return {}
  },
  cases: [
    {
      deed: 'bindings/save-binding',
      scopes: ['administer'],
      allowed: runners,
      api: () => put('/processengine/bindings/org.example.Other', { kind: 'external', topic: 'other' }),
    },
    {
      deed: 'bindings/remove-binding',
      scopes: ['administer'],
      allowed: runners,
      api: () => remove('/processengine/bindings/org.example.Bean'),
    },
    {
      deed: 'form-links/create-form-link',
      scopes: ['operate'],
      allowed: runners,
      api: ({ work }) => post('/processengine/links', { name: 'Another link', definitionId: work }),
    },
    {
      deed: 'form-links/end-form-link',
      scopes: ['operate'],
      allowed: runners,
      api: ({ link }) => remove(`/processengine/links/${link}`),
    },
    {
      deed: 'calendars/save-calendar',
      scopes: ['administer'],
      allowed: runners,
      api: () => put('/processengine/calendars/other', { zone: 'UTC', hours: {}, holidays: [] }),
    },
    {
      deed: 'calendars/remove-calendar',
      scopes: ['administer'],
      allowed: runners,
      api: () => remove('/processengine/calendars/office'),
    },
    {
      deed: 'dashboards/arrange-role-dashboard',
      scopes: ['administer'],
      allowed: administrators,
      api: () => put('/dashboard/roles/RoleUser', { layout: { cards: ['start'], hidden: ['due'] } }),
    },
    {
      deed: 'themes/save-theme',
      scopes: ['administer'],
      allowed: administrators,
      api: () => post('/admin/themes-api/user-defined-theme/save', { name: 'Dusk', code: 'dusk', variables: '{}' }),
    },
    {
      deed: 'themes/remove-theme',
      scopes: ['administer'],
      allowed: administrators,
      api: ({ theme }) => remove(`/admin/themes-api/user-defined-theme/${theme}`),
    },
    {
      deed: 'themes/save-theme-data',
      scopes: ['administer'],
      allowed: administrators,
      api: () => ({ ...post('/admin/themes-api'), files: {}, fields: { productName: 'Other' } }),
    },
    {
      deed: 'themes/remove-picture',
      scopes: ['administer'],
      allowed: administrators,
      api: () => post('/admin/themes-api/remove-logo'),
    },
    {
      deed: 'themes/remove-picture',
      of: 'a favicon',
      scopes: ['administer'],
      allowed: administrators,
      api: () => post('/admin/themes-api/remove-favicon'),
    },
    {
      deed: 'system-templates/save-system-template',
      scopes: ['administer'],
      allowed: administrators,
      api: () => put('/admin/system-templates/assigned', { subject: '${name}', html: '<p>${what}</p>' }),
    },
    {
      deed: 'system-templates/reset-system-template',
      scopes: ['administer'],
      allowed: administrators,
      api: () => remove('/admin/system-templates/overdue'),
    },
    {
      deed: 'system-templates/send-system-test-mail',
      scopes: ['administer'],
      allowed: administrators,
      api: () => post('/admin/system-templates/overdue/test-mail', { to: 'administrator@example.org' }),
    },
    {
      deed: 'samples/remove-samples',
      scopes: ['administer'],
      allowed: administrators,
      changesNothing: true,
      api: () => remove('/samples'),
    },
  ],
}
