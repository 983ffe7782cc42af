import { expect, it } from 'vitest'
import { listStarts } from './starts.ts'
import { bpmn, on, path } from './testing/bpmn.ts'
import { readDefinitions } from './testing/definitions.ts'

it('everything that can start a process is listed, with the definition that has to happen', () => {
  const { processes } = readDefinitions([
    bpmn(
      `<startEvent id="none"/><startEvent id="several">${on.message()}${on.cycle()}</startEvent><startEvent id="condition">${on.condition()}</startEvent>
      <receiveTask id="receive" messageRef="second" instantiate="true"/><receiveTask id="later" messageRef="second"/>
      <eventBasedGateway id="race" instantiate="true"/><intermediateCatchEvent id="behind">${on.signal()}</intermediateCatchEvent><receiveTask id="alsoBehind" messageRef="third"/>
      <subProcess id="sub" triggeredByEvent="true"><startEvent id="inside">${on.message()}</startEvent></subProcess>
      ${path('race', 'behind')}${path('race', 'alsoBehind')}${path('none', 'later')}`,
      { dialect: 'bpmn', definitions: '<message id="third" name="third"/>' },
    ),
  ])
  const [process] = processes
  const starts = process === undefined ? [] : listStarts(process.model)
  expect(
    starts.map(({ elementId, definitionIndex, definition }) => [elementId, definitionIndex, definition.kind]),
  ).toEqual([
    ['several', 0, 'message'],
    ['several', 1, 'timer'],
    ['condition', 0, 'conditional'],
    ['receive', 0, 'message'],
    ['behind', 0, 'signal'],
    ['alsoBehind', 0, 'message'],
  ])
})
