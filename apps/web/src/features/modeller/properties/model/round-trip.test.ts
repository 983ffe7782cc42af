// @vitest-environment node
import { readFileSync } from 'node:fs'
import { type ModdleElement, type ModdleProperty, planChange } from '@millrace/bpmn/moddle'
import { openFile, vocabulary } from '@millrace/bpmn/testing'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { describe, expect, it } from 'vitest'
import { listRows, type PanelRow } from './list-rows.ts'
import { listSections } from './list-sections.ts'
import { listParts, planPart } from './parts.ts'
import { planText, readText } from './row-text.ts'

/** Every kind of step that the panel is about, with the definitions of events in it. */
const steps: Readonly<Record<string, readonly string[]>> = {
  userTask: [],
  serviceTask: [],
  sendTask: [],
  receiveTask: [],
  scriptTask: [],
  businessRuleTask: [],
  manualTask: [],
  callActivity: [],
  subProcess: [],
  transaction: [],
  adHocSubProcess: [],
  exclusiveGateway: [],
  inclusiveGateway: [],
  parallelGateway: [],
  eventBasedGateway: [],
  complexGateway: [],
  startEvent: ['timer', 'message'],
  intermediateCatchEvent: ['message', 'signal', 'link'],
  intermediateThrowEvent: ['signal', 'compensate'],
  endEvent: ['error', 'escalation', 'terminate', 'cancel'],
  boundaryEvent: ['conditional', 'error'],
  sequenceFlow: [],
}

/** What else is shown in the panel, by its id in the file: alone, or within what refers to it. */
const others = ['p', 'lane', 'data', 'store', 'M', 'S', 'E', 'X'] as const

const roots =
  '<message id="M" name="m"/><signal id="S" name="s"/><error id="E" name="e"/><escalation id="X" name="x"/><dataStore id="stored"/>'
const beside =
  '<laneSet id="lanes"><lane id="lane"/></laneSet><dataObject id="object"/><dataObjectReference id="data" dataObjectRef="object"/><dataStoreReference id="store" dataStoreRef="stored"/><task id="other"/><task id="next"/>'

async function open(xml: string) {
  const { create, dialect, get, apply, save } = await openFile(xml)
  return { options: { create, dialect }, get, apply, save }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Each is there once in a file. */
let ids = 0

/** What is set by way of a sample, with all that XML has to write in another way, and read again. */
function sampleOf(row: PanelRow): string {
  const { property, kind } = row
  if (property.place === 'attribute' && property.name === 'id') return `own${++ids}`
  if (kind === 'integer') return '7'
  if (kind === 'choice') return property.options.at(-1) ?? 'x'
  if (kind === 'flag') return String(!property.byDefault)
  return kind === 'names' ? 'ann,bob' : `= ${property.name} < "ä" & 'b'\n]]> {"c": 1}`
}

interface Filling {
  readonly opened: Opened
  /** An activity has one loop, and the other kind is tried by itself. */
  readonly left: string
  /** Everything that was set anywhere. */
  readonly covered: Set<ModdleProperty>
}

/** Sets every row of an element and of the parts in it, however deep, and says where each was set to what. */
function fill(
  element: ModdleElement,
  filling: Filling,
  path = '',
  within: readonly string[] = [],
): Map<string, string> {
  const { opened, left, covered } = filling
  const { options, get, apply } = opened
  const set = new Map<string, string>()
  for (const row of listRows(element)) {
    const { property, kind } = row
    const at = `${path}/${property.place} ${property.name}`
    if ((within.length === 0 && property.name === 'id') || property.name === left) continue
    covered.add(property)
    if (kind === 'reference') {
      const target = get(
        { messageRef: 'M', signalRef: 'S', errorRef: 'E', escalationRef: 'X' }[property.name] ?? 'other',
      )
      apply(planChange(element, property, target, options))
      set.set(at, String(target.get('id')))
    } else if (kind === 'parts') {
      // A list in a list is one as any other.
      if (within.includes(property.name)) continue
      apply(planPart(element, row, options))
      const [part] = listParts(element, row)
      if (part === undefined) throw new Error(`Expected a part at ${at}, but there is none.`)
      for (const [inside, value] of fill(part, filling, at, [...within, property.name])) set.set(inside, value)
    } else {
      const sample = sampleOf(row)
      if (kind === 'flag') apply(planChange(element, property, sample === 'true', options))
      else apply(planText(element, row, sample, options))
      set.set(at, sample)
    }
  }
  return set
}

/** Of a file that nothing changes any more. */
const knownRows = new WeakMap<ModdleElement, readonly PanelRow[]>()

function rowsOf(element: ModdleElement): readonly PanelRow[] {
  const rows = knownRows.get(element) ?? listRows(element)
  knownRows.set(element, rows)
  return rows
}

function read(element: ModdleElement, path: string): string | undefined {
  const [head = '', ...rest] = path.split('/').slice(1)
  const row = rowsOf(element).find(({ property }) => `${property.place} ${property.name}` === head)
  if (row === undefined) return undefined
  if (rest.length === 0) return readText(element, row)
  const [part] = listParts(element, row)
  return part === undefined ? undefined : read(part, `/${rest.join('/')}`)
}

const file = (step: string, declared: string) => {
  const ends = step === 'sequenceFlow' ? 'sourceRef="other" targetRef="next"' : ''
  const inside = (steps[step] ?? []).map((kind) => `<${kind}EventDefinition id="d-${kind}"/>`).join('')
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" ${declared} targetNamespace="t">${roots}<process id="p" isExecutable="true">${beside}<${step} id="x" ${ends}>${inside}</${step}></process></definitions>`
}

const dialects = {
  millrace: 'xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace"',
  camunda: 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  flowable: 'xmlns:flowable="http://flowable.org/bpmn"',
} as const

const loops = ['standardLoopCharacteristics', 'multiInstanceLoopCharacteristics'] as const

/** Drawn, said in another way beside it, of the file as a whole, or about what no process runs: kept as it is. */
const notInPanel: ReadonlySet<string> = new Set(
  Object.entries({
    attribute: [
      'associationDirection attachedToRef dataObjectRef dataStoreRef sourceRef targetRef triggeredByEvent isForCompensation',
      'capacity completionQuantity startQuantity evaluatesToTypeRef expressionLanguage typeLanguage language',
      'definitionalCollaborationRef exporter exporterVersion targetNamespace gatewayDirection implementation isClosed',
      'isCollection isImmediate isUnlimited itemKind itemRef itemSubjectRef structureRef method noneBehaviorEventRef',
      'oneBehaviorEventRef operationRef parallelMultiple partitionElementRef processType',
    ],
    child: [
      'activityRef errorRef escalationRef messageRef signalRef eventDefinitionRef flowNodeRef expression formalExpression',
      'humanPerformer performer potentialOwner resourceAssignmentExpression resourceRef',
      'inputDataItem outputDataItem loopDataInputRef loopDataOutputRef',
    ],
    extension: ['calledElement dialect failedJobRetryTimeCycle'],
    extensionElement: ['potentialStarter variableListenerEventDefinition'],
    part: ['endDate resource variableChangeType variableName writeable'],
  }).flatMap(([place, lines]) => lines.flatMap((names) => names.split(' ').map((name) => `${place} ${name}`))),
)

describe.each(Object.entries(dialects))('what the panel sets in a file of %s', (_, declared) => {
  const covered = new Set<ModdleProperty>()

  it.each([
    ...Object.entries(steps).map(([step, kinds]) => [step, step, ['x', ...kinds.map((kind) => `d-${kind}`)]] as const),
    ...others.map((id) => [id, 'userTask', [id]] as const),
  ])('is there again after saving and opening: %s', async (_name, step, ids) => {
    const fresh = await open(file(step, declared))
    const mayLoop = ids.some((id) =>
      listRows(fresh.get(id)).some(({ property }) => loops.some((loop) => property.name === loop)),
    )
    for (const left of mayLoop ? loops : loops.slice(0, 1)) {
      const opened = await open(file(step, declared))
      const set = ids.map((id) => [id, fill(opened.get(id), { opened, left, covered })] as const)
      if (step === ids[0]) expect(set[0]?.[1].size).toBeGreaterThan(3)
      const after = await open(await opened.save())
      for (const [id, values] of set) {
        const found = new Map([...values.keys()].map((path) => [path, read(after.get(id), path)]))
        expect(found).toEqual(values)
      }
    }
  })

  it('is all that the vocabulary has, but for what is drawn and what says the same in another way', () => {
    const missing = vocabulary.filter((property) => !covered.has(property as ModdleProperty))
    expect(new Set(missing.map(({ place, name }) => `${place} ${name}`))).toEqual(notInPanel)
  })
})

describe('the panel', () => {
  it('has words for each property and each section that it shows', async () => {
    const { properties, sections } = modellerTexts.modeller
    const unnamed = new Set<string>()
    for (const [step, id] of [
      ...Object.keys(steps).map((one) => [one, 'x']),
      ...others.map((one) => ['userTask', one]),
    ]) {
      const opened = await open(file(step ?? '', dialects.millrace))
      for (const { theme, rows } of listSections(opened.get(id ?? ''))) {
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
