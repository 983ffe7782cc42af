import { flowNodes } from '../elements.ts'
import { define, extension, extensionElement, part, partElement } from '../property.ts'

/** Input and output parameters in Camunda's notation, with values of any structure. */
export const ioMapping = define(flowNodes, { inputOutput: extensionElement('element') })

export const connectorMapping = define(['connector'], { inputOutput: partElement('element') })

export const inputOutput = define(['inputOutput'], {
  inputParameter: partElement('elements'),
  outputParameter: partElement('elements'),
})

export const parameter = define(['inputParameter', 'outputParameter'], { name: part('text') })

/** Structured values of input and output parameters: a list, a map, a script or several values. */
export const parameterValue = define(['inputParameter', 'outputParameter', 'entry', 'list'], {
  list: partElement('element'),
  map: partElement('element'),
  script: partElement('element'),
  value: partElement('elements'),
})

export const map = define(['map'], { entry: partElement('elements') })

export const entry = define(['entry'], { key: part('expression') })

/** The `in` and `out` elements with which vendors pass variables. */
export const passing = define([...flowNodes, 'messageEventDefinition', 'signalEventDefinition'], {
  in: extensionElement('elements'),
  out: extensionElement('elements'),
})

export const workerPassing = define(['serviceTask'], {
  externalWorkerInParameter: extensionElement('elements'),
  externalWorkerOutParameter: extensionElement('elements'),
})

export const passed = define(['in', 'out', 'externalWorkerInParameter', 'externalWorkerOutParameter'], {
  source: part('text'),
  sourceExpression: part('expression'),
  target: part('text'),
  targetExpression: part('expression'),
  local: part('boolean'),
  transient: part('boolean'),
  businessKey: part('expression'),
  variables: part('choice', { options: ['all'] }),
})

/** The variable that receives the result of a task. */
export const result = define(['serviceTask', 'sendTask', 'businessRuleTask', 'scriptTask', 'messageEventDefinition'], {
  resultVariable: extension('text', { names: { camunda: 'resultVariableName', flowable: 'resultVariableName' } }),
})
