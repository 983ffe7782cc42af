import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../../dialects/index.ts'
import type { Aggregation, ExpressionText, Loop, MultiInstance } from '../../model.ts'
import { childTextOf, elementOf, elementsOf, flagOf, textOf } from '../../vocabulary/read.ts'
import { activity } from '../../vocabulary/themes/activities.ts'
import { identity, naming } from '../../vocabulary/themes/general.ts'
import * as loops from '../../vocabulary/themes/loops.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf, expressionText, filledExpression, formalOf } from '../expression-text.ts'
import { itemName } from '../process/item-names.ts'
import { readAsync } from './async.ts'

/** Returns the loop characteristics of an activity, null when it runs once. */
export function readLoop(context: ReadContext, element: XmlElement): Loop | null {
  const multiple = elementOf(element, activity.multiInstanceLoopCharacteristics)
  if (multiple !== null) return readMultiInstance(context, multiple)
  const standard = elementOf(element, activity.standardLoopCharacteristics)
  if (standard === null) return null
  const maximum = Number(textOf(standard, loops.standardLoop.loopMaximum) ?? Number.NaN)
  return {
    kind: 'standard',
    testBefore: flagOf(standard, loops.standardLoop.testBefore),
    maximum: Number.isSafeInteger(maximum) && maximum >= 0 ? maximum : null,
    condition: formalOf(context, standard, loops.standardLoop.loopCondition),
  }
}

function readMultiInstance(context: ReadContext, element: XmlElement): MultiInstance {
  return {
    kind: 'multi-instance',
    isSequential: flagOf(element, loops.multiInstance.isSequential),
    cardinality: formalOf(context, element, loops.multiInstance.loopCardinality),
    collection: readCollection(context, element),
    elementVariable: textOf(element, loops.multiInstance.elementVariable) ?? inputItem(element),
    indexVariable: textOf(element, loops.multiInstance.indexVariable),
    completionCondition: formalOf(context, element, loops.multiInstance.completionCondition),
    async: readAsync(context, element),
    aggregations: [
      ...elementsOf(element, loops.multiInstance.variableAggregation).map((one) => readAggregation(context, one)),
      ...readOutput(context, element),
    ],
  }
}

function inputItem(element: XmlElement): string | null {
  return nameOfItem(elementOf(element, loops.multiInstance.inputDataItem))
}

function nameOfItem(item: XmlElement | null): string | null {
  return item === null ? null : (textOf(item, naming.name) ?? textOf(item, identity.id))
}

/** BPMN 2.0, 13.3.7: what each run leaves in `outputDataItem` becomes a list. The vendors' engines do not read it. */
function readOutput(context: ReadContext, element: XmlElement): Aggregation[] {
  const output = childTextOf(element, loops.multiInstance.loopDataOutputRef)
  if (output === null || !rulesOf(context).loopsGatherOutputs) return []
  const target = itemName(element, output)
  const item = nameOfItem(elementOf(element, loops.multiInstance.outputDataItem)) ?? target
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

/** `loopDataInputRef`, or the vendors' attribute or element. Flowable's element may need Java to read its text. */
function readCollection(context: ReadContext, element: XmlElement): ExpressionText | null {
  const input = childTextOf(element, loops.multiInstance.loopDataInputRef)
  const reference = filledExpression(context, input === null ? null : itemName(element, input))
  const given = expressionOf(context, element, loops.multiInstance.collection)
  const holder = elementOf(element, loops.multiInstance.collectionElement)
  if (holder !== null) reportHandler(context, holder)
  return reference ?? given ?? (holder === null ? null : filledExpression(context, collectionText(holder)))
}

function collectionText(holder: XmlElement): string {
  const inner = elementOf(holder, loops.collection.expression) ?? elementOf(holder, loops.collection.string)
  return (inner ?? holder).text
}

function reportHandler(context: ReadContext, holder: XmlElement): void {
  const handler = textOf(holder, loops.collection.class) ?? textOf(holder, loops.collection.delegateExpression)
  if (handler === null) return
  context.report(
    holder,
    'bpmn.unsupported',
    `Expected a collection without Java code, but it is read by “${handler}”. Enter an expression that returns a list.`,
  )
}

function readAggregation(context: ReadContext, element: XmlElement): Aggregation {
  const aggregator = textOf(element, loops.aggregation.class) ?? textOf(element, loops.aggregation.delegateExpression)
  if (aggregator !== null) {
    context.report(
      element,
      'bpmn.needs-binding',
      `Expected an aggregation without Java code, but it names “${aggregator}”. The variables are collected without it.`,
      'warning',
    )
  }
  return {
    target: textOf(element, loops.aggregation.target) ?? '',
    targetExpression: expressionOf(context, element, loops.aggregation.targetExpression),
    storeAsTransient: flagOf(element, loops.aggregation.storeAsTransientVariable),
    createOverview: flagOf(element, loops.aggregation.createOverviewVariable),
    item: null,
    variables: elementsOf(element, loops.aggregation.variable).map((variable) => {
      const source = textOf(variable, loops.aggregated.source)
      const expression = textOf(variable, loops.aggregated.sourceExpression)
      const target = textOf(variable, loops.aggregated.target) ?? textOf(variable, loops.aggregated.targetExpression)
      return {
        source: expression === null ? (source ?? '') : expressionText(context.dialect, expression),
        target: target ?? source ?? '',
      }
    }),
  }
}
