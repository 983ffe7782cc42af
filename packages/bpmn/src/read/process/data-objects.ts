import { localName, type XmlElement } from '@millrace/xml'
import { rulesOf } from '../../dialects/index.ts'
import type { DataObject } from '../../model.ts'
import { elementOf, isBpmn, textOf } from '../../vocabulary/read.ts'
import * as data from '../../vocabulary/themes/data.ts'
import * as general from '../../vocabulary/themes/general.ts'
import { idOf, type ReadContext } from '../context.ts'
import { referenceName } from './item-names.ts'

/**
 * Reads everything that becomes a variable: data objects and properties of a process or sub-process, and referenced
 * data stores, which belong to the whole process. Flowable has no data stores.
 */
export function readDataObjects(context: ReadContext, scope: XmlElement): DataObject[] {
  const declared = scope.children.filter((child) => isBpmn(child, 'dataObject') || isBpmn(child, 'property'))
  const stores = scope.children.filter((child) => isBpmn(child, 'dataStoreReference'))
  const processId = idOf(context, findProcess(scope))
  return [
    ...declared.map((element) => readDataObject(context, element, idOf(context, scope))),
    ...(rulesOf(context).dataStoresAreVariables
      ? stores.map((element) => readDataObject(context, element, processId))
      : []),
  ]
}

function findProcess(scope: XmlElement): XmlElement {
  let process = scope
  while (!isBpmn(process, 'process') && process.parent !== null) process = process.parent
  return process
}

function readDataObject(context: ReadContext, element: XmlElement, scopeId: string): DataObject {
  const id = idOf(context, element)
  const store = context.roots.find('dataStore', textOf(element, data.storeReference.dataStoreRef) ?? '')
  const name = textOf(element, general.naming.name) ?? (store === null ? null : textOf(store, general.naming.name))
  const value = elementOf(element, data.dataObject.value)
  if (rulesOf(context).dataObjectsNeedNames && (name === null || name === '')) {
    context.report(
      element,
      'bpmn.name-missing',
      'Expected a data object to have a name, because it becomes a variable, but it has none. Name it.',
    )
  }
  return {
    id,
    name: name === null || name === '' ? ((element.parent && referenceName(element.parent, id)) ?? id) : name,
    scopeId,
    type: readType(context, element),
    value: value === null ? null : (textOf(value, data.startValue.value) ?? value.text.trim()) || null,
  }
}

/** Our types by the local name of the XML Schema type of an item. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['string', 'String'],
  ['boolean', 'Boolean'],
  ['byte', 'Short'],
  ['short', 'Short'],
  ['int', 'Integer'],
  ['integer', 'Integer'],
  ['long', 'Long'],
  ['float', 'Double'],
  ['double', 'Double'],
  ['decimal', 'Double'],
  ['date', 'Date'],
  ['datetime', 'Date'],
  ['json', 'Json'],
])

/** `itemSubjectRef` names an item definition of the file, or the type itself, as Flowable writes it. */
function readType(context: ReadContext, element: XmlElement): string | null {
  const reference = textOf(element, data.item.itemSubjectRef)
  if (reference === null) return null
  const item = context.roots.find('itemDefinition', reference)
  const type = item === null ? reference : textOf(item, data.structure.structureRef)
  return type === null ? null : (typeNames.get(localName(type).toLowerCase()) ?? null)
}
