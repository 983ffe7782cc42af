// @vitest-environment node
import { readFileSync } from 'node:fs'
import { type ModdleElement, planChange } from '@millrace/bpmn/moddle'
import { openFile } from '@millrace/bpmn/testing'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { describe, expect, it } from 'vitest'
import { listRows, type PanelRow } from './list-rows.ts'
import { listSections } from './list-sections.ts'
import { listParts, planPart } from './parts.ts'
import { planText, readText } from './row-text.ts'

/** Every kind of element that the panel is about, with what stands inside of it. */
const owners = {
  userTask: '',
  serviceTask: '',
  sendTask: '',
  receiveTask: '',
  scriptTask: '',
  businessRuleTask: '',
  manualTask: '',
  callActivity: '',
  subProcess: '',
  transaction: '',
  adHocSubProcess: '',
  exclusiveGateway: '',
  inclusiveGateway: '',
  parallelGateway: '',
  eventBasedGateway: '',
  complexGateway: '',
  startEvent: '<timerEventDefinition id="d"/>',
  intermediateCatchEvent: '<messageEventDefinition id="d"/>',
  intermediateThrowEvent: '<signalEventDefinition id="d"/>',
  endEvent: '<errorEventDefinition id="d"/>',
  boundaryEvent: '<conditionalEventDefinition id="d"/>',
  sequenceFlow: '',
} as const

const roots = '<message id="M" name="m"/><signal id="S" name="s"/><error id="E" name="e"/><escalation id="X" name="x"/>'

async function open(xml: string) {
  const { create, dialect, get, apply, save } = await openFile(xml)
  return { options: { create, dialect }, get, apply, save }
}

type Opened = Awaited<ReturnType<typeof open>>

/** What is set by way of a sample, and read again. */
function sampleOf(row: PanelRow): string {
  const { property, kind } = row
  if (kind === 'integer') return '7'
  if (kind === 'choice') return property.options.at(-1) ?? 'x'
  if (kind === 'flag') return String(!property.byDefault)
  return kind === 'names' ? 'ann,bob' : `= ${property.name} + 1`
}

/** Sets every row of an element and of the parts in it, two levels down, and says where each was set to what. */
function fill(element: ModdleElement, opened: Opened, left: string, path = '', depth = 0): Map<string, string> {
  const { options, get, apply } = opened
  const set = new Map<string, string>()
  for (const row of listRows(element)) {
    const { property, kind } = row
    const at = `${path}/${property.place} ${property.name}`
    // An activity has one loop, and the other kind is tried by itself.
    if (property.name === 'id' || property.name === left) continue
    if (kind === 'reference') {
      const target = get(
        { messageRef: 'M', signalRef: 'S', errorRef: 'E', escalationRef: 'X' }[property.name] ?? 'other',
      )
      apply(planChange(element, property, target, options))
      set.set(at, String(target.get('id')))
    } else if (kind === 'parts') {
      if (depth === 2) continue
      apply(planPart(element, row, options))
      const [part] = listParts(element, row)
      if (part === undefined) throw new Error(`Expected a part at ${at}, but there is none.`)
      for (const [inside, value] of fill(part, opened, left, at, depth + 1)) set.set(inside, value)
    } else {
      const sample = sampleOf(row)
      if (kind === 'flag') apply(planChange(element, property, sample === 'true', options))
      else apply(planText(element, row, sample, options))
      set.set(at, sample)
    }
  }
  return set
}

function read(element: ModdleElement, path: string): string | undefined {
  const [head = '', ...rest] = path.split('/').slice(1)
  const row = listRows(element).find(({ property }) => `${property.place} ${property.name}` === head)
  if (row === undefined) return undefined
  if (rest.length === 0) return readText(element, row)
  const [part] = listParts(element, row)
  return part === undefined ? undefined : read(part, `/${rest.join('/')}`)
}

const file = (owner: string, inside: string, declared: string) => {
  const ends = owner === 'sequenceFlow' ? 'sourceRef="other" targetRef="next"' : ''
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" ${declared} targetNamespace="t">${roots}<process id="p" isExecutable="true"><task id="other"/><task id="next"/><${owner} id="x" ${ends}>${inside}</${owner}></process></definitions>`
}

const dialects = {
  millrace: 'xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace"',
  camunda: 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  flowable: 'xmlns:flowable="http://flowable.org/bpmn"',
} as const

describe.each(Object.entries(dialects))('what the panel sets in a file of %s', (_, declared) => {
  it.each(Object.entries(owners))('is there again after saving and opening: %s', async (owner, inside) => {
    const before = await open(file(owner, inside, declared))
    const definition = inside === '' ? null : before.get('d')
    const left = owner === 'manualTask' ? 'multiInstanceLoopCharacteristics' : 'standardLoopCharacteristics'
    const set = fill(before.get('x'), before, left)
    const inDefinition = definition === null ? new Map<string, string>() : fill(definition, before, left)
    expect(set.size).toBeGreaterThan(3)
    const after = await open(await before.save())
    const found = new Map([...set.keys()].map((path) => [path, read(after.get('x'), path)]))
    expect(found).toEqual(set)
    expect(new Map([...inDefinition.keys()].map((path) => [path, read(after.get('d'), path)]))).toEqual(inDefinition)
  })
})

describe('the panel', () => {
  it('has words for each property and each section that it shows', async () => {
    const { properties, sections } = modellerTexts.modeller
    const unnamed = new Set<string>()
    for (const [owner, inside] of Object.entries(owners)) {
      const opened = await open(file(owner, inside, dialects.millrace))
      for (const { theme, rows } of listSections(opened.get('x'))) {
        if (!(theme in sections)) unnamed.add(theme)
        for (const { property } of rows) if (!(property.name in properties)) unnamed.add(property.name)
      }
    }
    expect([...unnamed]).toEqual([])
  })

  it('keeps what another dialect has written', async () => {
    const { get, options, apply, save } = await open(
      `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><process id="p" isExecutable="true"><userTask id="x" camunda:assignee="ann" camunda:dueDate="P1D" xmlns:other="urn:other" other:mark="1"/></process></definitions>`,
    )
    const task = get('x')
    const row = listRows(task).find(({ property }) => property.name === 'assignee')
    if (row === undefined) throw new Error('Expected an assignee in the panel.')
    apply(planText(task, row, 'bob', options))
    const saved = await save()
    expect(saved).toMatch(/camunda:assignee="bob"/)
    expect(saved).toMatch(/camunda:dueDate="P1D"/)
    expect(saved).toMatch(/other:mark="1"/)
  })

  it('reads every property that the fixtures of the vocabulary set', async () => {
    const folder = new URL('../../../../../../../packages/bpmn/src/moddle/fixtures/', import.meta.url)
    const xml = readFileSync(new URL('everything.millrace.bpmn', folder), 'utf8')
    const { get } = await open(xml)
    const ids = [...xml.matchAll(/<(?:\w+:)?userTask id="(\w+)"/g)].map(([, id]) => id ?? '')
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect(listRows(get(id)).some(({ isSet }) => isSet)).toBe(true)
  })
})
