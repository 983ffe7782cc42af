import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listVendorParts } from './list-vendor-parts.ts'

const fixture = (name: string) =>
  listVendorParts(readFileSync(new URL(`../moddle/fixtures/${name}`, import.meta.url), 'utf8'))

const model = (inside: string, more = '') =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://camunda.org/schema/1.0/bpmn" xmlns:f="http://flowable.org/bpmn" xmlns:z="http://camunda.org/schema/zeebe/1.0" xmlns:e="urn:editor" ${more} targetNamespace="t"><process id="p" name="P">${inside}</process></definitions>`

test.each(['everything.camunda.bpmn', 'everything.millrace.bpmn'])('every word of %s is read', (name) => {
  const words = fixture(name)?.elements.flatMap(({ words }) => words) ?? []
  expect(words.length).toBeGreaterThan(50)
  expect(words.filter(({ meaning }) => meaning === null)).toEqual([])
})

test('words that Flowable has and we call otherwise are reported, and those that nobody reads', () => {
  const words = fixture('everything.flowable.bpmn')?.elements.flatMap(({ words }) => words) ?? []
  const renamed = words.filter(({ written, meaning }) => meaning === null || !written.endsWith(`:${meaning}`))
  expect(renamed).toContainEqual({ written: 'flowable:taskIdVariableName', meaning: 'taskIdVariable' })
  expect(renamed).toContainEqual({ written: 'flowable:asyncLeave', meaning: 'asyncAfter' })
  expect(renamed).toContainEqual({ written: 'flowable:httpResponseHandler', meaning: null })
})

test('words stand at the element that a person would point at', () => {
  const xml = model(`<startEvent id="s"/><userTask id="t" name="Do it" c:assignee="ann" c:odd="1">
    <extensionElements><c:formData><c:formField id="a" strange="1"/></c:formData><c:nothing/><e:colour c:x="1"/></extensionElements>
    <multiInstanceLoopCharacteristics c:collection="list"/></userTask><sequenceFlow id="f" sourceRef="s" targetRef="t"/>`)
  expect(listVendorParts(xml)).toEqual({
    dialect: 'camunda',
    elements: [
      { id: 'p', type: 'process', name: 'P', words: [] },
      { id: 's', type: 'startEvent', name: null, words: [] },
      {
        id: 't',
        type: 'userTask',
        name: 'Do it',
        words: [
          { written: 'camunda:assignee', meaning: 'assignee' },
          { written: 'camunda:odd', meaning: null },
          { written: 'camunda:formData', meaning: 'formData' },
          { written: 'camunda:formField', meaning: 'formField' },
          { written: 'camunda:nothing', meaning: null },
          { written: 'camunda:collection', meaning: 'collection' },
        ],
      },
    ],
  })
})

test('words of engines that are not read here are reported as such', () => {
  const xml = model(
    '<serviceTask id="t"><extensionElements><z:taskDefinition type="x"/></extensionElements></serviceTask>',
  )
  expect(listVendorParts(xml)?.elements[1]?.words).toEqual([{ written: 'zeebe:taskDefinition', meaning: null }])
})

test('what is no BPMN has none', () => {
  expect(listVendorParts('<a/>')).toBeNull()
  expect(listVendorParts('no xml')).toBeNull()
  expect(listVendorParts('<!DOCTYPE x><definitions/>')).toBeNull()
})
