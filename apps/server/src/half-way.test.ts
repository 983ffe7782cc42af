import { appDecisionCalls, applicationCalls, appProcessCalls, formCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CuttableProxy, openCuttableProxy } from './testing/cuttable-proxy.ts'
import { changedTables, openWorkplaceRows } from './testing/workplace-rows.ts'

let way: CuttableProxy | undefined
const { admin, workplaceId, signIn } = await createTestApp({
  connectBy: async (connectionString) => {
    way = await openCuttableProxy(connectionString)
    return way.connectionString
  },
})
const proxy = way as unknown as CuttableProxy
const designer = await signIn({ roles: ['RoleDesign'] })
const allRows = await openWorkplaceRows(admin, { without: ['last_login_at', 'last_used_at'] })
/** What a session, or a call that is looked at anew, leaves of itself. */
const ownTables = new Set(['session', 'session_token', 'idempotency_key'])

await admin.query(`insert into category (workplace_id, id, name) values ($1, gen_random_uuid(), 'Dinners')`, [
  workplaceId,
])
afterAll(() => proxy.close())

const processXml = (key: string, name = 'Work') =>
  `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><bpmn:process id="${key}" name="${key}" isExecutable="true" camunda:candidateStarterGroups="cooks"><bpmn:startEvent id="start" camunda:formKey="${key}-form"><bpmn:messageEventDefinition messageRef="m"/></bpmn:startEvent><bpmn:sequenceFlow id="f" sourceRef="start" targetRef="work"/><bpmn:userTask id="work" name="${name}"/></bpmn:process><bpmn:message id="m" name="${key}-asked"/></bpmn:definitions>`
const tableXml = (key: string) =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="graph-${key}" name="Dish" namespace="t"><decision id="${key}-dish" name="${key}-dish"><decisionTable id="table"><input id="in" label="Season"><inputExpression typeRef="string"><text>season</text></inputExpression></input><output id="out" name="dish" typeRef="string"/><rule id="rule"><inputEntry id="cell"><text>"winter"</text></inputEntry><outputEntry id="answer"><text>"Stew"</text></outputEntry></rule></decisionTable></decision></definitions>`
const formJson = (label: string) =>
  JSON.stringify({ schema: 2, id: 'form', root: [{ id: 'a', type: 'text', key: 'a', props: { label } }] })

/** Fails where the product refuses. */
async function done<T>(answer: Promise<{ readonly status: number; readonly body: T; readonly error: unknown }>) {
  const { status, body, error } = await answer
  if (status !== 200) throw new Error(JSON.stringify(error))
  return body
}

/** After how many messages more the line is cut the next time. `npm run soak` cuts it after each. */
const step = process.env.MILLRACE_SOAK === '1' ? 1 : 4

let count = 0

/** An application with two processes, a form and a decision. */
async function createApplication() {
  const key = `dinner-${++count}`
  const { id: appId } = await done(
    designer.call(applicationCalls.create, { body: { name: `Dinner ${count}`, key, category: 'Dinners' } }),
  )
  const params = { appId }
  const [first, second] = [
    await done(designer.call(appProcessCalls.create, { params, body: { name: key, key, icon: 'home:tabler' } })),
    await done(designer.call(appProcessCalls.create, { params, body: { name: `${key} 2`, key: `${key}-2` } })),
  ]
  const form = await done(
    designer.call(formCalls.create, { params, body: { name: 'Dinner', formKey: `${key}-form`, labels: '' } }),
  )
  const decision = await done(
    designer.call(appDecisionCalls.create, { params, body: { name: `${key}-dish`, key: `${key}-dish` } }),
  )
  const ofProcess = { appId, processId: first.id }
  const ofForm = { appId, formId: form.id }
  const ofDecision = { appId, decisionId: decision.id }
  await done(designer.call(appProcessCalls.saveDesign, { params: ofProcess, body: { xml: processXml(key) } }))
  await done(designer.call(formCalls.saveDesign, { params: ofForm, body: { designerJson: formJson('Guests') } }))
  await done(designer.call(appDecisionCalls.saveDesign, { params: ofDecision, body: { xml: tableXml(key) } }))
  return { key, params, ofProcess, ofSecond: { appId, processId: second.id }, ofForm, ofDecision }
}

type Application = Awaited<ReturnType<typeof createApplication>>

const deploy = ({ params }: Application) => designer.call(applicationCalls.deploy, { params, body: {} })

/** Everything that is written for a whole application, or for a design of it. */
const operations: Readonly<
  Record<
    string,
    {
      readonly prepare?: (application: Application) => Promise<unknown>
      readonly act: (application: Application) => Promise<{ readonly status: number }>
    }
  >
> = {
  'the first version is deployed': { act: deploy },
  'the next version is deployed, without a process of the last one': {
    prepare: async (application) => {
      const { key, ofProcess, ofSecond } = application
      await done(deploy(application))
      await done(
        designer.call(appProcessCalls.saveDesign, { params: ofProcess, body: { xml: processXml(key, 'Cook') } }),
      )
      await done(designer.call(appProcessCalls.disable, { params: ofSecond, query: { deletedReason: 'Old' } }))
    },
    act: deploy,
  },
  'an earlier version is deployed again': {
    prepare: async (application) => {
      await done(deploy(application))
      await done(deploy(application))
    },
    act: ({ params }) =>
      designer.call(applicationCalls.rollBack, { params: { ...params, version: '1' } as never, body: {} }),
  },
  'it is undeployed': {
    prepare: deploy,
    act: ({ params }) => designer.call(applicationCalls.undeploy, { params }),
  },
  'it is copied': {
    act: ({ key, params }) =>
      designer.call(applicationCalls.copy, { params, body: { name: `${key} again`, key: `${key}-again` } }),
  },
  'a process is saved': {
    act: ({ key, ofProcess }) =>
      designer.call(appProcessCalls.saveDesign, { params: ofProcess, body: { xml: processXml(key, 'Cook') } }),
  },
  'a form is saved': {
    act: ({ ofForm }) =>
      designer.call(formCalls.saveDesign, { params: ofForm, body: { designerJson: formJson('Friends') } }),
  },
  'a decision is saved': {
    act: ({ key, ofDecision }) =>
      designer.call(appDecisionCalls.saveDesign, { params: ofDecision, body: { xml: tableXml(key) } }),
  },
}

async function changesOf(act: () => Promise<{ readonly status: number }>) {
  const before = await allRows.read(workplaceId)
  const { status } = await act()
  proxy.restore()
  const changed = changedTables(before, await allRows.read(workplaceId))
  return { status, changed: new Set([...changed].filter((name) => !ownTables.has(name))) }
}

/** Until it is taken away, nothing can be written to a table. */
async function refuseWrites(table: string): Promise<() => Promise<void>> {
  await admin.query(
    `create trigger refused before insert or update or delete on "${table}" for each row execute function refuse()`,
  )
  return async () => {
    await admin.query(`drop trigger refused on "${table}"`)
  }
}

beforeAll(async () => {
  await admin.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$`,
  )
})

describe.each(Object.entries(operations))('when %s', (_, { prepare = async () => {}, act }) => {
  let written: ReadonlySet<string> = new Set()

  beforeAll(async () => {
    const application = await createApplication()
    await prepare(application)
    const { status, changed } = await changesOf(() => act(application))
    expect(status).toBe(200)
    expect(changed.size).toBeGreaterThan(1)
    written = changed
  })

  it('and the database fails at any of its tables, nothing of it is there, and it can be done again', async () => {
    const application = await createApplication()
    await prepare(application)
    for (const table of written) {
      const allow = await refuseWrites(table)
      const { status, changed } = await changesOf(() => act(application))
      await allow()
      expect([table, status >= 500, [...changed]]).toEqual([table, true, []])
    }
    const { status, changed } = await changesOf(() => act(application))
    expect([status, changed]).toEqual([200, written])
  })

  it('and the line to the database breaks anywhere, all of it is there or nothing', async () => {
    let whole = 0
    let none = 0
    let application = await createApplication()
    await prepare(application)
    for (let messages = 0; messages < 60 && whole < 2; messages += step) {
      const { status, changed } = await changesOf(() => {
        proxy.cut(messages)
        return act(application)
      })
      if (changed.size === 0) {
        none += 1
        // What was not done is not told to be.
        expect([messages, status]).not.toEqual([messages, 200])
        continue
      }
      whole += 1
      expect([messages, changed]).toEqual([messages, written])
      if (whole === 2) break
      application = await createApplication()
      await prepare(application)
    }
    expect([whole, none > 0]).toEqual([2, true])
  })
})
