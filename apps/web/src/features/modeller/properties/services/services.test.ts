// @vitest-environment node
import { readBpmn } from '@millrace/bpmn'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import { openFile } from '@millrace/bpmn/testing'
import { describe, expect, it } from 'vitest'
import { listRows } from '../model/list-rows.ts'
import { planText } from '../model/row-text.ts'
import { planField, planKind, planParameter, readField, readParameter } from './plan-service.ts'
import { connectorFields, findRunKind, isHttpConnector, kindFields, serviceKinds } from './service-kinds.ts'

const declared = {
  millrace: 'xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace"',
  camunda: 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  flowable: 'xmlns:flowable="http://flowable.org/bpmn"',
} as const
type Words = keyof typeof declared

const file = (words: Words, task = '<serviceTask id="x"/>') =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" ${declared[words]} targetNamespace="t"><process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="x"/>${task}</process></definitions>`

async function open(xml: string) {
  const { create, dialect, get, apply, save } = await openFile(xml)
  return { options: { create, dialect }, get, apply, save }
}

type Opened = Awaited<ReturnType<typeof open>>

const run = (xml: string) => {
  const read = readBpmn(xml)
  const [process] = read.ok ? read.document.processes : read.processes
  const element = process?.elements.x
  return element !== undefined && 'implementation' in element ? element.implementation : null
}

function set({ apply, options }: Opened, task: ModdleElement, name: string, text: string): void {
  const row = listRows(task).find(({ property }) => property.name === name)
  if (row === undefined) throw new Error(`Expected a row for ${name}, but there is none.`)
  apply(planText(task, row, text, options))
}

describe.each(['millrace', 'flowable', 'camunda'] as const)('what a task runs, in the words of %s', (words) => {
  it.each([
    ['adapter', 'adapter'],
    ['mail', 'builtIn'],
    ['external', 'external'],
    ['decision', 'decision'],
    ['expression', 'expression'],
    ['java', 'class'],
    ['http', words === 'camunda' ? 'connector' : 'builtIn'],
  ] as const)('is chosen, saved, read by the engine and found again: %s', async (kind, meant) => {
    const opened = await open(file(words))
    const task = opened.get('x')
    opened.apply(planKind(task, kind, opened.options))
    if (kind === 'expression') set(opened, task, 'expression', '${1 + 1}')
    if (kind === 'java') set(opened, task, 'class', 'org.example.Archive')
    if (kind === 'external') set(opened, task, 'topic', 'print')
    const isConnector = isHttpConnector(task)
    const fields = isConnector ? connectorFields : (kindFields[kind] ?? [])
    for (const { name, editor } of fields) {
      const text = editor === 'flag' ? 'true' : `\${${name}}\nand <more> "so"`
      opened.apply(
        isConnector ? planParameter(task, name, text, opened.options) : planField(task, name, text, opened.options),
      )
    }
    const saved = await opened.save()
    const again = (await open(saved)).get('x')
    expect(findRunKind(again)).toBe(kind)
    for (const { name, editor } of fields) {
      const text = editor === 'flag' ? 'true' : `\${${name}}\nand <more> "so"`
      expect(isConnector ? readParameter(again, name) : readField(again, name)).toBe(text)
    }
    expect(run(saved)).toMatchObject({ kind: meant })
  })

  it('keeps nothing of what it ran before, and all that is of no kind', async () => {
    const prefix = words
    const mapping = `<${prefix}:executionListener event="start" expression="\${a}"/>`
    const task = `<serviceTask id="x" ${prefix}:asyncBefore="true"><extensionElements>${mapping}</extensionElements></serviceTask>`
    for (const first of serviceKinds.filter((kind) => kind !== 'connector'))
      for (const second of [...serviceKinds.filter((kind) => kind !== 'connector'), null]) {
        const opened = await open(file(words, task))
        const element = opened.get('x')
        opened.apply(planKind(element, first, opened.options))
        if (first === 'mail') opened.apply(planField(element, 'to', 'ann', opened.options))
        if (first === 'java') set(opened, element, 'class', 'org.example.Archive')
        if (first === 'external') set(opened, element, 'topic', 'print')
        opened.apply(planKind(element, second, opened.options))
        const direct = await open(file(words, task))
        direct.apply(planKind(direct.get('x'), second, direct.options))
        expect(await opened.save(), `${first}, then ${second}`).toBe(await direct.save())
      }
  })
})

describe('a business rule task', () => {
  it('names its decision itself, and gives it up for something else', async () => {
    const opened = await open(file('millrace', '<businessRuleTask id="x"/>'))
    const task = opened.get('x')
    opened.apply(planKind(task, 'decision', opened.options))
    set(opened, task, 'decisionRef', 'dish')
    expect(findRunKind(task)).toBe('decision')
    expect(run(await opened.save())).toMatchObject({ kind: 'decision', decision: { ref: { text: 'dish' } } })
    opened.apply(planKind(task, 'external', opened.options))
    expect(findRunKind(task)).toBe('external')
    expect(await opened.save()).not.toContain('dish')
  })
})

describe('a setting', () => {
  it('is taken away when it is emptied, and a service that is not known here is shown unchanged', async () => {
    const shell =
      '<serviceTask id="x" flowable:type="shell"><extensionElements><flowable:field name="command"><flowable:string>ls</flowable:string></flowable:field></extensionElements></serviceTask>'
    const opened = await open(file('flowable', shell))
    const task = opened.get('x')
    expect(findRunKind(task)).toBe('other')
    expect(readField(task, 'command')).toBe('ls')
    opened.apply(planField(task, 'command', '', opened.options))
    expect(await opened.save()).not.toContain('command')
  })
})
