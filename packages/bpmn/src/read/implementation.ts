import {
  booleanExtension,
  extension,
  extensionOrPlain,
  findExtension,
  findVendorChild,
  listExtensions,
} from '../dialects/extensions.ts'
import type { ErrorMapping, Implementation } from '../model.ts'
import { attribute, findChild, type XmlElement } from '../xml/element.ts'
import type { ReadContext } from './context.ts'
import { findDecisionField } from './decision-call.ts'
import { expressionText, filledExpression } from './expression-text.ts'
import { readFields } from './fields.ts'
import { findConnectorIo } from './io-mapping.ts'
import { readPriority } from './priority.ts'

/** What a service task, send task, business rule task or throwing message event runs. */
export function readImplementation(context: ReadContext, element: XmlElement): Implementation {
  const type = extension(element, 'type')?.trim() ?? ''
  const name = extension(element, 'class')?.trim() ?? ''
  const delegateExpression = extension(element, 'delegateExpression')?.trim() ?? ''
  const expression = extension(element, 'expression')?.trim() ?? ''
  const connector = findExtension(element, 'connector')
  const resultVariable = extension(element, 'resultVariable')
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
    const isLocalResult = booleanExtension(element, 'useLocalScopeForResultVariable', false)
    return {
      kind: 'expression',
      expression: expressionText(context.dialect, expression),
      resultVariable,
      isLocalResult,
    }
  }
  return connector === null ? { kind: 'none' } : readConnector(context, connector)
}

function readExternal(context: ReadContext, element: XmlElement): Implementation {
  const topic = filledExpression(context, extension(element, 'topic'))
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
    priority: readPriority(context, element, 'taskPriority'),
    errorMappings: [...readErrorDefinitions(context, element), ...readMappedExceptions(element)],
  }
}

/** `camunda:errorEventDefinition`: its `errorRef` names an error of the file, or is a code. */
function readErrorDefinitions(context: ReadContext, element: XmlElement): ErrorMapping[] {
  return listExtensions(element, 'errorEventDefinition').flatMap((definition) => {
    const reference = attribute(definition, 'errorRef')
    if (reference === null) return []
    const error = context.roots.find('error', reference)
    const errorCode = error === null ? reference : (attribute(error, 'errorCode') ?? '')
    return [
      { errorCode, condition: filledExpression(context, attribute(definition, 'expression')), exceptionClass: null },
    ]
  })
}

function readMappedExceptions(element: XmlElement): ErrorMapping[] {
  return listExtensions(element, 'mapException').map((mapping) => ({
    errorCode: extensionOrPlain(mapping, 'errorCode') ?? '',
    condition: null,
    exceptionClass: mapping.text.trim() === '' ? null : mapping.text.trim(),
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
  return { kind: 'none' }
}

function readConnector(context: ReadContext, connector: XmlElement): Implementation {
  const id = (findVendorChild(connector, 'connectorId') ?? findChild(connector, 'connectorId'))?.text.trim() ?? ''
  if (id === '') {
    context.report(
      connector,
      'activity.implementation',
      'Expected a connector to have an id, but it has none. Name it.',
    )
  }
  return { kind: 'connector', id, io: findConnectorIo(context, connector) }
}
