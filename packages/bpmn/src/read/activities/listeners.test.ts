import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from '../../builder/index.ts'
import type { Dialect } from '../../model.ts'
import { listErrors, readElement } from '../../testing/read-model.ts'

function file(extensions: string, dialect: Dialect = 'camunda') {
  return bpmnOf(
    dialect,
  )`<process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="x"/><userTask id="x"><extensionElements>${rawXml(extensions)}</extensionElements></userTask></process>`
}

const read = (extensions: string, dialect?: Dialect) => readElement(file(extensions, dialect), 'userTask', 'x')
const uel = (text: string) => ({ language: 'uel', text })

describe('execution listeners', () => {
  it('run an expression, a script, a class or a delegate expression', () => {
    const { listeners } = read(`<camunda:executionListener event="start" expression="\${a}"/>
      <camunda:executionListener event="end"><camunda:script scriptFormat="javascript">b()</camunda:script></camunda:executionListener>
      <camunda:executionListener event="start" class="org.C"><camunda:field name="f" stringValue="1"/></camunda:executionListener>
      <camunda:executionListener event="end" delegateExpression="\${d}"/>`)
    expect(listeners).toEqual([
      { event: 'start', run: { kind: 'expression', expression: uel(`\${a}`) } },
      { event: 'end', run: { kind: 'script', script: { language: 'javascript', text: 'b()', resource: null } } },
      {
        event: 'start',
        run: { kind: 'class', name: 'org.C', fields: [{ name: 'f', value: { language: 'literal', text: '1' } }] },
      },
      { event: 'end', run: { kind: 'delegateExpression', expression: uel(`\${d}`), fields: [] } },
    ])
  })

  it('that are Flowable’s script listener run its script', () => {
    const { listeners } = read(
      `<flowable:executionListener event="start" class="org.flowable.engine.impl.bpmn.listener.ScriptExecutionListener"><flowable:field name="script"><flowable:string>foo = 1</flowable:string></flowable:field><flowable:field name="language" stringValue="JavaScript"/></flowable:executionListener>`,
      'flowable',
    )
    expect(listeners).toEqual([
      { event: 'start', run: { kind: 'script', script: { language: 'javascript', text: 'foo = 1', resource: null } } },
    ])
  })

  it('need an event that exists and something to run', () => {
    expect(listErrors(file(`<camunda:executionListener expression="\${a}"/>`))).toEqual(['listener.event x'])
    expect(listErrors(file(`<camunda:executionListener event="middle" expression="\${a}"/>`))).toEqual([
      'listener.event x',
    ])
    expect(listErrors(file('<camunda:executionListener event="start"/>'))).toEqual(['listener.implementation x'])
    expect(listErrors(file('<camunda:executionListener event="start" class=""/>'))).toEqual([
      'listener.implementation x',
    ])
  })
})

describe('task listeners', () => {
  it('run at the events of a task', () => {
    const { taskListeners } = read(
      `<camunda:taskListener event="create" expression="\${a}"/><camunda:taskListener event="assignment" class="org.B"/>`,
    )
    expect(taskListeners).toMatchObject([
      { event: 'create', run: { kind: 'expression' }, timer: null },
      { event: 'assignment', run: { kind: 'class' }, timer: null },
    ])
  })

  it('run at a timeout when their timer is due', () => {
    const { taskListeners } = read(
      `<camunda:taskListener id="t1" event="timeout" expression="\${a}"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></camunda:taskListener>`,
    )
    expect(taskListeners).toMatchObject([
      { event: 'timeout', timer: { kind: 'timer', timer: 'duration', value: { text: 'PT1H' } } },
    ])
  })

  it('need an event that exists, and a timer and id for a timeout', () => {
    expect(listErrors(file(`<camunda:taskListener event="forget" expression="\${a}"/>`))).toEqual(['listener.event x'])
    expect(listErrors(file(`<camunda:taskListener event="timeout" id="t" expression="\${a}"/>`))).toEqual([
      'listener.timer x',
    ])
    expect(
      listErrors(
        file(
          `<camunda:taskListener event="timeout" expression="\${a}"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></camunda:taskListener>`,
        ),
      ),
    ).toEqual(['listener.timer x'])
  })
})
