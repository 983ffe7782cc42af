import { type DeedGroup, post, put, remove } from './deed-case.ts'

const ofDesigners = { scopes: ['administer'], allowed: ['designer'] } as const
const details = { name: 'Other', key: 'other' }

/** Deeds about applications. */
export const applicationDeeds: DeedGroup = {
  prepare: async (as) => {
    const make = async (name: string, key: string) =>
      (await as('root', '/api', post('/applications', { name, key }))).id as string
    const [application, disabledApplication] = [await make('Orders', 'orders'), await make('Old orders', 'old-orders')]
    await as('root', '/api', post(`/applications/${application}/appforms`, { name: 'Order', formKey: 'order' }))
    await as('root', '/api', remove(`/applications/${disabledApplication}?deletedReason=Old`))
    return { application, disabledApplication }
  },
  cases: [
    { ...ofDesigners, deed: 'applications/create-application', api: () => post('/applications', details) },
    {
      ...ofDesigners,
      deed: 'applications/change-application',
      api: ({ application }) => put(`/applications/${application}`, details),
    },
    {
      ...ofDesigners,
      deed: 'applications/disable-application',
      api: ({ application }) => remove(`/applications/${application}?deletedReason=Old`),
    },
    {
      ...ofDesigners,
      deed: 'applications/restore-application',
      api: ({ disabledApplication }) => post(`/applications/${disabledApplication}/restore`),
    },
    {
      ...ofDesigners,
      deed: 'applications/copy-application',
      api: ({ application }) => post(`/applications/${application}/copy`, details),
    },
  ],
}
