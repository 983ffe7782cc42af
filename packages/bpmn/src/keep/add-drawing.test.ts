import { expect, it } from 'vitest'
import { readBpmn } from '../read-bpmn.ts'
import { addDrawing } from './add-drawing.ts'
import { listLosses } from './list-losses.ts'

const process = '<process id="bake"><startEvent id="order"/><!-- kept --></process>'
const BPMN = 'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"'
const DI = 'http://www.omg.org/spec/BPMN/20100524/DI'
const DC = 'http://www.omg.org/spec/DD/20100524/DC'
const file = (declared: string, drawing = '') =>
  `<definitions ${BPMN} ${declared} targetNamespace="t">${process}${drawing}</definitions>`
const drawing = (di: string, dc: string) =>
  `<${di}:BPMNDiagram><${di}:BPMNPlane bpmnElement="bake"><${di}:BPMNShape bpmnElement="order"><${dc}:Bounds x="1" y="2" width="36" height="36"/></${di}:BPMNShape></${di}:BPMNPlane></${di}:BPMNDiagram>`

it.each([
  ['with the usual prefixes', `xmlns:bpmndi="${DI}" xmlns:dc="${DC}"`, 'bpmndi', 'dc'],
  ['with other prefixes', `xmlns:ns4="${DI}" xmlns:ns5="${DC}"`, 'ns4', 'ns5'],
  ['with prefixes that mean something else', 'xmlns:bpmndi="urn:else" xmlns:dc="urn:else"', 'bpmndi', 'dc'],
  ['without any of them', '', 'a', 'b'],
])('a file gets a drawing: %s', (_what, declared, di, dc) => {
  const drawn = file(`xmlns:${di}="${DI}" xmlns:${dc}="${DC}"`, drawing(di, dc))
  const result = addDrawing(file(declared), drawn)
  expect(listLosses(drawn, result ?? '')).toEqual([])
  expect(result).toContain(process)
  expect(readBpmn(result ?? '').ok).toBe(true)
})

it('a file gets none where there is none', () => {
  expect(addDrawing(file(''), file(''))).toBe(null)
  expect(addDrawing('<a', file(''))).toBe(null)
  expect(addDrawing(`<definitions ${BPMN}/>`, file(`xmlns:d="${DI}" xmlns:c="${DC}"`, drawing('d', 'c')))).toBe(null)
})
