// @vitest-environment node
import { openFile } from '@millrace/bpmn/testing'
import { describe, expect, it } from 'vitest'
import { findUnknown } from './find-unknown.ts'
import { type KnownThings, nothingKnown } from './known-things.ts'

const fieldOf = (name: string, text: string) =>
  `<extensionElements><millrace:field name="${name}" stringValue="${text}"/></extensionElements>`

const open = async () => {
  const { get } = await openFile(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace" targetNamespace="t"><process id="p" millrace:candidateStarterGroups="staff,gone">
      <userTask id="u" millrace:assignee="ann" millrace:owner="= boss" millrace:candidateUsers="bob, nobody" millrace:candidateGroups="\${groups}" millrace:formRef="travel" millrace:businessCalendarName="office"/>
      <userTask id="v" millrace:formRef="lost" millrace:businessCalendarName="moon"/>
      <callActivity id="c" calledElement="other"/><callActivity id="d" calledElement="p"/>
      <businessRuleTask id="r" millrace:decisionRef="dish"/>
      <userTask id="k" millrace:formKey="gone"/><userTask id="e" millrace:formKey="embedded:app:forms/old.html"/>
      <serviceTask id="m" millrace:type="mail">${fieldOf('template', 'Lost')}</serviceTask>
      <serviceTask id="n" millrace:type="mail">${fieldOf('template', 'WELCOME')}</serviceTask>
      <serviceTask id="x" millrace:type="mail">${fieldOf('template', '= which')}</serviceTask>
      <serviceTask id="y" millrace:type="dmn">${fieldOf('decisionTableReferenceKey', 'dish')}</serviceTask>
      <startEvent id="t"><timerEventDefinition millrace:businessCalendarName="cycle"/></startEvent></process></definitions>`,
  )
  return ['p', 'u', 'v', 'c', 'd', 'r', 'k', 'e', 'm', 'n', 'x', 'y', 't'].map(get)
}
const thing = (key: string) => ({ key, name: key })
const known: KnownThings = {
  forms: { items: [{ ...thing('travel'), href: '/f', fields: [] }], isAll: true },
  processes: { items: [], isAll: true },
  decisions: { items: [], isAll: true },
  emailTemplates: { items: [{ name: 'Welcome' }], isAll: true },
  calendars: { items: [{ name: 'office', zone: 'UTC', hours: {}, holidays: [] }], isAll: true },
  adapters: { items: [], isAll: true },
  asking: null,
  people: {
    search: () => Promise.resolve([]),
    find: (kind, keys) =>
      Promise.resolve(keys.filter((key) => (kind === 'user' ? ['ann', 'bob'] : ['staff']).includes(key)).map(thing)),
  },
  createForm: null,
}

describe('what a drawing names', () => {
  it('is reported when it is not there, and not when it is calculated', async () => {
    const found = await findUnknown(await open(), known)
    expect(found.map(({ elementId, kind, name }) => `${elementId} ${kind} ${name}`)).toEqual([
      'p group gone',
      'u user nobody',
      'v calendar moon',
      'v form lost',
      'c process other',
      'r decision dish',
      'k form gone',
      'm template Lost',
      'y decision dish',
    ])
  })

  it('is not reported of what nobody knows all of, or while nobody answers', async () => {
    expect(await findUnknown(await open(), nothingKnown)).toEqual([])
    const people = { search: () => Promise.reject(new Error('away')), find: () => Promise.reject(new Error('away')) }
    const found = await findUnknown(await open(), { ...known, people })
    expect(found.filter(({ kind }) => kind === 'user' || kind === 'group')).toEqual([])
  })

  it('is notified of adapters, with what they need and what they do not have', async () => {
    const adapter = (key: string, inputs: string) =>
      `<extensionElements><millrace:adapter key="${key}">${inputs}</millrace:adapter></extensionElements>`
    const input = (name: string, value: string) => `<millrace:adapterInput name="${name}" value="${value}"/>`
    const { get } = await openFile(
      `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace" targetNamespace="t"><process id="p">
        <serviceTask id="a">${adapter('gone', '')}</serviceTask>
        <serviceTask id="b">${adapter('TOWNS', input('colour', 'red'))}</serviceTask>
        <serviceTask id="c">${adapter('towns', input('code', '= code'))}</serviceTask></process></definitions>`,
    )
    const towns = {
      ...thing('towns'),
      id: '1',
      system: 'Places',
      api: 'Rest',
      kind: 'rest' as const,
      isRepeatable: true,
      parameters: [{ name: 'code', type: 'text' as const, isRequired: true }],
      columns: [],
    }
    const found = await findUnknown(['a', 'b', 'c'].map(get), {
      ...known,
      adapters: { items: [towns], isAll: true },
    })
    expect(found.map(({ elementId, kind, name }) => `${elementId} ${kind} ${name}`)).toEqual([
      'a adapter gone',
      'b input code',
      'b parameter colour',
    ])
  })
})
