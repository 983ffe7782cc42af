import { describe, expect, it } from 'vitest'
import { createRestTest } from '../testing/rest-test.ts'

const { rest } = await createRestTest()

describe('a task that is to be made under an id', () => {
  it('is refused when something else that stands by itself has it', async () => {
    const timed =
      '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="timed" isExecutable="true"><startEvent id="s"><timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition></startEvent><sequenceFlow id="f" sourceRef="s" targetRef="t"/><userTask id="t"/></process></definitions>'
    const { body } = await rest.deploy({ 'timed.bpmn': timed })
    const [id] = Object.keys(body.deployedProcessDefinitions)
    const { status } = await rest.post('/task/create', { id, name: 'Mine' })
    expect(status).toBe(400)
  })
})
