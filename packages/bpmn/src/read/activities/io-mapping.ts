import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../../dialects/index.ts'
import type { ExpressionText, IoMapping, Parameter, ParameterValue } from '../../model.ts'
import type { Property } from '../../vocabulary/property.ts'
import { elementOf, elementsOf, flagOf, textOf } from '../../vocabulary/read.ts'
import * as mapping from '../../vocabulary/themes/mapping.ts'
import type { ReadContext } from '../context.ts'
import { expressionText } from '../expression-text.ts'
import { readScript } from './script.ts'
import { targetOf } from './target.ts'

/** Reads the input and output parameters of an element, null when it has none. */
export function readIoMapping(context: ReadContext, element: XmlElement): IoMapping | null {
  const holder = elementOf(element, mapping.ioMapping.inputOutput)
  if (holder !== null) return readInputOutput(context, holder)
  return rulesOf(context).mapsInAndOutOfActivities && element.name !== 'callActivity'
    ? readInAndOut(context, element)
    : null
}

/** Returns an `inputOutput` element, which connectors have too. */
function readInputOutput(context: ReadContext, holder: XmlElement): IoMapping {
  return {
    inputs: elementsOf(holder, mapping.inputOutput.inputParameter).map((one) => readParameter(context, one)),
    outputs: elementsOf(holder, mapping.inputOutput.outputParameter).map((one) => readParameter(context, one)),
  }
}

export function findConnectorIo(context: ReadContext, connector: XmlElement): IoMapping | null {
  const holder = elementOf(connector, mapping.connectorMapping.inputOutput)
  return holder === null ? null : readInputOutput(context, holder)
}

function readParameter(context: ReadContext, element: XmlElement): Parameter {
  const name = textOf(element, mapping.parameter.name)
  if (name === null || name === '') {
    context.report(element, 'activity.mapping', 'Expected a parameter to have a name, but it has none. Name it.')
  }
  return { name: name ?? '', value: readNested(context, element) }
}

/** Returns the value inside a parameter, list item or map entry: an element of its own, or its text. */
function readNested(context: ReadContext, holder: XmlElement): ParameterValue {
  const [only, ...more] = holder.children
  if (only === undefined) return readText(context, holder)
  if (more.length > 0) {
    context.report(
      holder,
      'activity.mapping',
      `Expected at most one value inside ${holder.name}, but there are ${holder.children.length}. Put them into a list or map.`,
    )
  }
  return readValue(context, only)
}

function readValue(context: ReadContext, element: XmlElement): ParameterValue {
  switch (element.name) {
    case mapping.parameterValue.script.name:
      return { kind: 'script', script: readScript(context, element) }
    case mapping.parameterValue.list.name:
      return { kind: 'list', items: element.children.map((item) => readValue(context, item)) }
    case mapping.parameterValue.map.name:
      return {
        kind: 'map',
        entries: elementsOf(element, mapping.map.entry).map((entry) => ({
          key: expressionText(context.dialect, textOf(entry, mapping.entry.key) ?? ''),
          value: readNested(context, entry),
        })),
      }
    default:
      return readText(context, element)
  }
}

/** No text at all is null, in lists as well. */
const nothing: ExpressionText = { language: 'uel', text: `\${null}` }

function readText(context: ReadContext, element: XmlElement): ParameterValue {
  const text = element.text.trim()
  return { kind: 'expression', expression: text === '' ? nothing : expressionText(context.dialect, text) }
}

/** Flowable gives tasks the `in` and `out` elements that Camunda keeps for call activities. */
function readInAndOut(context: ReadContext, element: XmlElement): IoMapping | null {
  const read = (property: Property<'extensionElement', 'elements'>) =>
    elementsOf(element, property).map((one) => readPassed(context, one, property))
  const inputs = [...read(mapping.passing.in), ...read(mapping.workerPassing.externalWorkerInParameter)]
  const outputs = [...read(mapping.passing.out), ...read(mapping.workerPassing.externalWorkerOutParameter)]
  return inputs.length === 0 && outputs.length === 0 ? null : { inputs, outputs }
}

/** The value of a variable; nothing when there is no such variable. */
function variableText(name: string): string {
  return `\${execution.getVariable('${name.replaceAll(/[\\']/g, String.raw`\$&`)}')}`
}

function readPassed(context: ReadContext, element: XmlElement, property: Property<'extensionElement'>): Parameter {
  const source = textOf(element, mapping.passed.source)
  const text = source === null ? (textOf(element, mapping.passed.sourceExpression) ?? '') : variableText(source)
  return {
    name: targetOf(context, element, property) ?? '',
    value: { kind: 'expression', expression: expressionText(context.dialect, text) },
    isLocal: flagOf(element, mapping.passed.local),
    isTransient: flagOf(element, mapping.passed.transient),
  }
}
