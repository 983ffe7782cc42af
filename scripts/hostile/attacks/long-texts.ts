import { type Attack, type Attacker, type Ending, endingOf } from '../attack.ts'
import { bpmn, oneActivity, path, scriptTask } from '../models.ts'
import { askAsNobody } from './nobody.ts'

/** 100 kB, all that a rich text may have. */
const tag = `<a${'-a'.repeat(49_990)}`

/**
 * Publishes a process with a form of one field, which anybody can start by a public link, and a step that runs
 * immediately.
 *
 * @returns the address of the link.
 */
export async function publish(attacker: Attacker, key: string, field: object, step = ''): Promise<string | Ending> {
  const form = JSON.stringify({ schema: 2, id: 'form', root: [{ id: 'n1', key: 'f', ...field }] })
  const model = bpmn(
    key,
    `<startEvent id="start" camunda:formKey="millrace:deployment:f.form.json"/>${step}<userTask id="after" camunda:formKey="millrace:deployment:f.form.json"/>${step === '' ? path('start', 'after') : path('start', 'step', 'after')}`,
  )
  const deployed = await attacker.deploy({ [`${key}.bpmn`]: model, 'f.form.json': form })
  if (deployed.status !== 200) return endingOf(deployed)
  const [definitionId] = Object.keys(deployed.body.deployedProcessDefinitions)
  const link = await attacker.design('POST', '/processengine/links', { name: key, definitionId, hasCaptcha: false })
  return link.status === 200 ? `/standalone/external/links/${link.body.token}` : endingOf(link)
}

export const longTexts: readonly Attack[] = [
  {
    name: 'a long text: a rich text of 100 kB by a public link',
    within: 5000,
    ends: ['200'],
    isShort: true,
    run: async (attacker) => {
      const link = await publish(attacker, 'richText', { type: 'rich-text', props: { label: 'F' } })
      if (typeof link !== 'string') return link
      const { hash } = (await attacker.design('GET', link)).body.form.document
      const body = { values: { f: tag }, hash, visit: crypto.randomUUID() }
      return endingOf(await attacker.design('POST', `${link}/send`, body))
    },
  },
  {
    name: 'a long text: a task whose variable is a rich text of 100 kB, opened ten times',
    within: 10_000,
    ends: ['200'],
    isShort: true,
    run: async (attacker) => {
      const link = await publish(attacker, 'richTask', { type: 'rich-text', props: { label: 'F' } })
      if (typeof link !== 'string') return link
      const variables = { f: { value: tag, type: 'String' } }
      const started = await attacker.call('POST', '/process-definition/key/richTask/start', { variables })
      if (started.status !== 200) return endingOf(started)
      const [task] = (await attacker.call('GET', `/task?processInstanceId=${started.body.id}`)).body
      const startedAt = performance.now()
      let last = started
      for (let time = 0; time < 10; time++) last = await attacker.design('GET', `/tasks/${task.id}`)
      return { ...endingOf(last), ms: performance.now() - startedAt }
    },
  },
  {
    name: 'a long text: a block of HTML of 100 kB in a form, opened ten times',
    within: 10_000,
    ends: ['200'],
    isShort: true,
    run: async (attacker) => {
      const link = await publish(attacker, 'richBlock', { type: 'html', props: { html: tag } })
      if (typeof link !== 'string') return link
      const startedAt = performance.now()
      let last = await attacker.design('GET', link)
      for (let time = 0; time < 9; time++) last = await attacker.design('GET', link)
      return { ...endingOf(last), ms: performance.now() - startedAt }
    },
  },
  {
    name: 'a long text: a number of 8 MB in a form of the engine API',
    within: 3000,
    ends: ['400 InvalidRequestException'],
    isShort: true,
    run: async (attacker) => {
      const field =
        '<extensionElements><camunda:formData><camunda:formField id="f" type="double"/></camunda:formData></extensionElements>'
      const inside = `<startEvent id="start">${field}</startEvent><userTask id="after"/>${path('start', 'after')}`
      const deployed = await attacker.deploy({ 'number.bpmn': bpmn('number', inside) })
      if (deployed.status !== 200) return endingOf(deployed)
      const variables = { f: { value: `${'0'.repeat(8_000_000)}x`, type: 'String' } }
      return endingOf(await attacker.call('POST', '/process-definition/key/number/submit-form', { variables }))
    },
  },
  {
    name: 'a pattern of a form that tries very many ways',
    within: 3000,
    // The form is not taken: its process shows its variables instead, of which none is called so.
    ends: ['422 form.invalid'],
    isShort: true,
    run: async (attacker) => {
      const props = { label: 'F', pattern: 'a*a*a*a*a*b', maxLength: 1000 }
      const link = await publish(attacker, 'pattern', { type: 'text', props })
      if (typeof link !== 'string') return link
      const { hash } = (await attacker.design('GET', link)).body.form.document
      const body = { values: { f: `${'a'.repeat(999)}c` }, hash, visit: crypto.randomUUID() }
      return endingOf(await attacker.design('POST', `${link}/send`, body))
    },
  },
  {
    name: 'forty long scripts of nobody by a public link, and a short one of a user in the same workplace',
    within: 8000,
    ends: ['200'],
    run: async (attacker) => {
      const script = scriptTask('let n = 0; while (n < 1e9) n++; n')
      const link = await publish(attacker, 'longByNobody', { type: 'text', props: { label: 'F' } }, script)
      if (typeof link !== 'string') return link
      const deployed = await attacker.deploy({ 'short.bpmn': oneActivity('shortBesideNobody', scriptTask('1 + 1')) })
      if (deployed.status !== 200) return endingOf(deployed)
      const { hash } = (await attacker.design('GET', link)).body.form.document
      const send = () => {
        const body = { values: { f: 'a' }, hash, visit: crypto.randomUUID() }
        return askAsNobody(attacker, 'POST', `/api${link}/send`, body)
      }
      const crowd = Array.from({ length: 40 }, send)
      const start = ['POST', '/process-definition/key/shortBesideNobody/start', {}] as const
      const ending = endingOf(await attacker.callAs({ token: attacker.program.token }, ...start))
      await Promise.allSettled(crowd)
      return ending
    },
  },
  {
    name: 'forty long scripts of one user, and a short one of another user in the same workplace',
    within: 8000,
    ends: ['200'],
    run: async (attacker) => {
      const long = oneActivity('long', scriptTask('let n = 0; while (n < 1e9) n++; n'))
      const short = oneActivity('short', scriptTask('1 + 1'))
      const deployed = await attacker.deploy({ 'long.bpmn': long, 'short.bpmn': short })
      if (deployed.status !== 200) return endingOf(deployed)
      const start = (key: string) => [`/process-definition/key/${key}/start`, {}] as const
      const crowd = Array.from({ length: 40 }, () => attacker.call('POST', ...start('long')))
      const ending = endingOf(await attacker.callAs({ token: attacker.program.token }, 'POST', ...start('short')))
      await Promise.allSettled(crowd)
      return ending
    },
  },
]
