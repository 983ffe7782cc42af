import { eventDefinitions, flowNodes, formalExpressions } from '../elements.ts'
import { attribute, child, define, extension, extensionElement, part, partElement } from '../property.ts'

const roots = ['message', 'signal', 'error', 'escalation', 'dataStore', 'resource'] as const
const items = ['dataObject', 'dataObjectReference', 'dataStoreReference', 'property', 'inputDataItem', 'outputDataItem']
const named = ['definitions', 'process', 'lane', 'sequenceFlow', ...flowNodes, ...roots, ...items]
const loops = ['multiInstanceLoopCharacteristics', 'standardLoopCharacteristics'] as const

export const identity = define(
  [...named, ...eventDefinitions, ...loops, ...formalExpressions, 'association', 'itemDefinition'],
  { id: attribute('text') },
)

export const naming = define([...named, 'linkEventDefinition'], { name: attribute('text') })

export const description = define(['process', ...flowNodes], { documentation: child('elements') })

/** Custom properties of elements: names and values that a model adds. */
export const ownProperties = define(['process', ...flowNodes], { properties: extensionElement('element') })

export const propertyList = define(['properties'], { property: partElement('elements') })

export const ownProperty = define(['property'], { id: part('text'), name: part('text'), value: part('text') })

/** The title of an instance or task, as an expression over its data. */
export const titles = define(['process', 'userTask'], { title: extension('expression') })
