import { describe, expect, it } from 'vitest'
import { openFile } from '../testing/moddle.ts'
import { task as assignment } from '../vocabulary/themes/assignment.ts'
import { naming } from '../vocabulary/themes/general.ts'
import { listNames, readModdleAttribute, readModdleElement } from './read-property.ts'

const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t">
  <process id="p"><userTask id="work" name="Work" camunda:assignee="grace"/></process></definitions>`

async function readTask() {
  return (await openFile(xml)).get('work')
}

describe('a property that bpmn-js has set to null', () => {
  it('has no text, as one that was never set', async () => {
    const task = await readTask()
    expect(readModdleAttribute(task, naming.name)).toBe('Work')
    for (const nothing of [null, undefined]) {
      task.set('name', nothing)
      expect(readModdleAttribute(task, naming.name)).toBeNull()
    }
  })

  it('is read under the next name that it may have', async () => {
    const task = await readTask()
    const [first = '', ...others] = listNames(task, assignment.assignee)
    task.set(first, null)
    task.set(others.at(-1) ?? '', 'ada')
    expect(readModdleAttribute(task, assignment.assignee)).toBe('ada')
  })

  it('holds no element', async () => {
    const task = await readTask()
    const process = (await openFile(xml)).get('p')
    process.set('extensionElements', task)
    expect(readModdleElement(process, 'extensionElements')).toBe(task)
    for (const nothing of [null, undefined]) {
      process.set('extensionElements', nothing)
      expect(readModdleElement(process, 'extensionElements')).toBeUndefined()
    }
  })
})
