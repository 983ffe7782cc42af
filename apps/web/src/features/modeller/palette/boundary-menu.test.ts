import { modellerTexts } from '@millrace/contract/modeller-texts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import '../../../lib/i18n.ts'
import { addTexts } from '../../../lib/languages.ts'
import { stubDrawing } from '../../../testing/stub-drawing.ts'
import { openModeler } from '../editor/create-modeler.ts'
import { DrawingSession } from '../editor/drawing-session.ts'
import type { BoundaryMenu } from './boundary-menu.ts'

addTexts('translation', modellerTexts)

let stub: ReturnType<typeof stubDrawing>
let session: DrawingSession | undefined
beforeAll(() => {
  stub = stubDrawing()
})
afterEach(() => session?.close())
afterAll(() => stub.undo())

const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" targetNamespace="t"><process id="p"><userTask id="work"/><exclusiveGateway id="g"/></process><bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="p"><bpmndi:BPMNShape id="w_s" bpmnElement="work"><dc:Bounds x="100" y="100" width="100" height="80"/></bpmndi:BPMNShape><bpmndi:BPMNShape id="g_s" bpmnElement="g"><dc:Bounds x="300" y="100" width="50" height="50"/></bpmndi:BPMNShape></bpmndi:BPMNPlane></bpmndi:BPMNDiagram></definitions>`

it('a menu of a task attaches boundary events beside one another, each in one step', async () => {
  session = new DrawingSession(await openModeler(document.body.appendChild(document.createElement('div')), xml, true))
  const get = session.modeler.get.bind(session.modeler) as (name: string) => never
  const menu = get('boundaryMenu') as BoundaryMenu
  const find = (id: string) => (get('elementRegistry') as { get(id: string): never }).get(id)
  const keys = (id: string) =>
    Object.keys(menu.getPopupMenuEntries(find(id))({})).filter((key) => key.startsWith('attach-'))
  expect(keys('work')).toContain('attach-timerBoundaryEvent')
  expect(keys('g')).toEqual([])
  menu.attach(find('work'), 'bpmn:TimerEventDefinition')
  menu.attach(find('work'), 'bpmn:ErrorEventDefinition')
  const written = await session.toXml()
  expect(written.match(/attachedToRef="work"/g)).toHaveLength(2)
  expect(written).toContain('<timerEventDefinition')
  const places = [...written.matchAll(/<dc:Bounds x="(\d+)" y="(\d+)" width="36"/g)].map(([, x, y]) => [x, y])
  expect(new Set(places.map(String)).size).toBe(2)
  expect(new Set(places.map(([, y]) => y))).toEqual(new Set(['162']))
  session.undo()
  expect((await session.toXml()).match(/attachedToRef="work"/g)).toHaveLength(1)
})
