import {
  type Change,
  isExpression,
  listModdleChildren,
  listProperties,
  type ModdleElement,
  type ModdleProperty,
  planChange,
  readModdleAttribute,
  readModdleElement,
  rulesOf,
  type WriteOptions,
} from '@millrace/bpmn/moddle'
import { findConnector, kindNames, type ServiceKind } from './service-kinds.ts'

/** Plans the change of the service that an element runs. All settings of the earlier service are removed. */
export function planKind(element: ModdleElement, kind: ServiceKind | null, options: Required<WriteOptions>): Change[] {
  const attributes = listProperties(element.$type)
    .filter(({ property: { name, place } }) => kindNames.has(name) && place === 'extension')
    .flatMap(({ property }) => planChange(element, property, null, options))
  const isConnector = kind === 'http' && usesConnectors(options)
  const type = kind === null || isConnector ? null : typeOf(element, kind)
  const written = type === null ? [] : planChange(element, propertyOf(element, 'type'), type, options)
  // What stands in extensions is one list, which one change sets.
  const extensions = readModdleElement(element, 'extensionElements')
  const held = (extensions?.get('values') as ModdleElement[] | undefined) ?? []
  const kept = held.filter(({ $type }) => !kindNames.has(localName($type)))
  const made = isConnector ? [makeConnector(options)] : kind === 'adapter' ? [makeAdapterCall(options)] : []
  const values = [...kept, ...made]
  return [
    { element, properties: Object.assign({}, ...[...attributes, ...written].map(({ properties }) => properties)) },
    ...planValues(element, extensions, values, options),
  ]
}

/** Returns whether the dialect has connectors, and no built-in HTTP task. */
export function usesConnectors(options: Required<WriteOptions>): boolean {
  return rulesOf(options).hasConnectors
}

function planValues(
  element: ModdleElement,
  extensions: ModdleElement | undefined,
  values: readonly ModdleElement[],
  options: Required<WriteOptions>,
): Change[] {
  if (extensions !== undefined) {
    for (const value of values) value.$parent = extensions
    return [{ element: extensions, properties: { values } }]
  }
  if (values.length === 0) return []
  const made = options.create('bpmn:ExtensionElements', { values })
  made.$parent = element
  for (const value of values) value.$parent = made
  return [{ element, properties: { extensionElements: made } }]
}

/** A business rule task names its decision by an attribute of its own. */
function typeOf(element: ModdleElement, kind: ServiceKind): string | null {
  if (kind === 'decision') return element.$type === 'bpmn:BusinessRuleTask' ? null : 'dmn'
  return kind === 'http' || kind === 'mail' || kind === 'external' ? kind : null
}

/** In our own words, whatever the file is written in: nobody else has such a thing. */
function makeAdapterCall({ create }: Required<WriteOptions>): ModdleElement {
  return create('millrace:Adapter', { key: '', parts: [] })
}

function makeConnector({ create, dialect }: Required<WriteOptions>): ModdleElement {
  const id = create(`${dialect}:ConnectorId`, { body: 'http-connector' })
  const io = create(`${dialect}:InputOutput`, { parts: [] })
  const connector = create(`${dialect}:Connector`, { parts: [io, id] })
  for (const part of [io, id]) part.$parent = connector
  return connector
}

/** Returns the text of a setting of a built-in service; empty when it is not set. */
export function readField(element: ModdleElement, name: string): string {
  const field = findField(element, name)
  if (field === undefined) return ''
  for (const { property } of listProperties(field.$type)) {
    const { place } = property
    if (property.name !== 'stringValue' && property.name !== 'expression' && property.name !== 'string') continue
    if (place === 'part') {
      const text = readModdleAttribute(field, { ...property, place })
      if (text !== null) return text
    } else if (place === 'partElement') {
      const [inside] = listModdleChildren(field, { ...property, place })
      if (inside !== undefined) return String(inside.get('body') ?? '')
    }
  }
  return ''
}

/** Plans the change of a setting of a built-in service; an empty text removes it. */
export function planField(
  element: ModdleElement,
  name: string,
  text: string,
  options: Required<WriteOptions>,
): Change[] {
  const fields = listFields(element)
  const before = findField(element, name)
  const property = propertyOf(element, 'field')
  if (text === '')
    return planChange(
      element,
      property,
      fields.filter((field) => field !== before),
      options,
    )
  const attributes = { name, [isExpression(text) ? 'expression' : 'stringValue']: text }
  const made = options.create(`${options.dialect}:Field`, attributes)
  const after = before === undefined ? [...fields, made] : fields.map((field) => (field === before ? made : field))
  return planChange(element, property, after, options)
}

/** Lists the names of the settings in the file. */
export function listFieldNames(element: ModdleElement): string[] {
  return listFields(element).map((field) => String(field.get('name') ?? ''))
}

function findField(element: ModdleElement, name: string): ModdleElement | undefined {
  return listFields(element).find((field) => String(field.get('name') ?? '') === name)
}

/** Returns the text of a parameter of a connector. */
export function readParameter(element: ModdleElement, name: string): string {
  return String(findParameter(element, name)?.get('body') ?? '').trim()
}

export function planParameter(
  element: ModdleElement,
  name: string,
  text: string,
  options: Required<WriteOptions>,
): Change[] {
  const io = findIo(element)
  if (io === undefined) return []
  const found = findParameter(element, name)
  const parts = (io.get('parts') as ModdleElement[] | undefined) ?? []
  if (text === '') return [{ element: io, properties: { parts: parts.filter((part) => part !== found) } }]
  if (found !== undefined) return [{ element: found, properties: { body: text } }]
  const made = options.create(`${options.dialect}:InputParameter`, { name, body: text })
  made.$parent = io
  return [{ element: io, properties: { parts: [...parts, made] } }]
}

function findParameter(element: ModdleElement, name: string): ModdleElement | undefined {
  const parts = (findIo(element)?.get('parts') as ModdleElement[] | undefined) ?? []
  return parts.find((part) => localName(part.$type) === 'inputParameter' && part.get('name') === name)
}

function findIo(element: ModdleElement): ModdleElement | undefined {
  const parts = (findConnector(element)?.get('parts') as ModdleElement[] | undefined) ?? []
  return parts.find((part) => localName(part.$type) === 'inputOutput')
}

function listFields(element: ModdleElement): ModdleElement[] {
  const property = propertyOf(element, 'field')
  return property.place === 'extensionElement'
    ? listModdleChildren(element, { ...property, place: property.place })
    : []
}

function propertyOf(element: ModdleElement, name: string): ModdleProperty {
  const found = listProperties(element.$type).find(
    ({ property }) => property.name === name && property.place !== 'partElement',
  )
  if (found === undefined) throw new Error(`Expected ${element.$type} to have ${name}, but it has not.`)
  return found.property
}

function localName(type: string): string {
  const name = type.replace(/^.*:/, '')
  return name.charAt(0).toLowerCase() + name.slice(1)
}
