import { describe, expect, it } from 'vitest'
import { bpmn, sequence, unknownId } from '../testing/models.ts'
import { createRestTest } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()

const model = sequence('orders', { check: '<userTask id="check"/>' })

describe('a deployment', () => {
  it('keeps its files and says what it has made', async () => {
    const { status, body } = await rest.deploy(
      { 'orders.bpmn': model, 'note.txt': 'hello' },
      { 'deployment-name': 'first', 'deployment-source': 'test', 'tenant-id': '' },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'first', source: 'test', tenantId: null, deploymentTime: expect.any(String) })
    expect(Object.values(body.deployedProcessDefinitions)).toMatchObject([
      { key: 'orders', version: 1, resource: 'orders.bpmn' },
    ])
    expect(body.deployedDecisionDefinitions).toBeNull()
    expect((await rest.get(`/deployment/${body.id}`)).body).toMatchObject({ id: body.id, name: 'first' })
    const { body: resources } = await rest.get(`/deployment/${body.id}/resources`)
    expect(resources.map(({ name }: { name: string }) => name)).toEqual(['note.txt', 'orders.bpmn'])
    const data = await rest.get(`/deployment/${body.id}/resources/${resources[0].id}/data`)
    expect([data.body, data.headers['content-disposition']]).toEqual(['hello', expect.stringContaining('note.txt')])
    expect(data.headers).toMatchObject({ 'content-length': '5', 'accept-ranges': 'bytes' })
    expect(Object.keys(resources[0]).toSorted()).toEqual(['deploymentId', 'id', 'name'])
    expect((await rest.get(`/deployment/${body.id}/resources/${unknownId}`)).status).toBe(404)
    expect((await stranger.get(`/deployment/${body.id}`)).status).toBe(404)
    expect((await stranger.get('/deployment')).body).toEqual([])
  })

  it('is active from a date on, by jobs that are listed, and is not deleted while instances run', async () => {
    const fields = { 'deployment-name': 'later', 'deployment-activation-time': '2090-01-01T00:00:00.000+0000' }
    const { status, body } = await rest.deploy({ 'later.bpmn': sequence('later', { t: '<userTask id="t"/>' }) }, fields)
    expect(status).toBe(200)
    const { body: definition } = await rest.get('/process-definition/key/later')
    expect(definition.suspended).toBe(true)
    expect((await rest.post('/process-definition/key/later/start', {})).status).toBe(400)
    // To clients it is a timer job without a definition, as in Camunda 7.
    const jobs = await rest.get('/job', { timers: 'true' })
    expect(jobs.body).toMatchObject([{ dueDate: '2090-01-01T00:00:00.000+0000', processDefinitionId: null }])
    expect((await rest.put(`/process-definition/${definition.id}/suspended`, { suspended: false })).status).toBe(204)
    expect((await rest.get('/process-definition/key/later')).body.suspended).toBe(false)
    const { body: instance } = await rest.post('/process-definition/key/later/start', {})
    const refused = await rest.delete(`/deployment/${body.id}`)
    expect([refused.status, (await rest.get(`/process-instance/${instance.id}`)).status]).toEqual([409, 200])
    expect((await rest.delete(`/deployment/${body.id}`, { cascade: 'true' })).status).toBe(204)
    const wrong = await rest.deploy({ 'a.bpmn': sequence('a', {}) }, { 'deployment-activation-time': 'soon' })
    expect(wrong.status).toBe(400)
  })

  it('without a change is not made again when asked so', async () => {
    const fields = { 'deployment-name': 'filtered', 'enable-duplicate-filtering': 'true' }
    const files = { 'filtered.bpmn': sequence('filtered', {}) }
    const first = await rest.deploy(files, fields)
    const again = await rest.deploy(files, fields)
    expect([again.body.id, again.body.deployedProcessDefinitions]).toEqual([first.body.id, null])
    const changed = await rest.deploy({ 'filtered.bpmn': sequence('filtered', { t: '<task id="t"/>' }) }, fields)
    expect(changed.body.id).not.toBe(first.body.id)
  })

  it('reports all errors of all files, and deploys nothing of any', async () => {
    const before = (await rest.get('/deployment/count')).body.count
    const { status, body } = await rest.deploy({
      'good.bpmn': sequence('good', {}),
      'bad.bpmn': bpmn(
        'bad',
        '<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="nowhere"/><serviceTask id="t"/>',
      ),
      'worse.bpmn': '<definitions',
    })
    expect([status, body.type]).toEqual([400, 'ParseException'])
    expect(Object.keys(body.details).sort()).toEqual(['bad.bpmn', 'worse.bpmn'])
    expect(body.details['bad.bpmn'].errors.flatMap(({ elementIds }: { elementIds: string[] }) => elementIds)).toEqual(
      expect.arrayContaining(['f', 't']),
    )
    expect((await rest.get('/deployment/count')).body.count).toBe(before)
    expect((await rest.get('/process-definition', { key: 'good' })).body).toEqual([])
  })

  it.each([
    ['no files', {}],
    ['only names', { 'deployment-name': 'empty' }],
  ])('of %s is refused', async (_, fields) => {
    expect((await rest.deploy({}, fields)).status).toBe(400)
  })

  it('is deployed again whole or in part', async () => {
    const { body } = await rest.deploy({ 'again.bpmn': sequence('again', {}), 'b.txt': 'b' })
    const { body: redeployed } = await rest.post(`/deployment/${body.id}/redeploy`, { resourceNames: ['again.bpmn'] })
    expect(Object.values(redeployed.deployedProcessDefinitions)).toMatchObject([{ key: 'again', version: 2 }])
    expect((await rest.post(`/deployment/${body.id}/redeploy`, { resourceNames: ['c.txt'] })).status).toBe(404)
    expect((await rest.post(`/deployment/${unknownId}/redeploy`)).status).toBe(404)
    expect((await stranger.post(`/deployment/${body.id}/redeploy`)).status).toBe(404)
  })

  it('goes with its instances and their history when deleted with cascade', async () => {
    const { body } = await rest.deploy({ 'gone.bpmn': sequence('gone', { t: '<userTask id="t"/>' }) })
    const { body: instance } = await rest.post('/process-definition/key/gone/start')
    expect((await stranger.delete(`/deployment/${body.id}`)).status).toBe(404)
    expect((await rest.delete(`/deployment/${body.id}`, { cascade: 'true' })).status).toBe(204)
    expect((await rest.get(`/process-instance/${instance.id}`)).status).toBe(404)
    expect((await rest.get('/history/activity-instance', { processInstanceId: instance.id })).body).toEqual([])
    expect((await rest.get(`/history/process-instance/${instance.id}`)).status).toBe(404)
    expect((await rest.delete(`/deployment/${body.id}`)).status).toBe(404)
  })

  it('is deleted with cascade even when an end listener fails', async () => {
    const listener = `<extensionElements><camunda:executionListener event="end" expression="\${nobody.there}"/></extensionElements>`
    const { body } = await rest.deploy({
      'stuck.bpmn': sequence('stuck', { t: `<userTask id="t">${listener}</userTask>` }),
    })
    const { body: instance } = await rest.post('/process-definition/key/stuck/start')
    expect((await rest.delete(`/deployment/${body.id}`, { cascade: 'true' })).status).toBe(204)
    expect((await rest.get('/history/activity-instance', { processInstanceId: instance.id })).body).toEqual([])
  })

  it('are listed by name, time and tenant', async () => {
    await rest.deploy({ 'x.txt': 'x' }, { 'deployment-name': 'list a', 'tenant-id': 'one' })
    await rest.deploy({ 'x.txt': 'x' }, { 'deployment-name': 'list b' })
    const names = async (query: Record<string, string>) =>
      (await rest.get('/deployment', { nameLike: 'list%', sortBy: 'name', sortOrder: 'asc', ...query })).body.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names({})).toEqual(['list a', 'list b'])
    expect(await names({ sortOrder: 'desc' })).toEqual(['list b', 'list a'])
    expect(await names({ maxResults: '1', firstResult: '1' })).toEqual(['list b'])
    expect(await names({ tenantIdIn: 'one' })).toEqual(['list a'])
    expect(await names({ withoutTenantId: 'true' })).toEqual(['list b'])
    expect(await names({ after: '2099-01-01T00:00:00.000+0000' })).toEqual([])
    expect((await rest.get('/deployment', { after: 'yesterday' })).status).toBe(400)
  })
})
