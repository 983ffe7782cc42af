import { type OperationGroup, post, put, remove } from '../operation-case.ts'

const ofDesigners = { scopes: ['administer'], allowed: ['designer'] } as const
const ofDeployers = { scopes: ['deploy'], allowed: ['designer'] } as const
const bpmn =
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="taken-over" isExecutable="true"><startEvent id="s"/></process></definitions>'
const details = { name: 'Other', key: 'other' }

/** Operations about applications. */
export const applicationOperations: OperationGroup = {
  prepare: async (as) => {
    const make = async (name: string, key: string) =>
      (await as('root', '/api', post('/applications', { name, key }))).id as string
    const [application, disabledApplication] = [await make('Orders', 'orders'), await make('Old orders', 'old-orders')]
    await as('root', '/api', post(`/applications/${application}/appforms`, { name: 'Order', formKey: 'order' }))
    await as('root', '/api', remove(`/applications/${disabledApplication}?deletedReason=Old`))
    const deployed = await make('Deployed', 'deployed')
    await as('root', '/api', post(`/applications/${deployed}/appprocesses`, { name: 'Deployed', key: 'deployed' }))
    await as('root', '/api', post(`/applications/${deployed}/deploy`))
    return { application, disabledApplication, deployed }
  },
  cases: [
    { ...ofDesigners, operation: 'applications/create-application', api: () => post('/applications', details) },
    {
      ...ofDesigners,
      operation: 'applications/change-application',
      api: ({ application }) => put(`/applications/${application}`, details),
    },
    {
      ...ofDesigners,
      operation: 'applications/disable-application',
      api: ({ application }) => remove(`/applications/${application}?deletedReason=Old`),
    },
    {
      ...ofDesigners,
      operation: 'applications/restore-application',
      api: ({ disabledApplication }) => post(`/applications/${disabledApplication}/restore`),
    },
    {
      scopes: ['administer', 'deploy'],
      allowed: ['designer'],
      operation: 'samples/add-sample',
      api: () => post('/samples/customer-complaint'),
    },
    {
      ...ofDesigners,
      operation: 'imports/import-into-application',
      api: ({ application }) => ({
        method: 'POST',
        url: `/applications/${application}/import`,
        files: { 'taken-over.bpmn': bpmn },
        fields: { plan: JSON.stringify({ choices: [{ path: 'taken-over.bpmn', action: 'add' }] }) },
      }),
    },
    {
      ...ofDesigners,
      operation: 'applications/copy-application',
      api: ({ application }) => post(`/applications/${application}/copy`, details),
    },
    {
      ...ofDeployers,
      operation: 'applications/deploy-application',
      api: ({ deployed }) => post(`/applications/${deployed}/deploy`, { note: 'Next' }),
    },
    {
      ...ofDeployers,
      operation: 'applications/roll-back-application',
      api: ({ deployed }) => post(`/applications/${deployed}/versions/1/deploy`),
    },
    {
      ...ofDeployers,
      operation: 'applications/undeploy-application',
      api: ({ deployed }) => post(`/applications/${deployed}/undeploy`),
    },
  ],
}
