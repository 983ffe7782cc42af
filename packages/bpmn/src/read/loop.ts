import {
  booleanExtension,
  extension,
  extensionOrPlain,
  findExtension,
  findVendorChild,
  listExtensions,
  listVendorChildren,
} from '../dialects/extensions.ts'
import type { Aggregation, ExpressionText, Loop, MultiInstance } from '../model.ts'
import { attribute, booleanAttribute, childText, findChild, readBoolean, type XmlElement } from '../xml/element.ts'
import { readAsync } from './async.ts'
import type { ReadContext } from './context.ts'
import { expressionText, filledExpression, formalExpression } from './expression-text.ts'
import { itemName } from './item-names.ts'

/** The loop characteristics of an activity, null when it runs once. */
export function readLoop(context: ReadContext, element: XmlElement): Loop | null {
  const multiple = findChild(element, 'multiInstanceLoopCharacteristics')
  if (multiple !== null) return readMultiInstance(context, multiple)
  const standard = findChild(element, 'standardLoopCharacteristics')
  if (standard === null) return null
  const maximum = Number(attribute(standard, 'loopMaximum') ?? Number.NaN)
  return {
    kind: 'standard',
    testBefore: booleanAttribute(standard, 'testBefore', false),
    maximum: Number.isSafeInteger(maximum) && maximum >= 0 ? maximum : null,
    condition: readFormal(context, standard, 'loopCondition'),
  }
}

function readMultiInstance(context: ReadContext, element: XmlElement): MultiInstance {
  return {
    kind: 'multi-instance',
    isSequential: booleanAttribute(element, 'isSequential', false),
    cardinality: readFormal(context, element, 'loopCardinality'),
    collection: readCollection(context, element),
    elementVariable: extension(element, 'elementVariable') ?? inputItem(element),
    indexVariable: extension(element, 'indexVariable'),
    completionCondition: readFormal(context, element, 'completionCondition'),
    async: readAsync(context, element),
    aggregations: [
      ...listExtensions(element, 'variableAggregation').map((one) => readAggregation(context, one)),
      ...readOutput(context, element),
    ],
  }
}

function inputItem(element: XmlElement): string | null {
  return nameOfItem(findChild(element, 'inputDataItem'))
}

function nameOfItem(item: XmlElement | null): string | null {
  return item === null ? null : (attribute(item, 'name') ?? attribute(item, 'id'))
}

/** BPMN 2.0, 13.3.7: what each run leaves in `outputDataItem` becomes a list. The vendors' engines do not read it. */
function readOutput({ dialect }: ReadContext, element: XmlElement): Aggregation[] {
  const output = childText(element, 'loopDataOutputRef')
  if (output === null || (dialect !== 'bpmn' && dialect !== 'millrace')) return []
  const target = itemName(element, output)
  const item = nameOfItem(findChild(element, 'outputDataItem')) ?? target
  return [
    {
      target,
      targetExpression: null,
      storeAsTransient: false,
      createOverview: false,
      item,
      variables: [{ source: item, target: item }],
    },
  ]
}

function readFormal(context: ReadContext, element: XmlElement, name: string): ExpressionText | null {
  const child = findChild(element, name)
  return child === null || child.text.trim() === '' ? null : formalExpression(context, child)
}

/** `loopDataInputRef`, or the vendors' attribute or element. Flowable's element may need Java to read its text. */
function readCollection(context: ReadContext, element: XmlElement): ExpressionText | null {
  const input = childText(element, 'loopDataInputRef')
  const reference = filledExpression(context, input === null ? null : itemName(element, input))
  const given = filledExpression(context, extension(element, 'collection'))
  const holder = findExtension(element, 'collection')
  if (holder !== null) reportHandler(context, holder)
  return reference ?? given ?? (holder === null ? null : filledExpression(context, textOf(holder)))
}

function textOf(holder: XmlElement): string {
  const inner = findVendorChild(holder, 'expression') ?? findVendorChild(holder, 'string')
  return (inner ?? holder).text
}

function reportHandler(context: ReadContext, holder: XmlElement): void {
  const handler = extensionOrPlain(holder, 'class') ?? extensionOrPlain(holder, 'delegateExpression')
  if (handler === null) return
  context.report(
    holder,
    'bpmn.unsupported',
    `Expected a collection that can be read as it stands, but it is read by the Java code “${handler}”. Give an expression that returns a list.`,
  )
}

function readAggregation(context: ReadContext, element: XmlElement): Aggregation {
  const aggregator = extensionOrPlain(element, 'class') ?? extensionOrPlain(element, 'delegateExpression')
  if (aggregator !== null) {
    context.report(
      element,
      'bpmn.needs-binding',
      `Expected an aggregation that needs no Java, but it names “${aggregator}”. The variables are collected as if it did not.`,
      'warning',
    )
  }
  return {
    target: extensionOrPlain(element, 'target') ?? '',
    targetExpression: filledExpression(context, extensionOrPlain(element, 'targetExpression')),
    storeAsTransient: flag(element, 'storeAsTransientVariable'),
    createOverview: flag(element, 'createOverviewVariable'),
    item: null,
    variables: listVendorChildren(element, 'variable').map((variable) => {
      const source = extensionOrPlain(variable, 'source')
      const expression = extensionOrPlain(variable, 'sourceExpression')
      const target = extensionOrPlain(variable, 'target') ?? extensionOrPlain(variable, 'targetExpression')
      return {
        source: expression === null ? (source ?? '') : expressionText(context.dialect, expression),
        target: target ?? source ?? '',
      }
    }),
  }
}

function flag(element: XmlElement, name: string): boolean {
  return readBoolean(attribute(element, name), booleanExtension(element, name, false))
}
