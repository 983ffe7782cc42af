import { expect, it } from 'vitest'
import { sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()
await rest.deploy({
  'inner.bpmn': sequence('inner', {
    t: `<serviceTask id="t" camunda:asyncBefore="true" camunda:expression="\${missing}"/>`,
  }),
  'outer.bpmn': sequence('outer', { call: '<callActivity id="call" calledElement="inner"/>' }),
})

async function begin(): Promise<{ outer: string; inner: string; job: Json }> {
  const outer = (await rest.post('/process-definition/key/outer/start')).body.id
  const [{ id: inner }] = (await rest.get('/process-instance', { superProcessInstance: outer })).body
  const [job] = (await rest.get('/job', { processInstanceId: inner })).body
  await rest.put(`/job/${job.id}/retries`, { retries: 0 })
  return { outer, inner, job }
}
const incidents = async (query: Record<string, string>): Promise<Json[]> => (await rest.get('/incident', query)).body

it('an incident is reported where it happened, and in its callers', async () => {
  const { outer, inner, job } = await begin()
  const [cause] = await incidents({ processInstanceId: inner })
  expect(cause).toMatchObject({
    incidentType: 'failedJob',
    activityId: 't',
    configuration: job.id,
    jobDefinitionId: job.jobDefinitionId,
  })
  expect(await incidents({ processInstanceId: outer })).toMatchObject([
    {
      incidentType: 'failedJob',
      activityId: 'call',
      causeIncidentId: cause.id,
      rootCauseIncidentId: cause.id,
      configuration: null,
    },
  ])
  expect(await incidents({ rootCauseIncidentId: cause.id })).toHaveLength(2)
  expect(await incidents({ processInstanceId: inner, incidentType: 'other' })).toEqual([])
  expect((await rest.get(`/incident/${cause.id}`)).body.id).toBe(cause.id)
  expect((await stranger.get(`/incident/${cause.id}`)).status).toBe(404)
  expect((await stranger.get('/incident')).body).toEqual([])
  await rest.put(`/job/${job.id}/retries`, { retries: 1 })
  expect(await incidents({ rootCauseIncidentId: cause.id })).toEqual([])
  expect((await rest.get('/history/incident', { rootCauseIncidentId: cause.id, resolved: 'true' })).body).toHaveLength(
    2,
  )
})

it('an incident is annotated', async () => {
  const { inner } = await begin()
  const [incident] = await incidents({ processInstanceId: inner })
  const url = `/incident/${incident.id}/annotation`
  expect((await stranger.put(url, { annotation: 'theirs' })).status).toBe(400)
  expect((await rest.put(`/incident/${unknownId}/annotation`, { annotation: 'x' })).status).toBe(400)
  expect((await rest.put(url, { annotation: 'call the vendor' })).status).toBe(204)
  expect(await incidents({ processInstanceId: inner })).toMatchObject([{ annotation: 'call the vendor' }])
  expect((await rest.delete(url)).status).toBe(204)
  expect(await incidents({ processInstanceId: inner })).toMatchObject([{ annotation: null }])
})

it('an incident made by hand is resolved by hand, one of a job is not', async () => {
  const { inner } = await begin()
  const [ofJob] = await incidents({ processInstanceId: inner })
  const { body: byHand } = await rest.post(`/execution/${inner}/create-incident`, { incidentType: 'odd' })
  expect((await rest.delete(`/incident/${ofJob.id}`)).status).toBe(400)
  expect((await stranger.delete(`/incident/${byHand.id}`)).status).toBe(404)
  expect((await rest.delete(`/incident/${byHand.id}`)).status).toBe(204)
  expect((await incidents({ processInstanceId: inner })).map(({ id }) => id)).toEqual([ofJob.id])
  expect((await rest.delete(`/incident/${byHand.id}`)).status).toBe(404)
})
