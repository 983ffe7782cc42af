import { applicationCalls, appProcessCalls, batchCalls } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { sequence } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, signIn } = await createRestTest()

const listed = async (query: Record<string, string>): Promise<Json[]> =>
  (await rest.get('/history/user-operation', { sortBy: 'timestamp', sortOrder: 'asc', ...query })).body
const summaryOf = (entries: Json[]) =>
  entries.map((one) => [one.operationType, one.entityType, one.property, one.orgValue, one.newValue].join(' ')).sort()
const task = (key: string, name = 'Do it') => sequence(key, { t: `<userTask id="t" name="${name}"/>` })
const done = async (answer: Promise<{ status: number }>, status = 204) => expect((await answer).status).toBe(status)

describe('the log of user operations on deployments', () => {
  it('has each deployment with how unchanged files were skipped, and none that deployed nothing', async () => {
    const deploy = async (xml: string, fields: Record<string, string> = {}) =>
      (await rest.deploy({ 'one.bpmn': xml }, { 'deployment-name': 'one', ...fields })).body.id
    const [first, second] = [await deploy(task('one')), await deploy(task('one'))]
    const filtered = { 'enable-duplicate-filtering': 'true' }
    const third = await deploy(task('one', 'Do that'), filtered)
    const fourth = await deploy(task('one', 'Do more'), { ...filtered, 'deploy-changed-only': 'true' })
    expect(await deploy(task('one', 'Do more'), filtered)).toBe(fourth)
    const ofDeployment = async (deploymentId: string) =>
      summaryOf(await listed({ deploymentId, entityType: 'Deployment' }))
    const plainly = ['Create Deployment duplicateFilterEnabled  false']
    const skipping = (changedOnly: boolean) => [
      `Create Deployment deployChangedOnly  ${changedOnly}`,
      'Create Deployment duplicateFilterEnabled  true',
    ]
    expect(await ofDeployment(first)).toEqual(plainly)
    expect(await ofDeployment(second)).toEqual(plainly)
    expect(await ofDeployment(third)).toEqual(skipping(false))
    expect(await ofDeployment(fourth)).toEqual(skipping(true))
    expect(await listed({ deploymentId: first })).toMatchObject([
      { userId: 'ada', category: 'Operator', processDefinitionId: null, processInstanceId: null },
    ])
    const invalid = await rest.deploy({ 'broken.bpmn': '<definitions/>' })
    expect(invalid.status).toBe(400)
    expect(await listed({ entityType: 'Deployment' })).toHaveLength(6)
  })

  it('has what is deleted, with its cascade, and nothing when the deletion is refused', async () => {
    const { body: deployment } = await rest.deploy({ 'gone.bpmn': task('gone') })
    const { body: other } = await rest.deploy({ 'away.bpmn': task('away') })
    const [definition] = (await rest.get('/process-definition', { key: 'away' })).body
    await done(rest.post('/process-definition/key/gone/start'), 200)
    await done(rest.delete(`/deployment/${deployment.id}`), 409)
    await done(rest.delete(`/deployment/${deployment.id}`, { cascade: 'true' }))
    await done(rest.delete(`/process-definition/${definition.id}`), 200)
    const deleted = await listed({ deploymentId: deployment.id, operationType: 'Delete', entityType: 'Deployment' })
    expect(summaryOf(deleted)).toEqual(['Delete Deployment cascade  true'])
    const ofDefinition = await listed({ processDefinitionId: definition.id })
    expect(summaryOf(ofDefinition)).toEqual(['Delete ProcessDefinition cascade false false'])
    expect(ofDefinition).toMatchObject([{ processDefinitionKey: 'away', deploymentId: other.id, category: 'Operator' }])
  })

  it('has applications that are deployed on their page', async () => {
    const designer = await signIn({ username: 'designer', roles: ['RoleDesign'] })
    const made = await designer.call(applicationCalls.create, { body: { name: 'Paid', key: 'paid' } })
    const params = { appId: made.body.id }
    const process = await designer.call(appProcessCalls.create, { params, body: { name: 'Pay', key: 'pay' } })
    const xml = task('pay').replace('<userTask id="t"', '<userTask id="t" camunda:assignee="ada"')
    const design = { params: { ...params, processId: process.body.id }, body: { xml } }
    expect((await designer.call(appProcessCalls.saveDesign, design)).status).toBe(200)
    const deployed = await designer.call(applicationCalls.deploy, { params, body: {} })
    expect(deployed.status, JSON.stringify(deployed.error)).toBe(200)
    expect(summaryOf(await listed({ userId: 'designer', entityType: 'Deployment' }))).toEqual([
      'Create Deployment duplicateFilterEnabled  false',
    ])
  })
})

describe('the log of user operations on batches', () => {
  const order = async () => {
    const { body: instance } = await rest.post('/process-definition/key/one/start', {})
    return (await rest.post('/process-instance/delete', { processInstanceIds: [instance.id] })).body.id as string
  }

  it('has their suspension, activation and deletion, each only when it changed something', async () => {
    const id = await order()
    await done(rest.put(`/batch/${id}/suspended`, { suspended: true }))
    await done(rest.put(`/batch/${id}/suspended`, { suspended: true }))
    await done(rest.put(`/batch/${id}/suspended`, { suspended: false }))
    await done(rest.delete(`/batch/${id}`))
    await done(rest.delete(`/batch/${id}`), 400)
    await done(rest.delete(`/history/batch/${id}`))
    const entries = await listed({ batchId: id, entityType: 'Batch' })
    expect(summaryOf(entries)).toEqual([
      'ActivateBatch Batch suspensionState  active',
      'Delete Batch cascadeToHistory  false',
      'DeleteHistory Batch   ',
      'SuspendBatch Batch suspensionState  suspended',
    ])
    expect(entries.every((one) => one.userId === 'ada' && one.category === 'Operator')).toBe(true)
    expect((await rest.get('/history/user-operation/count', { batchId: id, entityType: 'Batch' })).body).toEqual({
      count: 4,
    })
  })

  it('has what was done to them on the pages', async () => {
    const operator = await signIn({ username: 'operator', roles: ['RoleProcessAdmin', 'RoleAdmin'] })
    const id = await order()
    const params = { id }
    expect((await operator.call(batchCalls.pause, { params })).status).toBeLessThan(300)
    expect((await operator.call(batchCalls.cancel, { params })).status).toBeLessThan(300)
    const entries = await listed({ batchId: id, userId: 'operator' })
    expect(summaryOf(entries)).toEqual([
      'Delete Batch cascadeToHistory  false',
      'SuspendBatch Batch suspensionState  suspended',
    ])
  })
})
