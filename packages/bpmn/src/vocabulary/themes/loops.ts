import { attribute, child, define, extension, extensionElement, part, partElement } from '../property.ts'

export const multiInstance = define(['multiInstanceLoopCharacteristics'], {
  isSequential: attribute('boolean'),
  behavior: attribute('choice', { options: ['None', 'One', 'All', 'Complex'] }),
  oneBehaviorEventRef: attribute('reference'),
  noneBehaviorEventRef: attribute('reference'),
  loopCardinality: child('formal'),
  loopDataInputRef: child('element'),
  loopDataOutputRef: child('element'),
  inputDataItem: child('element'),
  outputDataItem: child('element'),
  completionCondition: child('formal'),
  collection: extension('expression'),
  collectionElement: extensionElement('element', { name: 'collection' }),
  elementVariable: extension('text'),
  indexVariable: extension('text', { names: { flowable: 'elementIndexVariable' } }),
  variableAggregation: extensionElement('elements'),
})

/**
 * Flowable's `collection` element of a multi-instance activity: its text, or that of an element inside it, names the
 * collection. Java code may read it.
 */
export const collection = define(['collection'], {
  expression: partElement('element'),
  string: partElement('element'),
  class: part('text'),
  delegateExpression: part('text'),
})

export const aggregation = define(['variableAggregation'], {
  target: part('text'),
  targetExpression: part('expression'),
  class: part('text'),
  delegateExpression: part('text'),
  storeAsTransientVariable: part('boolean'),
  createOverviewVariable: part('boolean'),
  variable: partElement('elements'),
})

export const aggregated = define(['variable'], {
  source: part('text'),
  sourceExpression: part('expression'),
  target: part('text'),
  targetExpression: part('text'),
})

export const standardLoop = define(['standardLoopCharacteristics'], {
  testBefore: attribute('boolean'),
  loopMaximum: attribute('integer'),
  loopCondition: child('formal'),
})
