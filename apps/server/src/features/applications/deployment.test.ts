import { applicationCalls, appProcessCalls, formCalls, processCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it, vi } from 'vitest'
import { executeCommand } from '../../runtime/execute/execute-command.ts'

const { db, admin, workplaceId, signIn, runtime } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'], firstName: 'Grace', lastName: 'Hopper' })
const worker = await signIn({ roles: ['RoleUser'] })
const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })
await admin.query(`insert into category (workplace_id, id, name) values ($1, gen_random_uuid(), 'Sales')`, [
  workplaceId,
])

const grace = { username: designer.user.username, displayName: 'Grace Hopper' }
const at = '2030-01-07T09:00:00.000Z'
let count = 0

const xmlOf = (key: string, inside = '') =>
  `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><bpmn:process id="${key}" isExecutable="true"><bpmn:startEvent id="start" camunda:formKey="${key}-form"/><bpmn:sequenceFlow id="f" sourceRef="start" targetRef="work"/><bpmn:userTask id="work" camunda:candidateGroups="\${'staff'}"/>${inside}</bpmn:process></bpmn:definitions>`
const designerJson = (label: string) =>
  JSON.stringify({ schema: 2, id: 'form', root: [{ id: 'a', type: 'text', key: 'a', props: { label } }] })

/** An application with a process and the form that starts it. */
async function createApplication() {
  const key = `order-${++count}`
  const { body: application } = await designer.call(applicationCalls.create, {
    body: { name: `Orders ${count}`, key, category: 'Sales' },
  })
  const appId = application.id
  const params = { appId }
  const process = await designer.call(appProcessCalls.create, { params, body: { name: 'Order', key } })
  const form = await designer.call(formCalls.create, {
    params,
    body: { name: 'Order', formKey: `${key}-form`, labels: '' },
  })
  const draw = async (xml: string) => {
    const saved = await designer.call(appProcessCalls.saveDesign, {
      params: { appId, processId: process.body.id },
      body: { xml },
    })
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.error))
  }
  const design = async (label: string) => {
    const saved = await designer.call(formCalls.saveDesign, {
      params: { appId, formId: form.body.id },
      body: { designerJson: designerJson(label) },
    })
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.error))
  }
  await draw(xmlOf(key))
  await design('Goods')
  return { appId, params, key, processId: process.body.id, formId: form.body.id, draw, design }
}

const deploy = (appId: string, note?: string) =>
  designer.call(applicationCalls.deploy, { params: { appId }, body: note === undefined ? {} : { note } })
const stateOf = async (appId: string) => (await designer.call(applicationCalls.deployment, { params: { appId } })).body

interface Startable {
  readonly definitionId: string
  readonly key: string
  readonly version: number
}

/** What somebody who starts processes finds. */
async function findStartable(key: string): Promise<Startable | undefined> {
  const { body } = await worker.send({ url: '/api/category/Sales/processes' })
  return (body as readonly Startable[]).find((one) => one.key === key)
}

async function readStartForm(definitionId: string) {
  const { body } = await worker.send({ url: `/api/processes/definitions/${definitionId}/start-form?timeZone=UTC` })
  return body as { form: { document: { hash: string } } }
}

async function start(definitionId: string) {
  const { form } = await readStartForm(definitionId)
  const payload = { values: {}, hash: form.document.hash, action: null, timeZone: 'UTC' }
  const url = `/api/processes/definitions/${definitionId}/start`
  return worker.send({ method: 'POST', url, payload })
}

describe('an application', () => {
  it('is deployed as one: its processes are found in its category, and start with its forms', async () => {
    const { appId, key, processId, formId } = await createApplication()
    expect(await stateOf(appId)).toMatchObject({
      last: null,
      parts: [
        { kind: 'process', id: processId, version: 2, deployedVersion: null, change: 'added' },
        { kind: 'form', id: formId, version: 1, deployedVersion: null, change: 'added' },
      ],
      runningInstances: 0,
      running: [],
    })
    const deployed = await deploy(appId, 'First')
    expect([deployed.status, deployed.body.version, deployed.body.warnings]).toEqual([200, 1, []])
    const found = await findStartable(key)
    expect(found).toMatchObject({ key, version: 1 })
    expect(JSON.stringify(await readStartForm(found?.definitionId ?? ''))).toContain('"Goods"')
    expect((await start(found?.definitionId ?? '')).status).toBe(200)
    const state = await stateOf(appId)
    expect(state.last).toEqual({
      version: 1,
      deploymentId: deployed.body.deploymentId,
      note: 'First',
      restoredFrom: null,
      deployedAt: at,
      deployedBy: grace,
      override: null,
      undeployed: null,
    })
    expect(state.parts.map(({ change }) => change)).toEqual(['same', 'same'])
    expect(state.runningInstances).toBe(1)
    expect(state.running).toEqual([{ version: 1, instances: 1 }])
  })

  it('is found with the logo of its process, by those alone who may start it', async () => {
    const { appId, params, key, processId } = await createApplication()
    const change = (details: object) =>
      designer.call(appProcessCalls.save, { params: { appId, processId }, body: { name: 'Order', key, ...details } })
    expect((await change({ icon: 'truck:tabler', starterGroups: 'clerks' })).status).toBe(200)
    await deploy(appId)
    expect(await findStartable(key)).toBeUndefined()
    const clerk = await signIn({ roles: ['RoleUser'], groups: ['clerks'] })
    const { body } = await clerk.send({ url: '/api/category/Sales/processes' })
    expect((body as Startable[]).find((one) => one.key === key)).toMatchObject({ icon: 'truck:tabler' })
    const { body: now } = await designer.call(appProcessCalls.get, { params: { ...params, processId } })
    expect((await change({ ...now, starterGroups: null, icon: null })).status).toBe(200)
    await deploy(appId)
    // Taken away from the process, its logo goes with the next version.
    expect(await findStartable(key)).toMatchObject({ version: 2, icon: null })
    const operator = await signIn({ roles: ['RoleProcessAdmin'] })
    const chosen = { params: { key }, body: { icon: 'bike:tabler' } }
    expect((await operator.call(processCalls.setIcon, chosen)).status).toBe(204)
    // Not at the very moment of a deployment: the clock of this file stands still.
    await admin.query(`update process_icon set changed_at = changed_at + interval '1 minute' where process_key = $1`, [
      key,
    ])
    await deploy(appId)
    expect(await findStartable(key)).toMatchObject({ icon: 'bike:tabler' })
  })

  it('is changed and deployed again, says what is different, and is rolled back', async () => {
    const { appId, params, key, design } = await createApplication()
    await deploy(appId)
    await design('Services')
    expect((await stateOf(appId)).parts.map(({ change }) => change)).toEqual(['same', 'changed'])
    expect((await start((await findStartable(key))?.definitionId ?? '')).status).toBe(200)
    await deploy(appId, 'Services too')
    const labelNow = async () => JSON.stringify(await readStartForm((await findStartable(key))?.definitionId ?? ''))
    expect(await labelNow()).toContain('"Services"')
    for (const _ of [1, 2]) {
      const { definitionId = '' } = (await findStartable(key)) ?? {}
      expect((await start(definitionId)).status).toBe(200)
    }
    expect((await stateOf(appId)).running).toEqual([
      { version: 2, instances: 2 },
      { version: 1, instances: 1 },
    ])
    const back = await designer.call(applicationCalls.rollBack, {
      params: { ...params, version: '1' } as never,
      body: { note: 'Services were wrong' },
    })
    expect(back.body.version).toBe(3)
    expect(await labelNow()).toContain('"Goods"')
    expect((await findStartable(key))?.version).toBe(3)
    const { body: versions } = await designer.call(applicationCalls.versions, { params })
    expect(versions.map(({ version, note, restoredFrom }) => [version, note, restoredFrom])).toEqual([
      [3, 'Services were wrong', 1],
      [2, 'Services too', null],
      [1, null, null],
    ])
    expect((await stateOf(appId)).parts.map(({ change }) => change)).toEqual(['same', 'changed'])
    const none = await designer.call(applicationCalls.rollBack, {
      params: { ...params, version: '9' } as never,
      body: {},
    })
    expect(none.status).toBe(404)
  })

  it('with an error in one part is not deployed at all, and each error is reported by its part', async () => {
    const { appId, params, key, draw } = await createApplication()
    await designer.call(appProcessCalls.create, { params, body: { name: 'Fine', key: `${key}-fine` } })
    await draw(xmlOf(key, '<bpmn:sequenceFlow id="nowhere" sourceRef="work" targetRef="gone"/>'))
    const refused = await deploy(appId)
    expect([refused.status, refused.error.code]).toEqual([422, 'deployment.invalid'])
    expect(refused.error.message).toMatch(/^Expected files that can be deployed, but there .*Nothing was deployed\./)
    expect(refused.error.details?.map(({ where }) => where.split('#')[0])).toEqual(
      refused.error.details?.map(() => `${key}.bpmn`),
    )
    expect((await stateOf(appId)).last).toBeNull()
    expect(await findStartable(`${key}-fine`)).toBeUndefined()
    const { rows } = await admin.query('select 1 from process_definition where key = any($1)', [[key, `${key}-fine`]])
    expect(rows).toEqual([])
  })

  it('without a process that is in use is not deployed', async () => {
    const { appId, params, processId } = await createApplication()
    const query = { deletedReason: 'Old' }
    await designer.call(appProcessCalls.disable, { params: { appId, processId }, query })
    const empty = await deploy(appId)
    expect([empty.status, empty.error.code]).toEqual([409, 'application.empty'])
    await designer.call(applicationCalls.disable, { params, query })
    expect((await deploy(appId)).error.code).toBe('thing.disabled')
  })

  it('is undeployed: nobody starts it, what runs continues, and the next version takes it back', async () => {
    const { appId, params, key } = await createApplication()
    expect((await designer.call(applicationCalls.undeploy, { params })).error.code).toBe('application.not-deployed')
    await deploy(appId)
    const { definitionId = '' } = (await findStartable(key)) ?? {}
    expect((await start(definitionId)).status).toBe(200)
    const { body: state } = await designer.call(applicationCalls.undeploy, { params })
    expect(state.last?.undeployed).toEqual({ at, by: grace })
    expect(state.runningInstances).toBe(1)
    expect(await findStartable(key)).toBeUndefined()
    expect(await readStartForm(definitionId)).toMatchObject({ code: 'definition.not-startable' })
    expect((await designer.call(applicationCalls.undeploy, { params })).error.code).toBe('application.not-deployed')
    await deploy(appId)
    expect((await findStartable(key))?.version).toBe(2)
  })

  it('lets nobody start a process that is no longer in it, in none of its versions, and lets continue what runs', async () => {
    const { appId, params, key } = await createApplication()
    const second = `${key}-second`
    const added = await designer.call(appProcessCalls.create, { params, body: { name: 'Second', key: second } })
    const place = { appId, processId: added.body.id }
    const xml = xmlOf(second).replace(` camunda:formKey="${second}-form"`, '')
    await designer.call(appProcessCalls.saveDesign, { params: place, body: { xml } })
    await deploy(appId)
    await deploy(appId)
    const versions = await admin.query<{ id: string }>(
      'select id from process_definition where workplace_id = $1 and key = $2 order by version',
      [workplaceId, second],
    )
    const [first, last] = versions.rows.map(({ id }) => id)
    expect((await start(last ?? '')).status).toBe(200)
    await designer.call(appProcessCalls.disable, { params: place, query: { deletedReason: 'No longer needed' } })
    expect((await deploy(appId)).body.version).toBe(3)
    for (const id of [first ?? '', last ?? ''])
      expect(await readStartForm(id)).toMatchObject({ code: 'definition.not-startable' })
    expect([await findStartable(second), (await findStartable(key))?.version]).toEqual([undefined, 3])
    const running = await admin.query(
      'select is_suspended from instance where workplace_id = $1 and definition_id = $2',
      [workplaceId, last],
    )
    expect(running.rows).toEqual([{ is_suspended: false }])
    await designer.call(applicationCalls.rollBack, { params: { ...params, version: '2' } as never, body: {} })
    expect((await findStartable(second))?.version).toBe(3)
  })

  it('stops what calls a process that is no longer in it, with an incident, until it is there again', async () => {
    const { appId, params, key, draw } = await createApplication()
    const second = `${key}-second`
    const added = await designer.call(appProcessCalls.create, { params, body: { name: 'Second', key: second } })
    const place = { appId, processId: added.body.id }
    const xml = xmlOf(second).replace(` camunda:formKey="${second}-form"`, '')
    await designer.call(appProcessCalls.saveDesign, { params: place, body: { xml } })
    await draw(
      xmlOf(
        key,
        `<bpmn:sequenceFlow id="g" sourceRef="work" targetRef="call"/><bpmn:callActivity id="call" calledElement="${second}" camunda:asyncBefore="true"/>`,
      ),
    )
    await deploy(appId)
    expect((await start((await findStartable(key))?.definitionId ?? '')).status).toBe(200)
    const { rows } = await admin.query<{ id: string; instance_id: string }>(
      'select t.id, t.instance_id from task t join process_definition d on d.id = t.definition_id where d.key = $1',
      [key],
    )
    const [{ id: taskId, instance_id: instanceId } = { id: '', instance_id: '' }] = rows
    await designer.call(appProcessCalls.disable, { params: place, query: { deletedReason: 'No longer needed' } })
    await deploy(appId)
    const actor = { workplaceId, userId: null, cause: 'test' }
    await executeCommand(runtime, actor, {
      target: { by: 'task', id: taskId },
      command: { type: 'completeTask', taskId, variables: [] },
    })
    const run = async () => {
      const found = await admin.query('select id from job where instance_id = $1', [instanceId])
      const jobId: string = found.rows[0].id
      return executeCommand(runtime, actor, { target: { by: 'job', id: jobId }, command: { type: 'runJob', jobId } })
    }
    const answer = await run()
    expect(answer).toMatchObject({
      ok: false,
      reason: 'failed',
      failure: {
        code: 'engine.definition-missing',
        elementId: 'call',
        message: expect.stringContaining(`Expected a process “${second}” that call can call, but it is suspended`),
      },
    })
    await designer.call(appProcessCalls.restore, { params: place })
    await deploy(appId)
    expect(await run()).toMatchObject({ ok: true })
  })

  it('does not replace what came from files, but for users who may deploy files, and keeps what it took over', async () => {
    const { appId, key } = await createApplication()
    const operator = await signIn({ roles: ['RoleDesign', 'RoleProcessAdmin'] })
    const versionsOf = async () =>
      (
        await admin.query<{ version: number }>(
          'select version from process_definition where workplace_id = $1 and key = $2 order by version',
          [workplaceId, key],
        )
      ).rows.map(({ version }) => version)
    const form = new FormData()
    form.append('file', new Blob([xmlOf(key)]), 'by-hand.bpmn')
    const uploaded = await operator.send({ method: 'POST', url: '/api/processengine/deployments', payload: form })
    expect(uploaded.status).toBe(200)
    const refused = await deploy(appId)
    expect([refused.status, refused.error.code, refused.error.details]).toEqual([
      409,
      'application.key-deployed',
      [
        {
          where: `${key}.bpmn`,
          message: `Expected a key that an application has deployed last, but “${key}” came from files.`,
        },
      ],
    ])
    expect([await versionsOf(), (await stateOf(appId)).last]).toEqual([[1], null])
    expect((await operator.call(applicationCalls.deploy, { params: { appId }, body: {} })).status).toBe(200)
    expect((await deploy(appId)).body.version).toBe(2)
    expect(await versionsOf()).toEqual([1, 2, 3])
  })

  it('is read once, and what was read is tested and deployed', async () => {
    const { appId } = await createApplication()
    const read = vi.spyOn(runtime.db, 'read')
    const countReads = async (work: () => Promise<unknown>) => {
      read.mockClear()
      await work()
      return read.mock.calls.length
    }
    // The state of its deployment is one read too: the rest is about who asks.
    const forState = await countReads(() => stateOf(appId))
    const forDeployment = await countReads(() => deploy(appId))
    read.mockRestore()
    expect(forDeployment).toBe(forState)
  })

  it('deployed twice at once becomes two versions', async () => {
    const { appId } = await createApplication()
    const both = await Promise.all([deploy(appId), deploy(appId)])
    expect(both.map(({ body }) => body.version).toSorted()).toEqual([1, 2])
  })

  it('is for designers of its workplace', async () => {
    const { appId, params } = await createApplication()
    await deploy(appId)
    for (const client of [worker, stranger]) {
      const answers = [
        await client.call(applicationCalls.deployment, { params }),
        await client.call(applicationCalls.versions, { params }),
        await client.call(applicationCalls.deploy, { params, body: {} }),
        await client.call(applicationCalls.rollBack, { params: { ...params, version: '1' } as never, body: {} }),
        await client.call(applicationCalls.undeploy, { params }),
      ]
      const code = client === worker ? 'right.missing' : 'thing.not-found'
      expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => code))
    }
  })
})
