import { process } from '@millrace/bpmn/builder'
import {
  type BodyOf,
  externalListenerCalls as calls,
  externalDeliveryCalls as deliveries,
  externalSystemCalls,
  settingCalls,
} from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { beforeEach, expect } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createBrokers } from '../../platform/outgoing/brokers.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { runClaimedJob } from '../run-job.ts'
import type { Services } from '../work/services.ts'
import { claimAll } from './claim-all.ts'

type Connection = BodyOf<typeof externalSystemCalls.createConnection>['settings']
export type ListenerSettings = BodyOf<typeof calls.create>['settings']

/**
 * Opens a workplace with an external system and a process `order`, whose listeners may call brokers of this machine. Jobs
 * and listeners are deleted at the start of each test.
 *
 * @param services the ways to other systems.
 */
export async function openListenerPlace(services: Parameters<typeof createTestApp>[0] = {}) {
  const allowed = readAllowedAddresses('127.0.0.1')
  if (allowed === null) throw new Error('Expected an address.')
  const app = await createTestApp({ brokers: createBrokers({ allowed }), ...services })
  const { db, runtime, workplaceId, admin, signIn, signInAs, clock } = app
  const first = await signIn({ roles: ['RoleIntegration', 'RoleProcessAdmin'] })
  let keeper = first
  const actor = { workplaceId, userId: null, cause: 'test' }
  const models = {
    order: process('order').start().userTask('look').end().toXml(),
    pay: `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x"><message id="m" name="paid"/>
      <process id="pay" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="wait"/>
      <intermediateCatchEvent id="wait"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>
      <sequenceFlow id="f2" sourceRef="wait" targetRef="after"/><userTask id="after"/></process></definitions>`,
  }
  async function deployModel(name: keyof typeof models) {
    const files = [{ name: `${name}.bpmn`, bytes: Buffer.from(models[name]) }]
    const done = await deploy(runtime, actor, { name, source: null, tenantId: null, files })
    expect(done.ok).toBe(true)
  }
  await deployModel('order')

  const system = (await keeper.call(externalSystemCalls.create, { body: { name: 'Brokers' } })).body.id
  let count = 0
  async function connect(settings: Connection, secret: string) {
    const name = `B${++count}`
    const made = await keeper.call(externalSystemCalls.createConnection, {
      params: { id: system },
      body: { name, settings, secret },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const tested = await keeper.call(externalSystemCalls.testConnection, { params: { id: made.body.id } })
    const api = await keeper.call(externalSystemCalls.createApi, {
      params: { id: system },
      body: { name, connectionId: made.body.id },
    })
    return { id: made.body.id, apiId: api.body.id, fault: tested.body.fault }
  }
  async function listen(settings: ListenerSettings, apiId: string) {
    const body = { name: `L${++count}`, settings }
    const made = await keeper.call(calls.create, { params: { id: apiId }, body })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return made.body.id
  }
  /** Claims the jobs of listeners for a server. */
  async function claim(workerId?: string) {
    clock.advance({ seconds: 61 })
    const jobs = await claimAll(db, clock(), workerId === undefined ? {} : { workerId })
    return jobs.filter(({ kind }) => kind === 'listener')
  }
  const run = (job: Awaited<ReturnType<typeof claim>>[number], by: Runtime = runtime) =>
    runClaimedJob({ runtime: by, services: {} as Services }, job)
  /** Lets one server look, as its worker does. */
  async function look(by: Runtime = runtime) {
    for (const job of await claim()) await run(job, by)
    keeper = await signInAs(first.user)
  }
  const started = async () =>
    (
      await admin.query<{ business_key: string }>(`select business_key from instance
        where start_user_id in (select 'listener:' || id from external_listener) order by business_key`)
    ).rows.map((row) => row.business_key)
  const log = async () => (await keeper.call(deliveries.list, { query: { sort: 'at' } })).body.items
  const outcomes = async () => (await log()).map(({ outcome }) => outcome).sort()
  const get = async (id: string) => (await keeper.call(calls.get, { params: { id } })).body

  /** Switches the workplace to an environment; empty: to none. */
  async function switchTo(value: string) {
    const client = await signIn({ roles: ['RoleAdmin'] })
    const { settings } = (await client.call(settingCalls.list)).body
    const revision = settings.find(({ key }) => key === 'environment.name')?.revision ?? 0
    const body = { changes: [{ key: 'environment.name', value, revision }] }
    expect((await client.call(settingCalls.change, { body })).status).toBe(200)
  }

  beforeEach(async () => {
    keeper = await signInAs(first.user)
    await admin.query('delete from job')
    await admin.query('delete from external_listener')
  })

  return {
    ...{
      app,
      actor,
      models,
      allowed,
      system,
      deployModel,
      connect,
      listen,
      claim,
      run,
      look,
      started,
      log,
      outcomes,
      get,
      switchTo,
    },
    /** Who reads the log, signed in for the time of the last look. */
    keeper: () => keeper,
  }
}
