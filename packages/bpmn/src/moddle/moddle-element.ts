import { dialects } from '../dialects/index.ts'
import { BPMN_URI } from '../vocabulary/namespaces.ts'
import type { Property } from '../vocabulary/property.ts'

/** An element of bpmn-moddle: the business object of a shape, or part of one. */
export interface ModdleElement {
  /** `bpmn:UserTask`, `camunda:TaskListener`. */
  readonly $type: string
  $parent?: ModdleElement
  /** A property by its name, with a prefix or without. */
  get(name: string): unknown
  set(name: string, value: unknown): void
}

/** Returns namespace and element name of a moddle type; an empty namespace for an unknown type. */
export function tagOf(type: string): { readonly uri: string; readonly name: string } {
  const [prefix = '', name = ''] = type.split(':')
  const uri = prefix === 'bpmn' ? BPMN_URI : Object.values(dialects).find(({ dialect }) => dialect === prefix)?.uri
  return { uri: uri ?? '', name: name.charAt(0).toLowerCase() + name.slice(1) }
}

/** Returns the type of an element of XML: `userTask` is `UserTask`. */
export function titled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export function isElement(value: unknown): value is ModdleElement {
  return typeof value === 'object' && value !== null && '$type' in value
}

/** Lists the elements of a list in moddle that belong to a property. */
export function listMeant(list: unknown, { tags }: Property): ModdleElement[] {
  return listElements(list).filter(({ $type }) => {
    const { uri, name } = tagOf($type)
    return tags.get(uri)?.includes(name) === true
  })
}

export function listElements(list: unknown): ModdleElement[] {
  return Array.isArray(list) ? list.filter(isElement) : []
}

/** Returns the name under which moddle stores the children of a property. Several properties can share a name. */
export function heldAs({ name }: Property): string {
  return shared[name] ?? name
}

const shared: Readonly<Record<string, string>> = {
  multiInstanceLoopCharacteristics: 'loopCharacteristics',
  standardLoopCharacteristics: 'loopCharacteristics',
  humanPerformer: 'resources',
  performer: 'resources',
  potentialOwner: 'resources',
}
