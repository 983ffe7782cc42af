import { modellerTexts } from '@millrace/contract/modeller-texts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import '../../../lib/i18n.ts'
import { addTexts } from '../../../lib/languages.ts'
import { stubDrawing } from '../../../testing/stub-drawing.ts'
import { openModeler } from './create-modeler.ts'
import { DrawingSession } from './drawing-session.ts'

let stub: ReturnType<typeof stubDrawing>
let session: DrawingSession | undefined
beforeAll(() => {
  stub = stubDrawing()
})
afterEach(() => session?.close())
afterAll(() => stub.undo())

addTexts('translation', modellerTexts)

const shape = (id: string, x: number) =>
  `<bpmndi:BPMNShape id="${id}_s" bpmnElement="${id}"><dc:Bounds x="${x}" y="100" width="50" height="50"/></bpmndi:BPMNShape>`

/** One element between a start and two ends, in Camunda's dialect. */
async function open(element: string, id = 'it', vendor = 'xmlns:v="urn:vendor"'): Promise<DrawingSession> {
  const region = document.createElement('div')
  document.body.append(region)
  const flow = (name: string, from: string, to: string, content = '') =>
    `<sequenceFlow id="${name}" sourceRef="${from}" targetRef="${to}">${content}</sequenceFlow>`
  const condition = '<conditionExpression xsi:type="tFormalExpression">${a}</conditionExpression>'
  const edge = (name: string) =>
    `<bpmndi:BPMNEdge id="${name}_e" bpmnElement="${name}"><di:waypoint x="0" y="120"/><di:waypoint x="50" y="120"/></bpmndi:BPMNEdge>`
  const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" ${vendor} xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" targetNamespace="t"><process id="p"><startEvent id="s"/>${element}<endEvent id="e1"/><endEvent id="e2"/>${flow('f0', 's', id)}${flow('f1', id, 'e1', condition)}${flow('f2', id, 'e2')}</process><bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="p">${shape('s', 0)}${shape(id, 100)}${shape('e1', 300)}${shape('e2', 400)}${['f0', 'f1', 'f2'].map(edge).join('')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram></definitions>`
  session = new DrawingSession(await openModeler(region, xml, true))
  return session
}

async function replace(element: string, target: object): Promise<{ session: DrawingSession; written: string }> {
  const opened = await open(element)
  const shape = opened.modeler.get('elementRegistry').get('it') as never
  opened.modeler.get('bpmnReplace').replaceElement(shape, target as never)
  return { session: opened, written: await opened.toXml() }
}

const extensions = (content: string) => `<extensionElements>${content}</extensionElements>`
const listener = '<camunda:executionListener event="start" expression="${a}"/>'
const userTask = `<userTask id="it" name="Approve" camunda:assignee="ada" camunda:formKey="f" camunda:asyncBefore="true">${extensions(`<camunda:formData><camunda:formField id="a" type="string"/></camunda:formData><camunda:taskListener event="create" expression="\${a}"/>${listener}<camunda:inputOutput><camunda:inputParameter name="x">1</camunda:inputParameter></camunda:inputOutput><v:note>kept</v:note>`)}<multiInstanceLoopCharacteristics camunda:collection="all"/><potentialOwner><resourceAssignmentExpression><formalExpression>user(ada)</formalExpression></resourceAssignmentExpression></potentialOwner></userTask>`

it('a user task that becomes a service task loses its form, its people and its task listeners, and keeps the rest', async () => {
  const { written } = await replace(userTask, { type: 'bpmn:ServiceTask' })
  for (const gone of ['assignee', 'formKey', 'formData', 'taskListener', 'potentialOwner'])
    expect(written).not.toContain(gone)
  for (const kept of ['asyncBefore', 'executionListener', 'inputParameter', 'v:note', 'camunda:collection', 'Approve'])
    expect(written).toContain(kept)
})

it('what was lost is there again when the change is undone', async () => {
  const { session } = await replace(userTask, { type: 'bpmn:ServiceTask' })
  session.undo()
  const written = await session.toXml()
  for (const kept of ['assignee', 'formData', 'taskListener', 'potentialOwner']) expect(written).toContain(kept)
})

it('a copy of a step has what other vendors wrote at it', async () => {
  const misplaced = '<camunda:connector><camunda:connectorId>c</camunda:connectorId></camunda:connector>'
  const opened = await open(userTask.replace('<v:note>', `${misplaced}<v:note>`))
  const get = opened.modeler.get.bind(opened.modeler) as (name: string) => never
  const registry = get('elementRegistry') as { get(id: string): never }
  const copyPaste = get('copyPaste') as { copy(element: never): void; paste(at: object): unknown }
  copyPaste.copy(registry.get('it'))
  copyPaste.paste({ element: registry.get('p'), point: { x: 300, y: 400 } })
  const written = await opened.toXml()
  expect(written.match(/<v:note>kept<\/v:note>/g)).toHaveLength(2)
  expect(written.match(/taskListener/g)).toHaveLength(2)
  expect(written.match(/<camunda:connector>/g)).toHaveLength(2)
})

it('a copy in another drawing has it, too, also where its namespace is not known yet', async () => {
  const note = '<v:note id="it"><v:inner at="1">deep</v:inner></v:note>'
  const first = await open(userTask.replace('<v:note>kept</v:note>', note))
  const get = (opened: DrawingSession) => opened.modeler.get.bind(opened.modeler) as (name: string) => never
  const copyPaste = (opened: DrawingSession) =>
    get(opened)('copyPaste') as { copy(element: never): void; paste(at: object): unknown }
  const find = (opened: DrawingSession, id: string) =>
    (get(opened)('elementRegistry') as { get(id: string): never }).get(id)
  copyPaste(first).copy(find(first, 'it'))
  first.close()
  const second = await open('<task id="other"/>', 'other', '')
  copyPaste(second).paste({ element: find(second, 'p'), point: { x: 300, y: 400 } })
  const written = await second.toXml()
  expect(written).toContain('xmlns:v="urn:vendor"')
  expect(written).toContain('<v:note id="it">')
  expect(written).toContain('<v:inner at="1">deep</v:inner>')
})

it.each([
  [
    'a service task that becomes a user task loses its connector, fields and error mappings',
    `<serviceTask id="it" camunda:type="external" camunda:topic="t">${extensions(`<camunda:connector><camunda:connectorId>c</camunda:connectorId></camunda:connector><camunda:errorEventDefinition id="x" expression="\${a}"/>${listener}`)}</serviceTask>`,
    { type: 'bpmn:UserTask' },
    ['camunda:type', 'topic', 'connector', 'errorEventDefinition'],
    ['executionListener'],
  ],
  [
    'a call activity that becomes a task loses what it calls',
    `<callActivity id="it" calledElement="other" camunda:calledElementBinding="deployment">${extensions(`<camunda:in variables="all"/><camunda:out variables="all"/>${listener}`)}</callActivity>`,
    { type: 'bpmn:Task' },
    ['calledElement', 'calledElementBinding'],
    ['executionListener'],
  ],
  [
    'an exclusive gateway that becomes a parallel one loses its conditions and its default flow',
    '<exclusiveGateway id="it" default="f2"/>',
    { type: 'bpmn:ParallelGateway' },
    ['conditionExpression', 'default='],
    ['parallelGateway'],
  ],
  [
    'an exclusive gateway that becomes an inclusive one keeps them',
    '<exclusiveGateway id="it" default="f2"/>',
    { type: 'bpmn:InclusiveGateway' },
    [],
    ['conditionExpression', 'default="f2"'],
  ],
])('%s', async (_what, element, target, gone, kept) => {
  const { written } = await replace(element, target)
  for (const one of gone) expect(written).not.toContain(one)
  for (const one of kept) expect(written).toContain(one)
})
