import { type DeedGroup, post, put, remove } from '../deed-case.ts'

const designers = ['designer'] as const
const designerJson = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [{ id: 'a', type: 'text', key: 'a', props: { label: 'A' } }],
})
const base = '/templates/form-template'
const mails = '/templates/email-template'
const ofDesigners = { scopes: ['administer'], allowed: designers } as const

/** Deeds about what is designed for all applications: templates, categories and properties. */
export const designDeeds: DeedGroup = {
  prepare: async (as) => {
    const make = async (name: string) => (await as('root', '/api', post(base, { name }))).id as string
    const [template, disabledTemplate, lockedTemplate] = [
      await make('Address'),
      await make('Old address'),
      await make('Held address'),
    ]
    await as('root', '/api', post(`${base}/${template}/save-form-design`, { designerJson }))
    await as('root', '/api', remove(`${base}/${disabledTemplate}?deletedReason=Old`))
    const token = '00000000-0000-4000-8000-000000000000'
    await as('root', '/api', post(`${base}/${lockedTemplate}/edit-lock`, { token }))
    await as('root', '/api', put(`${base}/${template}/auto-saved-data`, { designerJson, version: 1 }))
    const text = { subject: 'Order', html: '<p>${number}</p>' }
    const mailOf = async (name: string) => (await as('root', '/api', post(mails, { name, ...text }))).id as string
    const [mail, disabledMail] = [await mailOf('Order'), await mailOf('Old order')]
    await as('root', '/api', remove(`${mails}/${disabledMail}?deletedReason=Old`))
    const categoryOf = async (name: string) => (await as('root', '/api', post('/categories', { name }))).id as string
    const [category, otherCategory] = [await categoryOf('Finance'), await categoryOf('People')]
    const property = { key: 'limit', name: 'Limit', type: 'number', value: '100' }
    const { id: globalProperty } = await as('root', '/api', post('/global-properties', property))
    return { globalProperty, category, otherCategory, mail, disabledMail, template, disabledTemplate, lockedTemplate }
  },
  cases: [
    {
      ...ofDesigners,
      deed: 'global-properties/create-global-property',
      api: () => post('/global-properties', { key: 'other', name: 'Other', value: 'x', isSecret: true }),
    },
    {
      ...ofDesigners,
      deed: 'global-properties/change-global-property',
      api: ({ globalProperty }) => put(`/global-properties/${globalProperty}`, { name: 'Other', value: '5' }),
    },
    {
      ...ofDesigners,
      deed: 'global-properties/remove-global-property',
      api: ({ globalProperty }) => remove(`/global-properties/${globalProperty}`),
    },
    { ...ofDesigners, deed: 'categories/create-category', api: () => post('/categories', { name: 'Other' }) },
    {
      ...ofDesigners,
      deed: 'categories/change-category',
      api: ({ category }) => put(`/categories/${category}`, { name: 'Other' }),
    },
    {
      ...ofDesigners,
      deed: 'categories/move-category',
      api: ({ category, otherCategory }) =>
        put(`/categories/${category}/place`, { parentId: otherCategory, before: null }),
    },
    {
      ...ofDesigners,
      deed: 'categories/remove-category',
      api: ({ category }) => remove(`/categories/${category}`),
    },
    {
      ...ofDesigners,
      deed: 'categories/place-process',
      api: ({ category }) => put('/categories/processes/work', { categoryId: category }),
    },
    { ...ofDesigners, deed: 'forms/create-form', api: () => post(base, { name: 'Other' }) },
    {
      ...ofDesigners,
      deed: 'forms/change-form',
      api: ({ template }) => put(`${base}/${template}`, { name: 'Other', labels: 'a,b' }),
    },
    {
      ...ofDesigners,
      deed: 'designs/disable-design',
      of: 'a template',
      api: ({ template }) => remove(`${base}/${template}?deletedReason=Old`),
    },
    {
      ...ofDesigners,
      deed: 'designs/restore-design',
      of: 'a template',
      api: ({ disabledTemplate }) => post(`${base}/${disabledTemplate}/restore`),
    },
    {
      ...ofDesigners,
      deed: 'forms/copy-forms',
      api: ({ template }) => post(`${base}/${template}/copy`, { name: 'Copy' }),
    },
    {
      ...ofDesigners,
      deed: 'designs/save-version',
      of: 'a template',
      api: ({ template }) => post(`${base}/${template}/save-form-design`, { designerJson, version: 1 }),
    },
    {
      ...ofDesigners,
      deed: 'designs/restore-version',
      of: 'a template',
      api: ({ template }) => post(`${base}/${template}/form-history/1/restore`, { version: 1 }),
    },
    {
      ...ofDesigners,
      deed: 'designs/take-design-lock',
      of: 'a template',
      api: ({ template }) => post(`${base}/${template}/edit-lock`),
    },
    {
      ...ofDesigners,
      deed: 'designs/take-design-lock',
      of: 'a template, from somebody else',

      api: ({ lockedTemplate }) => post(`${base}/${lockedTemplate}/edit-lock`, { takeOver: true }),
    },
    {
      ...ofDesigners,
      deed: 'designs/release-design-lock',
      of: 'a template',
      // Of somebody else: it stays his.
      changesNothing: true,
      api: ({ lockedTemplate }) =>
        remove(`${base}/${lockedTemplate}/edit-lock?token=00000000-0000-4000-8000-000000000000`),
    },
    {
      ...ofDesigners,
      deed: 'designs/keep-auto-saved',
      of: 'a template',
      api: ({ template }) => put(`${base}/${template}/auto-saved-data`, { designerJson, version: 1 }),
    },
    {
      ...ofDesigners,
      deed: 'designs/discard-auto-saved',
      of: 'a template',
      // What somebody else has saved by itself is his.
      changesNothing: true,
      api: ({ template }) => remove(`${base}/${template}/auto-saved-data`),
    },
    {
      ...ofDesigners,
      deed: 'forms/configure-auto-save',
      api: () => post('/users/auto-save-formdesigner-configurations?autoSaveFormDesigner=true&interval=60'),
    },
    {
      ...ofDesigners,
      deed: 'email-templates/create-email-template',
      api: () => post(mails, { name: 'Other', subject: 'Other', html: '' }),
    },
    {
      ...ofDesigners,
      deed: 'email-templates/change-email-template',
      api: ({ mail }) => put(`${mails}/${mail}`, { name: 'Other', subject: 'Other', html: '' }),
    },
    {
      ...ofDesigners,
      deed: 'email-templates/disable-email-template',
      api: ({ mail }) => remove(`${mails}/${mail}?deletedReason=Old`),
    },
    {
      ...ofDesigners,
      deed: 'email-templates/restore-email-template',
      api: ({ disabledMail }) => post(`${mails}/${disabledMail}/restore`),
    },
    {
      ...ofDesigners,
      deed: 'email-templates/send-test-mail',
      api: ({ mail }) => post(`${mails}/${mail}/test-mail`, { to: 'designer@example.org' }),
    },
  ],
}
