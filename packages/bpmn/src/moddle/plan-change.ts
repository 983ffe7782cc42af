import type { DialectDescriptor } from '../dialects/dialect.ts'
import { dialects } from '../dialects/index.ts'
import type { AttributePlace, ElementPlace, Property } from '../vocabulary/property.ts'
import { heldAs, isElement, listElements, listMeant, type ModdleElement, titled } from './moddle-element.ts'
import { listHeld, listNames, listUnprefixed } from './read-property.ts'

/** A value to set at an element; undefined removes it. bpmn-js applies it by `updateModdleProperties`. */
export interface Change {
  readonly element: ModdleElement
  readonly properties: Readonly<Record<string, unknown>>
}

/**
 * The value of a property: a text, flag or number, or moddle elements for structured values. Null removes the property.
 */
export type PropertyValue = string | boolean | number | ModdleElement | readonly ModdleElement[] | null

export interface WriteOptions {
  /** Creates an element of moddle, which nothing holds yet: `moddle.create`. */
  readonly create: (type: string, attributes: Readonly<Record<string, unknown>>) => ModdleElement
  /** The dialect in which values are written: that of the file from `createModdleExtensions`, our own in a new one. */
  readonly dialect?: DialectDescriptor['dialect']
}

/**
 * Plans the changes that set or remove a property of an element, for a command stack. The same property in another
 * dialect is removed, so that it never exists twice.
 */
export function planChange(
  element: ModdleElement,
  property: Property,
  value: PropertyValue,
  { create, dialect = 'millrace' }: WriteOptions,
): Change[] {
  switch (property.place) {
    case 'attribute':
      return [{ element, properties: { [property.name]: value ?? undefined } }]
    case 'extension':
    case 'part':
      return [planAttribute(element, { ...property, place: property.place }, textOf(property, value), dialect)]
    case 'child':
      return [{ element, properties: { [heldAs(property)]: childOf(element, property, value, create) } }]
    case 'extensionElement':
    case 'partElement': {
      const made = makeElements(property, value, { create, dialect })
      return planElements(element, { ...property, place: property.place }, made, create)
    }
    default:
      return property.place satisfies never
  }
}

/** What is as it would be without a word is not written. */
function textOf({ value: kind, byDefault }: Property, value: PropertyValue): string | undefined {
  if (value === null || (kind === 'boolean' && value === byDefault)) return undefined
  return String(value)
}

function planAttribute(
  element: ModdleElement,
  property: Property<AttributePlace>,
  text: string | undefined,
  dialect: DialectDescriptor['dialect'],
): Change {
  const names = listNames(element, property)
  const others = names.filter((name) => element.get(name) !== undefined)
  const own = names.find((name) => name === writtenName(property, dialect)) ?? names[0] ?? property.name
  return { element, properties: { ...Object.fromEntries(others.map((name) => [name, undefined])), [own]: text } }
}

function writtenName({ name, names }: Property, dialect: DialectDescriptor['dialect']): string {
  return `${dialect}:${names[dialects[dialect].words] ?? name}`
}

function childOf(
  element: ModdleElement,
  property: Property,
  value: PropertyValue,
  create: WriteOptions['create'],
): unknown {
  const isText = property.value === 'formal' && typeof value === 'string'
  const made = isText ? create('bpmn:FormalExpression', { body: value }) : (value ?? undefined)
  const held = element.get(heldAs(property))
  const all = isElement(made) ? [made] : listElements(made)
  adopt(element, all)
  if (!Array.isArray(held)) return made
  // What stands beside it under the same name is another property's.
  const meant = heldAs(property) === property.name ? held : listMeant(held, property)
  return [...listElements(held).filter((one) => !meant.includes(one)), ...all]
}

function makeElements(
  { name }: Property,
  value: PropertyValue,
  { create, dialect }: Required<WriteOptions>,
): readonly ModdleElement[] {
  if (value === null) return []
  if (isElement(value)) return [value]
  return typeof value === 'object' ? value : [create(`${dialect}:${titled(name)}`, { body: String(value) })]
}

/** New elements take the place of those that the property had; what else is there stays, in its order. */
function planElements(
  element: ModdleElement,
  property: Property<Exclude<ElementPlace, 'child'>>,
  made: readonly ModdleElement[],
  create: WriteOptions['create'],
): Change[] {
  const held = listHeld(element, property.place)
  const before = listMeant(held, property)
  const at = before[0] === undefined ? held.length : held.indexOf(before[0])
  const rest = (from: number, to?: number) => held.slice(from, to).filter((one) => !before.includes(one))
  const values = [...rest(0, at), ...made, ...rest(at)]
  if (property.place === 'partElement') {
    const unprefixed = listUnprefixed(element, property).length > 0 ? { [property.name]: undefined } : {}
    return [{ element: adopt(element, made), properties: { parts: values, ...unprefixed } }]
  }
  const holder = element.get('extensionElements')
  if (values.length === 0)
    return holder === undefined ? [] : [{ element, properties: { extensionElements: undefined } }]
  if (isElement(holder)) return [{ element: adopt(holder, made), properties: { values } }]
  const created = create('bpmn:ExtensionElements', { values })
  adopt(element, [created])
  return [{ element, properties: { extensionElements: adopt(created, made) } }]
}

function adopt(parent: ModdleElement, children: readonly ModdleElement[]): ModdleElement {
  for (const child of children) child.$parent = parent
  return parent
}
