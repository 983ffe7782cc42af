import { multipart } from '../../../apps/server/src/runtime/testing/multipart.ts'
import { type Answer, type Attack, type Attacker, endingOf } from '../attack.ts'
import { bpmn, deployAndStart, path } from '../models.ts'

const camunda = 'xmlns:c="http://camunda.org/schema/1.0/bpmn"'

/** A process whose mail step has these inputs, tried at once: what the server makes of it is its incident. */
async function mailTo(attacker: Attacker, key: string, inputs: string, value: string): Promise<Answer> {
  const step = `<serviceTask ${camunda} id="step"><extensionElements><c:connector><c:inputOutput>${inputs}</c:inputOutput><c:connectorId>mail-send</c:connectorId></c:connector></extensionElements></serviceTask>`
  const model = bpmn(key, `<startEvent id="start"/>${step}<userTask id="after"/>${path('start', 'step', 'after')}`)
  return deployAndStart(attacker, key, model, { value: { value, type: 'String' } })
}

const input = (name: string, text: string) => `<c:inputParameter name="${name}">${text}</c:inputParameter>`

async function createTask(attacker: Attacker): Promise<string> {
  const name = `Hostile ${Math.random()}`
  await attacker.call('POST', '/task/create', { name })
  const { body } = await attacker.call('GET', `/task?name=${encodeURIComponent(name)}`)
  return body[0].id
}

/** Attacks by stored contents that would run for another reader. */
export const contents: readonly Attack[] = [
  ...['password', 'P@ssw0rd2024', 'millrace1', 'mallory-made-1'].map(
    (password): Attack => ({
      name: `a user with the password ${password}`,
      within: 5000,
      isShort: true,
      ends: ['400 InvalidRequestException'],
      run: async (attacker) =>
        endingOf(
          await attacker.call('POST', '/user/create', {
            profile: { id: 'mallory-made', firstName: 'M', lastName: 'M', email: 'm@example.org' },
            credentials: { password },
          }),
        ),
    }),
  ),
  {
    name: 'a form whose date pattern names the day twice (500)',
    within: 5000,
    isShort: true,
    ends: ['200'],
    run: async (attacker) => {
      const field = `<extensionElements><c:formData><c:formField id="day" type="date" datePattern="dd/dd/yyyy"/></c:formData></extensionElements>`
      const start = `<startEvent ${camunda} id="start">${field}</startEvent>`
      await attacker.deploy({ 'dates.bpmn': bpmn('dates', `${start}<userTask id="after"/>${path('start', 'after')}`) })
      return endingOf(
        await attacker.call('POST', '/process-definition/key/dates/submit-form', {
          variables: { day: { value: '24/12/2030', type: 'String' } },
        }),
      )
    },
  },
  {
    name: 'an attachment that leads to javascript:',
    within: 5000,
    isShort: true,
    ends: ['400'],
    run: async ({ wire, ...attacker }) => {
      const startedAt = performance.now()
      const task = await createTask({ wire, ...attacker })
      const { headers, payload } = multipart([], { url: 'javascript:alert(1)', 'attachment-name': 'Plan' })
      const { status } = await fetch(`${wire.url}/engine-rest/task/${task}/attachment/create`, {
        method: 'POST',
        headers: { ...headers, authorization: wire.authorization },
        body: new Uint8Array(payload),
      })
      return { end: String(status), ms: performance.now() - startedAt }
    },
  },
  {
    name: 'a file that calls itself a script (text/javascript)',
    within: 5000,
    isShort: true,
    ends: ['text/plain attachment nosniff'],
    run: async ({ wire, ...attacker }) => {
      const startedAt = performance.now()
      const task = await createTask({ wire, ...attacker })
      await attacker.call('PUT', `/task/${task}/variables/file`, {
        ...{ type: 'File', value: Buffer.from('alert(1)').toString('base64') },
        valueInfo: { filename: 'a.js', mimeType: 'text/javascript' },
      })
      const { headers } = await fetch(`${wire.url}/engine-rest/task/${task}/variables/file/data`, {
        headers: { authorization: wire.authorization },
      })
      const said = ['content-type', 'content-disposition', 'x-content-type-options'].map(
        (name) => headers.get(name)?.split(';')[0] ?? 'nothing',
      )
      return { end: said.join(' '), ms: performance.now() - startedAt }
    },
  },
  ...['jo@example.org, eve@example.org', 'jo@example.org\r\nBcc: eve@example.org'].map(
    (value, index): Attack => ({
      name: `a recipient of a mail that brings another one by ${index === 0 ? 'a comma' : 'a line break'}`,
      within: 5000,
      isShort: true,
      ends: ['400 RestException'],
      run: async (attacker) =>
        endingOf(
          await mailTo(
            attacker,
            `mail${index}`,
            input('to', '${value}') + input('subject', 'x') + input('text', 'x'),
            value,
          ),
        ),
    }),
  ),
]
