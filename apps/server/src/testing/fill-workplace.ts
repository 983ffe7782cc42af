import {
  applicationCalls,
  appProcessCalls,
  dataListCalls,
  directoryCalls,
  hierarchyCalls,
  ownRoleCalls,
  profileCalls,
  roleCalls,
  themeCalls,
  userPropertyCalls,
} from '@millrace/contract'
import type { TestApp, TestClient } from '@millrace/server/testing'
import { multipart } from '../runtime/testing/multipart.ts'

export interface Filling {
  readonly app: TestApp['app']
  /** The authorization of the user “ada” in the group “clerks”, with the right to the whole API. */
  readonly authorization: string
  readonly client: TestClient
  /** A word that every name and text has. */
  readonly marker: string
}

/**
 * Carries out all actions in a workplace that leave rows behind: instances that wait at each kind of element, and data
 * that users add.
 */
export async function fillWorkplace({ app, authorization, client, marker }: Filling): Promise<void> {
  const rest = async (url: string, payload: object, method: 'POST' | 'PUT' = 'POST') => {
    const response = await app.inject({ method, url: `/engine-rest${url}`, headers: { authorization }, payload })
    if (response.statusCode >= 300) throw new Error(`${url}: ${response.body}`)
    return response.body === '' ? null : JSON.parse(response.body)
  }
  const files = multipart(
    [
      { name: 'secret.bpmn', content: modelWith(marker) },
      { name: 'secret.dmn', content: decisionWith(marker) },
    ],
    { 'deployment-name': marker },
  )
  const deployed = await app.inject({
    method: 'POST',
    url: '/engine-rest/deployment/create',
    headers: { authorization, ...files.headers },
    payload: files.payload,
  })
  if (deployed.statusCode !== 200) throw new Error(deployed.body)
  const variables = { note: { value: marker, type: 'String' }, long: { value: marker.repeat(1000), type: 'String' } }
  await rest('/process-definition/key/secretProcess/start', { variables, businessKey: marker })
  await rest('/process-definition/key/secretProcess/start', { variables, businessKey: `${marker} 2` })
  await rest('/decision-definition/key/secretDecision/evaluate', { variables })
  const [task] = await rest('/task', {})
  await rest(`/task/${task.id}/claim`, { userId: 'ada' })
  await rest(`/task/${task.id}/comment/create`, { message: marker })
  await rest('/task/create', { name: marker })
  await rest('/group/create', { id: 'auditors', name: marker })
  await rest('/tenant/create', { id: 'tenant', name: marker })
  const file = multipart([{ name: `${marker}.txt`, content: marker }])
  const uploaded = await client.send({ method: 'POST', url: '/api/files', ...file })
  if (uploaded.status >= 300) throw new Error(JSON.stringify(uploaded.body))
  const application = await client.call(applicationCalls.create, { body: { name: marker, key: marker } })
  if (application.status !== 200) throw new Error(JSON.stringify(application.body))
  const process = await client.call(appProcessCalls.create, {
    params: { appId: application.body.id },
    body: { name: marker, key: marker },
  })
  if (process.status !== 200) throw new Error(JSON.stringify(process.body))
  await fillLook(client, marker)
  await fillDataList(client, marker)
  await fillUserProperty(client, marker)
  await fillHierarchy(client, marker)
  await fillOwnRole(client, marker)
  await fillDirectory(client, marker)
}

async function fillDataList(client: TestClient, marker: string): Promise<void> {
  const columns = [{ key: 'code', name: marker, type: 'text' }]
  const made = await client.call(dataListCalls.create, {
    body: { name: marker, key: marker, description: marker, columns },
  })
  const cells = { code: marker }
  const saved = await client.call(dataListCalls.saveRows, {
    params: { id: made.body.id },
    body: { version: 1, added: [{ after: null, cells }] },
  })
  for (const { status, body } of [made, saved]) if (status >= 300) throw new Error(JSON.stringify(body))
}

async function fillUserProperty(client: TestClient, marker: string): Promise<void> {
  const key = marker.replaceAll(/[^A-Za-z0-9]/g, '')
  const own = await client.call(profileCalls.get)
  const settings = { defaultDescription: marker, editors: 'user' } as const
  const answers = [
    await client.call(userPropertyCalls.create, { body: { name: marker, key, ...settings } }),
    await client.call(userPropertyCalls.setValuesOfUser, {
      params: { id: own.body.user.id },
      body: { values: { [key]: marker } },
    }),
  ]
  for (const { status, body } of answers) if (status >= 300) throw new Error(JSON.stringify(body))
}

async function fillHierarchy(client: TestClient, marker: string): Promise<void> {
  const made = await client.call(hierarchyCalls.create, { body: { name: marker, description: marker } })
  const added = await client.call(hierarchyCalls.addNode, {
    params: { id: made.body.id },
    body: { name: marker },
  })
  for (const { status, body } of [made, added]) if (status >= 300) throw new Error(JSON.stringify(body))
}

/** A directory, with a run that was cancelled before its job came to it. */
async function fillDirectory(client: TestClient, marker: string): Promise<void> {
  const made = await client.call(directoryCalls.create, {
    body: { name: marker, description: marker, addresses: 'ldap.example.org', bindDn: marker, password: marker },
  })
  const started = await client.call(directoryCalls.startRun, { params: { id: made.body.id }, body: {} })
  const params = { id: made.body.id, runId: started.body.id }
  const cancelled = await client.call(directoryCalls.cancelRun, { params })
  for (const { status, body } of [made, started, cancelled]) if (status >= 300) throw new Error(JSON.stringify(body))
}

/** A role of the workplace, which the user has. */
async function fillOwnRole(client: TestClient, marker: string): Promise<void> {
  const key = marker.replaceAll(/[^A-Za-z0-9]/g, '')
  const own = await client.call(profileCalls.get)
  const permissions = [{ kind: 'process' as const, thing: null, actions: ['see' as const] }]
  const made = await client.call(ownRoleCalls.create, { body: { key, name: marker, description: marker, permissions } })
  const given = await client.call(roleCalls.addMember, { params: { roleName: key, id: own.body.user.id } })
  for (const { status, body } of [made, given]) if (status >= 300) throw new Error(JSON.stringify(body))
}

/** A theme, the name and pictures of the workplace, and what a user says about himself. */
async function fillLook(client: TestClient, marker: string): Promise<void> {
  const form = new FormData()
  form.append('productName', marker)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>${marker}</text></svg>`
  for (const kind of ['logo', 'favicon']) form.append(kind, new Blob([kind === 'logo' ? svg : smallestPng]))
  form.append('themeCode', marker)
  const encoded = new Response(form)
  const answers = [
    await client.call(themeCalls.saveTheme, { body: { name: marker, code: marker, variables: '{}' } }),
    await client.call(themeCalls.save, {
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      body: Buffer.from(await encoded.arrayBuffer()),
    }),
    await client.call(profileCalls.save, { body: { customer_reference: marker, themeCode: marker } }),
  ]
  for (const { status, body } of answers) if (status >= 300) throw new Error(JSON.stringify(body))
}

const smallestPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const modelWith = (marker: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
    targetNamespace="test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <message id="message" name="secretMessage" /><signal id="signal" name="secretSignal" />
  <process id="secretProcess" name="${marker}" isExecutable="true" camunda:historyTimeToLive="P30D">
    <startEvent id="start" /><sequenceFlow id="f0" sourceRef="start" targetRef="fork" />
    <parallelGateway id="fork" />
    <sequenceFlow id="f1" sourceRef="fork" targetRef="work" />
    <userTask id="work" name="${marker}" camunda:candidateGroups="clerks" />
    <sequenceFlow id="f2" sourceRef="fork" targetRef="outside" />
    <serviceTask id="outside" name="${marker}" camunda:type="external" camunda:topic="secretTopic" />
    <sequenceFlow id="f3" sourceRef="fork" targetRef="hear" />
    <intermediateCatchEvent id="hear"><messageEventDefinition messageRef="message" /></intermediateCatchEvent>
    <sequenceFlow id="f4" sourceRef="fork" targetRef="see" />
    <intermediateCatchEvent id="see"><signalEventDefinition signalRef="signal" /></intermediateCatchEvent>
    <sequenceFlow id="f5" sourceRef="fork" targetRef="wait" />
    <intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration xsi:type="tFormalExpression">P9D</timeDuration></timerEventDefinition></intermediateCatchEvent>
    <sequenceFlow id="f6" sourceRef="fork" targetRef="later" />
    <task id="later" name="${marker}" camunda:asyncBefore="true" />
  </process>
</definitions>`

const decisionWith = (marker: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" xmlns:camunda="http://camunda.org/schema/1.0/dmn"
    id="secretDefinitions" name="${marker}" namespace="test">
  <decision id="secretDecision" name="${marker}" camunda:historyTimeToLive="30">
    <decisionTable id="table">
      <input id="in"><inputExpression id="inText" typeRef="string"><text>note</text></inputExpression></input>
      <output id="out" name="result" typeRef="string" />
      <rule id="rule"><inputEntry id="any"><text></text></inputEntry><outputEntry id="value"><text>"${marker}"</text></outputEntry></rule>
    </decisionTable>
  </decision>
</definitions>`
