import { type OperationGroup, post, put, remove } from '../operation-case.ts'

const ofDesigners = { scopes: ['administer'], allowed: ['designer'], of: 'of an application' } as const
const designerJson = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [{ id: 'a', type: 'text', key: 'a', props: { label: 'A' } }],
})
const details = { name: 'Other', formKey: 'other-form', labels: 'a,b' }

/** Operations about forms of applications. */
export const appFormOperations: OperationGroup = {
  prepare: async (as) => {
    const call = (request: Parameters<typeof as>[2]) => as('root', '/api', request)
    const { id: formsOf } = await call(post('/applications', { name: 'Forms', key: 'forms' }))
    const base = `/applications/${formsOf}/appforms`
    const make = async (name: string, formKey: string) => (await call(post(base, { name, formKey }))).id as string
    const [designedForm, disabledForm] = [await make('Visit', 'visit'), await make('Old visit', 'old-visit')]
    await call(post(`${base}/${designedForm}/saveFormDesign`, { designerJson }))
    await call(remove(`${base}/${disabledForm}?deletedReason=Old`))
    await call(put(`${base}/${designedForm}/auto-saved-data`, { designerJson, version: 1 }))
    return { formsOf, designedForm, disabledForm }
  },
  cases: [
    {
      ...ofDesigners,
      operation: 'forms/create-form',
      api: ({ formsOf }) => post(`/applications/${formsOf}/appforms`, details),
    },
    {
      ...ofDesigners,
      operation: 'forms/change-form',
      api: ({ formsOf, designedForm }) => put(`/applications/${formsOf}/appforms/${designedForm}`, details),
    },
    {
      ...ofDesigners,
      operation: 'designs/disable-design',
      of: 'a form',
      api: ({ formsOf, designedForm }) => remove(`/applications/${formsOf}/appforms/${designedForm}?deletedReason=Old`),
    },
    {
      ...ofDesigners,
      operation: 'designs/restore-design',
      of: 'a form',
      api: ({ formsOf, disabledForm }) => post(`/applications/${formsOf}/appforms/${disabledForm}/restore`),
    },
    {
      ...ofDesigners,
      operation: 'forms/copy-forms',
      api: ({ formsOf, designedForm }) =>
        post('/applications/0/appforms/save-multiple', {
          forms: [{ ...details, sourceId: designedForm, applicationId: formsOf }],
        }),
    },
    {
      ...ofDesigners,
      operation: 'designs/save-version',
      of: 'a form',
      api: ({ formsOf, designedForm }) =>
        post(`/applications/${formsOf}/appforms/${designedForm}/saveFormDesign`, { designerJson, version: 1 }),
    },
    {
      ...ofDesigners,
      operation: 'designs/restore-version',
      of: 'a form',
      api: ({ formsOf, designedForm }) =>
        post(`/applications/${formsOf}/appforms/form-history/${designedForm}/1/restore`, { version: 1 }),
    },
    {
      ...ofDesigners,
      operation: 'designs/take-design-lock',
      of: 'a form',
      api: ({ formsOf, designedForm }) => post(`/applications/${formsOf}/appforms/${designedForm}/edit-lock`),
    },
    {
      ...ofDesigners,
      operation: 'designs/release-design-lock',
      of: 'a form',
      // Nobody has it.
      changesNothing: true,
      api: ({ formsOf, designedForm }) =>
        remove(
          `/applications/${formsOf}/appforms/${designedForm}/edit-lock?token=00000000-0000-4000-8000-000000000000`,
        ),
    },
    {
      ...ofDesigners,
      operation: 'designs/keep-auto-saved',
      of: 'a form',
      api: ({ formsOf, designedForm }) =>
        put(`/applications/${formsOf}/appforms/${designedForm}/auto-saved-data`, { designerJson, version: 1 }),
    },
    {
      ...ofDesigners,
      operation: 'designs/discard-auto-saved',
      of: 'a form',
      // What somebody else has saved by itself is his.
      changesNothing: true,
      api: ({ formsOf, designedForm }) => remove(`/applications/${formsOf}/appforms/${designedForm}/auto-saved-data`),
    },
  ],
}
