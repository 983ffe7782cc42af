import { serialize } from 'node:v8'
import { appDecisionCalls, applicationCalls, appProcessCalls, trialCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { describe, expect, it, vi } from 'vitest'

const { app, db, workplaceId, runtime, signIn } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'], firstName: 'Grace', lastName: 'Hopper' })
const program = await createUser(db, { workplaceId, username: 'program', roles: ['RoleUser', 'RoleFullAPI'] })
const headers = { authorization: `Bearer ${await createApiToken(db, program)}` }

const processOf = (key: string) =>
  `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><bpmn:process id="${key}" isExecutable="true"><bpmn:startEvent id="start"/><bpmn:sequenceFlow id="f" sourceRef="start" targetRef="rules"/><bpmn:businessRuleTask id="rules" camunda:decisionRef="${key}-dish" camunda:mapDecisionResult="singleEntry" camunda:resultVariable="dish"/><bpmn:sequenceFlow id="g" sourceRef="rules" targetRef="work"/><bpmn:userTask id="work" camunda:candidateGroups="\${'staff'}"/></bpmn:process></bpmn:definitions>`
const samplesOf = (expected: string) =>
  `<extensionElements><m:samples xmlns:m="urn:millrace:dmn:1.0">[{"name":"Cold","values":{"season":"winter"},"expected":[{"dish":"${expected}"}]}]</m:samples></extensionElements>`
const tableOf = (key: string, { dish = 'Stew', samples = '', cell = '"winter"' } = {}) =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="graph-${key}" name="Dish" namespace="t"><decision id="${key}-dish" name="Dish">${samples}<decisionTable id="table"><input id="in" label="Season"><inputExpression typeRef="string"><text>season</text></inputExpression></input><output id="out" name="dish" typeRef="string"/><rule id="rule"><inputEntry id="cell"><text>${cell}</text></inputEntry><outputEntry id="answer"><text>"${dish}"</text></outputEntry></rule></decisionTable></decision></definitions>`

let count = 0

/** An application with a process that asks a decision. */
async function createApplication(xml: (key: string) => string = (key) => tableOf(key)) {
  const key = `dinner-${++count}`
  const { body } = await designer.call(applicationCalls.create, { body: { name: `Dinner ${count}`, key } })
  const params = { appId: body.id }
  const process = await designer.call(appProcessCalls.create, { params, body: { name: 'Dinner', key } })
  await designer.call(appProcessCalls.saveDesign, {
    params: { ...params, processId: process.body.id },
    body: { xml: processOf(key) },
  })
  const decision = await designer.call(appDecisionCalls.create, { params, body: { name: 'Dish', key: `${key}-dish` } })
  const decisionId = decision.body.id
  const draw = async (text: string) => {
    const saved = await designer.call(appDecisionCalls.saveDesign, {
      params: { ...params, decisionId },
      body: { xml: text },
    })
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.error))
  }
  await draw(xml(key))
  return { params, key, processId: process.body.id, decisionId, draw }
}

const deploy = (params: { appId: string }, body: object = {}) =>
  designer.call(applicationCalls.deploy, { params, body })
const versionsOf = async (params: { appId: string }) =>
  (await designer.call(applicationCalls.versions, { params })).body

/** What a process gets from the decision that is deployed now. */
async function findDish(key: string): Promise<unknown> {
  const payload = { variables: { season: { value: 'winter', type: 'String' } }, withVariablesInReturn: true }
  const url = `/engine-rest/process-definition/key/${key}/start`
  const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload })
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
  return JSON.parse(body).variables.dish?.value
}

describe('a decision of an application', () => {
  it('is deployed with it, and asked by its processes; versions and roll back have it too', async () => {
    const { params, key, decisionId, draw } = await createApplication()
    expect((await designer.call(applicationCalls.deployment, { params })).body.parts).toMatchObject([
      { kind: 'process' },
      { kind: 'decision', id: decisionId, key: `${key}-dish`, version: 2, change: 'added' },
    ])
    const deployed = await deploy(params)
    expect([deployed.status, deployed.body.version, deployed.body.warnings]).toEqual([200, 1, []])
    expect(await findDish(key)).toBe('Stew')
    await draw(tableOf(key, { dish: 'Soup' }))
    expect(await findDish(key)).toBe('Stew')
    await deploy(params)
    expect(await findDish(key)).toBe('Soup')
    const back = await designer.call(applicationCalls.rollBack, {
      params: { ...params, version: '1' } as never,
      body: {},
    })
    expect(back.body.version).toBe(3)
    expect(await findDish(key)).toBe('Stew')
  })

  it('with a wrong table keeps all of it from being deployed, and the error names the cell', async () => {
    const { params } = await createApplication((key) => tableOf(key, { cell: '"winter' }))
    const refused = await deploy(params)
    expect([refused.status, refused.error.code]).toEqual([422, 'deployment.invalid'])
    expect(refused.error.details).toMatchObject([{ code: 'dmn.invalid', where: expect.stringContaining('cell') }])
    expect(refused.error.details?.[0]?.message).toMatch(/^Dish, rule 1, Season: Expected/)
    expect(await versionsOf(params)).toEqual([])
  })

  it('that is disabled is not deployed', async () => {
    const { params, decisionId } = await createApplication()
    const query = { deletedReason: 'Old' }
    await designer.call(appDecisionCalls.disable, { params: { ...params, decisionId }, query })
    const deployed = await deploy(params)
    expect(deployed.body.warnings).toMatchObject([{ code: 'deployment.target-unknown' }])
  })

  it('that has left its application is asked by nobody, in no version, until it is there again', async () => {
    const { params, key, decisionId } = await createApplication()
    await deploy(params)
    const place = { ...params, decisionId }
    await designer.call(appDecisionCalls.disable, { params: place, query: { deletedReason: 'Old' } })
    await deploy(params)
    await expect(findDish(key)).rejects.toThrow(`Expected a decision “${key}-dish” that rules can ask, but it has left`)
    const ask = async () => {
      const payload = { variables: { season: { value: 'winter', type: 'String' } } }
      const url = `/engine-rest/decision-definition/key/${key}-dish/evaluate`
      const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload })
      return [statusCode, JSON.parse(body).message ?? JSON.parse(body)]
    }
    // Twice: the second time it is held in memory.
    for (const _ of [1, 2])
      expect(await ask()).toEqual([400, expect.stringContaining(`“${key}-dish” was removed from its application`)])
    await designer.call(appDecisionCalls.restore, { params: place })
    await deploy(params)
    expect(await findDish(key)).toBe('Stew')
    expect(await ask()).toEqual([200, [{ dish: { value: 'Stew', type: 'String', valueInfo: {} } }]])
  })
})

/** What threads were asked for during a deployment: which of it, and whether the text of a decision was in it. */
async function listOrders(work: () => Promise<unknown>): Promise<(readonly [string, 'text' | 'no text'])[]> {
  const run = vi.spyOn(runtime.threads, 'run')
  await work()
  const orders = run.mock.calls.map(([order]) => order)
  run.mockRestore()
  return orders.map(({ kind, input }) => [kind, serialize(input).includes('<decisionTable') ? 'text' : 'no text'])
}

describe('the file of a decision', () => {
  const cold = {
    name: 'Cold',
    steps: [
      {
        kind: 'start',
        at: '2026-03-02T10:00:00.000Z',
        variables: [{ name: 'season', type: 'String', value: 'winter' }],
      },
    ],
    expected: {
      path: ['start', 'rules', 'work'],
      variables: [{ name: 'dish', type: 'String', value: 'Stew' }],
      status: 'running',
    },
  } as const

  it('is read once for its deployment, its samples and the test cases that ask it', async () => {
    const { params, processId } = await createApplication((key) => tableOf(key, { samples: samplesOf('Stew') }))
    const test = await designer.call(trialCalls.createTest, { params: { ...params, processId }, body: cold })
    expect(test.status).toBe(200)
    const orders = await listOrders(async () => expect((await deploy(params)).status).toBe(200))
    expect(orders).toEqual([
      ['readFiles', 'text'],
      ['tryOut', 'no text'],
      ['testDecisions', 'no text'],
    ])
  })

  it('that is long to copy stays in the thread, and is read where it is used', async () => {
    const { params, key, processId, draw } = await createApplication()
    await designer.call(trialCalls.createTest, { params: { ...params, processId }, body: cold })
    await draw(`${tableOf(key, { samples: samplesOf('Soup') })}<!--${' '.repeat(200_000)}-->`)
    let refused: Awaited<ReturnType<typeof deploy>> | undefined
    const orders = await listOrders(async () => {
      refused = await deploy(params)
    })
    expect(refused?.error.details).toEqual([expect.objectContaining({ where: 'Dish: Cold' })])
    expect(orders).toEqual([
      ['readFiles', 'text'],
      ['tryOut', 'text'],
      ['testDecisions', 'text'],
    ])
  })
})

describe('samples of a decision', () => {
  it('that pass are no hindrance', async () => {
    const { params } = await createApplication((key) => tableOf(key, { samples: samplesOf('Stew') }))
    expect((await deploy(params)).status).toBe(200)
    expect((await versionsOf(params))[0]?.override).toBeNull()
  })

  it('that fail keep it from being deployed, unless the designer wants it all the same, which is recorded', async () => {
    const { params, key } = await createApplication((key) => tableOf(key, { samples: samplesOf('Soup') }))
    const refused = await deploy(params)
    expect([refused.status, refused.error.code]).toEqual([409, 'application.tests-failed'])
    const message = 'Expected [{"dish":"Soup"}], but it gave [{"dish":"Stew"}].'
    expect(refused.error.details).toEqual([expect.objectContaining({ where: 'Dish: Cold', message })])
    expect(await versionsOf(params)).toEqual([])
    const deployed = await deploy(params, { overrideReason: 'The sample is of last winter' })
    expect([deployed.status, deployed.body.version]).toEqual([200, 1])
    expect((await versionsOf(params))[0]?.override).toEqual({
      reason: 'The sample is of last winter',
      failedTests: ['Dish: Cold'],
    })
    expect(await findDish(key)).toBe('Stew')
  })
})
