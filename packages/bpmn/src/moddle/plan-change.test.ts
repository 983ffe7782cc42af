import { describe, expect, it } from 'vitest'
import { openFile } from '../testing/moddle.ts'
import { readElement } from '../testing/read-model.ts'
import type { ElementPlace, Property } from '../vocabulary/property.ts'
import { task } from '../vocabulary/themes/assignment.ts'
import { continuation } from '../vocabulary/themes/asynchronous.ts'
import { naming } from '../vocabulary/themes/general.ts'
import { delegate, taskListener, taskListeners } from '../vocabulary/themes/listeners.ts'
import { multiInstance } from '../vocabulary/themes/loops.ts'
import { inputOutput, ioMapping, parameterValue } from '../vocabulary/themes/mapping.ts'
import type { ModdleElement } from './moddle-element.ts'
import { planChange } from './plan-change.ts'
import { listModdleChildren, readModdleAttribute } from './read-property.ts'

const file = (attributes: string, inside = '', declared = '') =>
  openFile(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:flowable="http://flowable.org/bpmn" xmlns:millrace="urn:millrace:bpmn:1.0" targetNamespace="t" ${declared}><process id="p" isExecutable="true"><userTask id="userTask" ${attributes}>${inside}</userTask></process></definitions>`,
  )
const millrace = 'millrace:priority="1"'

describe('a change of a property', () => {
  it('is planned, and changes nothing itself', async () => {
    const { create, get, save } = await file(millrace)
    const before = await save()
    const changes = planChange(get('userTask'), task.assignee, 'ann', { create })
    expect(changes).toEqual([{ element: get('userTask'), properties: { 'millrace:assignee': 'ann' } }])
    expect(await save()).toBe(before)
  })

  it('is written in our dialect and read again', async () => {
    const { create, get, apply, save } = await file(millrace)
    const user = get('userTask')
    apply(planChange(user, naming.name, 'Pay', { create }))
    apply(planChange(user, task.assignee, '= owner', { create }))
    apply(planChange(user, continuation.asyncBefore, true, { create }))
    apply(planChange(user, continuation.exclusive, false, { create }))
    expect(readModdleAttribute(user, task.assignee)).toBe('= owner')
    expect(readElement(await save(), 'userTask')).toMatchObject({
      name: 'Pay',
      assignee: { language: 'feel', text: 'owner' },
      async: { before: true, exclusive: false },
    })
  })

  it('takes the place of what another dialect has written', async () => {
    const { create, get, apply, save } = await file(`${millrace} camunda:assignee="bob" flowable:assignee="eve"`)
    expect(readModdleAttribute(get('userTask'), task.assignee)).toBe('bob')
    apply(planChange(get('userTask'), task.assignee, 'ann', { create }))
    const saved = await save()
    expect(saved).toContain('millrace:assignee="ann"')
    expect(saved).not.toMatch(/bob|eve/)
  })

  it('is written in the words of the file, when it is another dialect’s', async () => {
    const { dialect, create, get, apply, save } = await file('flowable:assignee="bob" flowable:dueDate="x"')
    expect(dialect).toBe('flowable')
    apply(planChange(get('userTask'), continuation.asyncAfter, true, { create, dialect }))
    expect(await save()).toContain('flowable:asyncLeave="true"')
  })

  it('takes a property away, and what is so anyway is not written', async () => {
    const { create, get, apply, save } = await file(`${millrace} millrace:assignee="ann" millrace:asyncBefore="true"`)
    apply(planChange(get('userTask'), task.assignee, null, { create }))
    apply(planChange(get('userTask'), continuation.asyncBefore, false, { create }))
    expect(await save()).not.toMatch(/assignee|asyncBefore/)
  })

  it('is an element with a text under the extensions, which come and go with it', async () => {
    const { create, get, apply, save } = await file(millrace)
    apply(planChange(get('userTask'), continuation.retryCycleElement, 'R3/PT1M', { create }))
    expect(readElement(await save(), 'userTask').async.retryCycle?.text).toBe('R3/PT1M')
    apply(planChange(get('userTask'), continuation.retryCycleElement, null, { create }))
    expect(await save()).not.toContain('extensionElements')
  })

  it('leaves what else stands among the extensions, in its order', async () => {
    const { create, get, apply, save } = await file(
      millrace,
      '<extensionElements><other:a xmlns:other="urn:other"/><camunda:failedJobRetryTimeCycle>R1/PT1M</camunda:failedJobRetryTimeCycle><camunda:taskListener event="create" expression="${a}"/></extensionElements>',
    )
    apply(planChange(get('userTask'), continuation.retryCycleElement, 'R2/PT2M', { create }))
    expect((await save()).replaceAll(/\s*\n\s*/g, '')).toMatch(
      /<other:a[^>]*\/><millrace:failedJobRetryTimeCycle>R2\/PT2M<\/millrace:failedJobRetryTimeCycle><camunda:taskListener/,
    )
  })

  it('is a list of elements that have properties of their own', async () => {
    const { create, get, apply, save } = await file(millrace)
    const user = get('userTask')
    const listener = create('millrace:TaskListener', {})
    apply(planChange(user, taskListeners.taskListener, [listener], { create }))
    apply(planChange(listener, taskListener.event, 'create', { create }))
    apply(planChange(listener, delegate.expression, '${log()}', { create }))
    expect(listModdleChildren(user, taskListeners.taskListener)).toEqual([listener])
    expect(readElement(await save(), 'userTask').taskListeners).toEqual([
      { event: 'create', run: { kind: 'expression', expression: { language: 'uel', text: '${log()}' } }, timer: null },
    ])
  })

  it('is a part of such an element, with its prefix where the file had none', async () => {
    const { create, get, apply, save } = await file(
      millrace,
      '<extensionElements><millrace:inputOutput><millrace:inputParameter name="a"><millrace:list><value>1</value><value>2</value></millrace:list></millrace:inputParameter></millrace:inputOutput></extensionElements>',
    )
    const inside = (holder: ModdleElement | undefined, property: Property<ElementPlace>) =>
      holder === undefined ? [] : listModdleChildren(holder, property)
    const [io] = inside(get('userTask'), ioMapping.inputOutput)
    const [list] = inside(inside(io, inputOutput.inputParameter)[0], parameterValue.list)
    if (list === undefined) throw new Error('Expected a list.')
    expect(listModdleChildren(list, parameterValue.value).map((one) => one.get('body'))).toEqual(['1', '2'])
    apply(planChange(list, parameterValue.value, [create('millrace:Value', { body: '3' })], { create }))
    expect(readElement(await save(), 'userTask').io?.inputs[0]?.value).toMatchObject({
      items: [{ expression: { text: '3' } }],
    })
  })

  it('is a formal expression of BPMN', async () => {
    const { create, get, apply, save } = await file(
      millrace,
      '<multiInstanceLoopCharacteristics id="loop"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>',
    )
    apply(planChange(get('loop'), multiInstance.completionCondition, '= done', { create }))
    apply(planChange(get('loop'), multiInstance.loopCardinality, null, { create }))
    apply(planChange(get('loop'), multiInstance.collection, '${all}', { create }))
    expect(readElement(await save(), 'userTask').loop).toMatchObject({
      cardinality: null,
      collection: { language: 'uel', text: '${all}' },
      completionCondition: { language: 'feel', text: 'done' },
    })
  })
})
