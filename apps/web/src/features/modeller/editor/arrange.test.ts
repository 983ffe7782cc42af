// @vitest-environment node
import { listLosses } from '@millrace/bpmn/keep'
import { expect, it } from 'vitest'
import { arrange } from './arrange.ts'

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
const steps = (p: string, ref: string) =>
  `<${p}process id="bake"><${p}documentation>Teig <x:b xmlns:x="urn:x">gut</x:b> kneten</${p}documentation><${p}startEvent id="order"/><${p}task id="mix" name="Mix"/><${p}endEvent id="sold"/><${p}sequenceFlow id="f1" sourceRef="${ref}order" targetRef="mix"/><${p}sequenceFlow id="f2" sourceRef="mix" targetRef="${ref}sold"/></${p}process>`

it.each([
  [
    'with a prefix of its own for drawings',
    `<definitions xmlns="${BPMN}" xmlns:ns4="http://www.omg.org/spec/BPMN/20100524/DI" targetNamespace="t">${steps('', '')}\n</definitions>`,
  ],
  ['without a prefix for drawings', `<definitions xmlns="${BPMN}" targetNamespace="t">${steps('', '')}</definitions>`],
  [
    'with a prefix before each element',
    `<b:definitions xmlns:b="${BPMN}" targetNamespace="t">${steps('b:', '')}</b:definitions>`,
  ],
  [
    'with a prefix before references',
    `<definitions xmlns="${BPMN}" xmlns:t="t" targetNamespace="t">${steps('', 't:')}</definitions>`,
  ],
])('steps are arranged, and all else stays to the letter: %s', async (_what, xml) => {
  const arranged = await arrange(xml)
  expect(listLosses(xml, arranged)).toEqual([])
  for (const id of ['order', 'mix', 'sold', 'f1', 'f2']) expect(arranged).toMatch(new RegExp(`bpmnElement="${id}"`))
  expect(arranged.startsWith(xml.slice(0, xml.lastIndexOf('</')))).toBe(true)
})
