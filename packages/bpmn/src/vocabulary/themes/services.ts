import { services } from '../elements.ts'
import { define, extension, extensionElement, part, partElement } from '../property.ts'
import { answerTypes } from '../words.ts'

export const service = define(services, {
  /** `external`, or a service that is built in: `mail`, `http`, `dmn`. */
  type: extension('text'),
  class: extension('text'),
  delegateExpression: extension('expression'),
  expression: extension('expression'),
  topic: extension('expression'),
  useLocalScopeForResultVariable: extension('boolean'),
  connector: extensionElement('element'),
  /** The adapter of an external system. Only in our dialect. */
  adapter: extensionElement('element'),
  errorEventDefinition: extensionElement('elements'),
  mapException: extensionElement('elements'),
  field: extensionElement('elements'),
})

export const connector = define(['connector'], { connectorId: partElement('element') })

/** The call of an adapter: its key, its inputs, its outputs and its errors. */
export const adapter = define(['adapter'], {
  key: part('text'),
  adapterInput: partElement('elements'),
  adapterOutput: partElement('elements'),
  adapterError: partElement('elements'),
})

/** An input of an adapter call: the name of the parameter, and its value. */
export const adapterInput = define(['adapterInput'], { name: part('text'), value: part('expression') })

/** An output of an adapter call: a variable, and the path of its value in the answer. */
export const adapterOutput = define(['adapterOutput'], {
  name: part('text'),
  path: part('text'),
  type: part('choice', { options: answerTypes }),
})

/** The mapping of failures of an adapter to BPMN errors. */
export const adapterError = define(['adapterError'], {
  status: part('text'),
  code: part('text'),
  condition: part('expression'),
  errorCode: part('text'),
})

/** The condition under which an external task throws a BPMN error. */
export const errorMapping = define(['errorEventDefinition'], {
  id: part('text'),
  errorRef: part('text'),
  expression: part('expression'),
})

export const exceptionMapping = define(['mapException'], {
  errorCode: part('text'),
  includeChildExceptions: part('boolean'),
})

/** Fields that a model sets for a Java class or a built-in service. */
export const fields = define(['executionListener', 'taskListener', ...services], { field: partElement('elements') })

export const field = define(['field'], {
  name: part('text'),
  stringValue: part('text'),
  string: partElement('element'),
  /** An attribute, or an element with the text. */
  expression: part('expression'),
  expressionElement: partElement('element', { name: 'expression' }),
})
