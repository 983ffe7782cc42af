import type { XmlElement } from '@millrace/xml'
import { isOfOtherEngine } from '../../dialects/is-of-other-engine.ts'
import type { ErrorMapping, Implementation } from '../../model.ts'
import { elementOf, elementsOf, flagOf, textOf } from '../../vocabulary/read.ts'
import { task } from '../../vocabulary/themes/activities.ts'
import { externalTasks } from '../../vocabulary/themes/asynchronous.ts'
import { error } from '../../vocabulary/themes/event-definitions.ts'
import { result } from '../../vocabulary/themes/mapping.ts'
import { connector, errorMapping, exceptionMapping, service } from '../../vocabulary/themes/services.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf, expressionText } from '../expression-text.ts'
import { readAdapterCall } from './adapter-call.ts'
import { findDecisionField } from './decision-call.ts'
import { readFields } from './fields.ts'
import { findConnectorIo } from './io-mapping.ts'
import { readPriority } from './priority.ts'

/** Reads the implementation of a service task, send task, business rule task or throwing message event. */
export function readImplementation(context: ReadContext, element: XmlElement): Implementation {
  const type = textOf(element, service.type)?.trim() ?? ''
  const name = textOf(element, service.class)?.trim() ?? ''
  const delegateExpression = textOf(element, service.delegateExpression)?.trim() ?? ''
  const expression = textOf(element, service.expression)?.trim() ?? ''
  const connected = elementOf(element, service.connector)
  const asked = elementOf(element, service.adapter)
  const resultVariable = textOf(element, result.resultVariable)
  if (type === 'external' || type === 'external-worker') return readExternal(context, element)
  if (type === 'dmn') return readDmn(context, element)
  if (type !== '') return { kind: 'builtIn', name: type, fields: readFields(context, element), resultVariable }
  if (name !== '') return { kind: 'class', name, fields: readFields(context, element), resultVariable }
  if (delegateExpression !== '') {
    const fields = readFields(context, element)
    return {
      kind: 'delegateExpression',
      expression: expressionText(context.dialect, delegateExpression),
      fields,
      resultVariable,
    }
  }
  if (expression !== '') {
    const isLocalResult = flagOf(element, service.useLocalScopeForResultVariable)
    return {
      kind: 'expression',
      expression: expressionText(context.dialect, expression),
      resultVariable,
      isLocalResult,
    }
  }
  if (asked !== null) return readAdapterCall(context, asked)
  return connected === null ? { kind: 'none', isElsewhere: runsElsewhere(element) } : readConnector(context, connected)
}

/** In the words of another engine; Activiti 7 names connectors by BPMN's own attribute. */
function runsElsewhere(element: XmlElement): boolean {
  const word = textOf(element, task.implementation)?.trim() ?? ''
  return (word !== '' && !word.startsWith('##')) || isOfOtherEngine(element)
}

function readExternal(context: ReadContext, element: XmlElement): Implementation {
  const topic = expressionOf(context, element, service.topic)
  if (topic === null) {
    context.report(
      element,
      'activity.topic',
      'Expected an external task to have a topic, but it has none. Name the topic.',
    )
  }
  return {
    kind: 'external',
    topic: topic ?? { language: 'literal', text: '' },
    priority: readPriority(context, element, externalTasks.taskPriority),
    errorMappings: [...readErrorDefinitions(context, element), ...readMappedExceptions(element)],
  }
}

/** `camunda:errorEventDefinition`: its `errorRef` names an error of the file, or is a code. */
function readErrorDefinitions(context: ReadContext, element: XmlElement): ErrorMapping[] {
  return elementsOf(element, service.errorEventDefinition).flatMap((definition) => {
    const reference = textOf(definition, errorMapping.errorRef)
    if (reference === null) return []
    const found = context.roots.find('error', reference)
    const errorCode = found === null ? reference : (textOf(found, error.errorCode) ?? '')
    return [{ errorCode, condition: expressionOf(context, definition, errorMapping.expression), exceptionClass: null }]
  })
}

function readMappedExceptions(element: XmlElement): ErrorMapping[] {
  return elementsOf(element, service.mapException).map((mapped) => ({
    errorCode: textOf(mapped, exceptionMapping.errorCode) ?? '',
    condition: null,
    exceptionClass: mapped.text.trim() || null,
  }))
}

function readDmn(context: ReadContext, element: XmlElement): Implementation {
  const decision = findDecisionField(readFields(context, element))
  if (decision !== null) return { kind: 'decision', decision }
  context.report(
    element,
    'activity.decision',
    'Expected a decision task to have the field decisionTableReferenceKey or decisionServiceReferenceKey, but it has neither. Name the decision.',
  )
  return { kind: 'none', isElsewhere: false }
}

function readConnector(context: ReadContext, element: XmlElement): Implementation {
  const id = elementOf(element, connector.connectorId)?.text.trim() ?? ''
  if (id === '') {
    context.report(element, 'activity.implementation', 'Expected a connector to have an id, but it has none. Name it.')
  }
  return { kind: 'connector', id, io: findConnectorIo(context, element) }
}
