import { describe, expect, it } from 'vitest'
import { createRestTest } from './testing/rest-test.ts'

const { rest } = await createRestTest()
const names =
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t"'
/** What designers get wrong, and what somebody writes who wants to see the server stumble. */
const odd = ['dd/dd/yyyy', '[', 'P1X', '9'.repeat(400)]

const kinds: Readonly<Record<string, (text: string) => string>> = {
  'due date': (text) => model(`<userTask id="step" camunda:dueDate="${text}"/>`),
  'retry cycle': (text) =>
    model(
      `<serviceTask id="step" camunda:asyncBefore="true" camunda:expression="\${1}"><extensionElements><camunda:failedJobRetryTimeCycle>${text}</camunda:failedJobRetryTimeCycle></extensionElements></serviceTask>`,
    ),
  'pattern of a date': (text) => field(`type="date" datePattern="${text}"`),
  'default of a number': (text) => field(`type="long" defaultValue="${text}"`),
}

function model(step: string, attributes = '', start = '<startEvent id="s"/>'): string {
  return `<definitions ${names}><process id="p" isExecutable="true" ${attributes}>${start}<sequenceFlow id="f" sourceRef="s" targetRef="step"/>${step}</process></definitions>`
}

function field(attributes: string): string {
  const form = `<extensionElements><camunda:formData><camunda:formField id="value" label="Value" ${attributes}/></camunda:formData></extensionElements>`
  return model('<userTask id="step"/>', '', `<startEvent id="s">${form}</startEvent>`)
}

describe('a format or value that a model has wrong', () => {
  it.each(Object.keys(kinds))(
    'is refused at deployment or has an incident, and is no error of the server: %s',
    async (kind) => {
      for (const text of odd) {
        const deployed = await rest.deploy({ 'p.bpmn': kinds[kind]?.(text) ?? '' })
        expect(deployed.status, `${kind} ${text} ${JSON.stringify(deployed.body)}`).toBeLessThan(500)
        if (deployed.status !== 200) continue
        const calls = [
          ...['24/12/2030', '9'.repeat(30)].map((value) =>
            rest.post('/process-definition/key/p/submit-form', { variables: { value: { value, type: 'String' } } }),
          ),
          rest.post('/process-definition/key/p/start', {}),
          rest.get('/process-definition/key/p/form-variables'),
        ]
        for (const { status, body } of await Promise.all(calls))
          expect(status, `${kind} ${text} ${JSON.stringify(body)}`).toBeLessThan(500)
      }
    },
  )
})
