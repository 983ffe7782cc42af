import { administrators, type DeedGroup, post, put, remove } from './deed-case.ts'

const runners = ['administrator', 'processAdministrator'] as const

/** Deeds about what a workplace is like. */
export const settingDeeds: DeedGroup = {
  cases: [
    {
      deed: 'bindings/save-binding',
      allowed: runners,
      api: () => put('/processengine/bindings/org.example.Other', { kind: 'external', topic: 'other' }),
    },
    {
      deed: 'bindings/remove-binding',
      allowed: runners,
      api: () => remove('/processengine/bindings/org.example.Bean'),
    },
    {
      deed: 'calendars/save-calendar',
      allowed: runners,
      api: () => put('/processengine/calendars/other', { zone: 'UTC', hours: {}, holidays: [] }),
    },
    { deed: 'calendars/remove-calendar', allowed: runners, api: () => remove('/processengine/calendars/office') },
    {
      deed: 'themes/save-theme',
      allowed: administrators,
      api: () => post('/admin/themes-api/user-defined-theme/save', { name: 'Dusk', code: 'dusk', variables: '{}' }),
    },
    {
      deed: 'themes/remove-theme',
      allowed: administrators,
      api: ({ theme }) => remove(`/admin/themes-api/user-defined-theme/${theme}`),
    },
    {
      deed: 'themes/save-theme-data',
      allowed: administrators,
      api: () => ({ ...post('/admin/themes-api'), files: {}, fields: { productName: 'Other' } }),
    },
    {
      deed: 'themes/remove-picture',
      allowed: administrators,
      api: () => post('/admin/themes-api/remove-logo'),
    },
    { deed: 'samples/remove-samples', allowed: administrators, changesNothing: true, api: () => remove('/samples') },
  ],
}
