import { type OperationGroup, post, put, remove } from '../operation-case.ts'

const designers = ['designer'] as const
const designerJson = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [{ id: 'a', type: 'text', key: 'a', props: { label: 'A' } }],
})
const base = '/templates/form-template'
const mails = '/templates/email-template'
const ofDesigners = { scopes: ['administer'], allowed: designers } as const

/** The operations on designs for all applications: templates, categories and properties. */
export const designOperations: OperationGroup = {
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
      operation: 'global-properties/create-global-property',
      api: () => post('/global-properties', { key: 'other', name: 'Other', value: 'x', isSecret: true }),
    },
    {
      ...ofDesigners,
      operation: 'global-properties/change-global-property',
      api: ({ globalProperty }) => put(`/global-properties/${globalProperty}`, { name: 'Other', value: '5' }),
    },
    {
      ...ofDesigners,
      operation: 'global-properties/remove-global-property',
      api: ({ globalProperty }) => remove(`/global-properties/${globalProperty}`),
    },
    { ...ofDesigners, operation: 'categories/create-category', api: () => post('/categories', { name: 'Other' }) },
    {
      ...ofDesigners,
      operation: 'categories/change-category',
      api: ({ category }) => put(`/categories/${category}`, { name: 'Other' }),
    },
    {
      ...ofDesigners,
      operation: 'categories/move-category',
      api: ({ category, otherCategory }) =>
        put(`/categories/${category}/place`, { parentId: otherCategory, before: null }),
    },
    {
      ...ofDesigners,
      operation: 'categories/remove-category',
      api: ({ category }) => remove(`/categories/${category}`),
    },
    {
      ...ofDesigners,
      operation: 'categories/place-process',
      api: ({ category }) => put('/categories/processes/work', { categoryId: category }),
    },
    { ...ofDesigners, operation: 'forms/create-form', api: () => post(base, { name: 'Other' }) },
    {
      ...ofDesigners,
      operation: 'forms/change-form',
      api: ({ template }) => put(`${base}/${template}`, { name: 'Other', labels: 'a,b' }),
    },
    {
      ...ofDesigners,
      operation: 'designs/disable-design',
      of: 'a template',
      api: ({ template }) => remove(`${base}/${template}?deletedReason=Old`),
    },
    {
      ...ofDesigners,
      operation: 'designs/restore-design',
      of: 'a template',
      api: ({ disabledTemplate }) => post(`${base}/${disabledTemplate}/restore`),
    },
    {
      ...ofDesigners,
      operation: 'forms/copy-forms',
      api: ({ template }) => post(`${base}/${template}/copy`, { name: 'Copy' }),
    },
    {
      ...ofDesigners,
      operation: 'designs/save-version',
      of: 'a template',
      api: ({ template }) => post(`${base}/${template}/save-form-design`, { designerJson, version: 1 }),
    },
    {
      ...ofDesigners,
      operation: 'designs/restore-version',
      of: 'a template',
      api: ({ template }) => post(`${base}/${template}/form-history/1/restore`, { version: 1 }),
    },
    {
      ...ofDesigners,
      operation: 'designs/take-design-lock',
      of: 'a template',
      api: ({ template }) => post(`${base}/${template}/edit-lock`),
    },
    {
      ...ofDesigners,
      operation: 'designs/take-design-lock',
      of: 'a template, from somebody else',

      api: ({ lockedTemplate }) => post(`${base}/${lockedTemplate}/edit-lock`, { takeOver: true }),
    },
    {
      ...ofDesigners,
      operation: 'designs/release-design-lock',
      of: 'a template',
      // Of somebody else: it stays his.
      changesNothing: true,
      api: ({ lockedTemplate }) =>
        remove(`${base}/${lockedTemplate}/edit-lock?token=00000000-0000-4000-8000-000000000000`),
    },
    {
      ...ofDesigners,
      operation: 'designs/keep-auto-saved',
      of: 'a template',
      api: ({ template }) => put(`${base}/${template}/auto-saved-data`, { designerJson, version: 1 }),
    },
    {
      ...ofDesigners,
      operation: 'designs/discard-auto-saved',
      of: 'a template',
      // What somebody else has saved by itself is his.
      changesNothing: true,
      api: ({ template }) => remove(`${base}/${template}/auto-saved-data`),
    },
    {
      ...ofDesigners,
      operation: 'forms/configure-auto-save',
      api: () => post('/users/auto-save-formdesigner-configurations?autoSaveFormDesigner=true&interval=60'),
    },
    {
      ...ofDesigners,
      operation: 'email-templates/create-email-template',
      api: () => post(mails, { name: 'Other', subject: 'Other', html: '' }),
    },
    {
      ...ofDesigners,
      operation: 'email-templates/change-email-template',
      api: ({ mail }) => put(`${mails}/${mail}`, { name: 'Other', subject: 'Other', html: '' }),
    },
    {
      ...ofDesigners,
      operation: 'email-templates/disable-email-template',
      api: ({ mail }) => remove(`${mails}/${mail}?deletedReason=Old`),
    },
    {
      ...ofDesigners,
      operation: 'email-templates/restore-email-template',
      api: ({ disabledMail }) => post(`${mails}/${disabledMail}/restore`),
    },
    {
      ...ofDesigners,
      operation: 'email-templates/send-test-mail',
      api: ({ mail }) => post(`${mails}/${mail}/test-mail`, { to: 'designer@example.org' }),
    },
  ],
}
