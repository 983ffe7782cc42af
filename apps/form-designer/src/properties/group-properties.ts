import type { NodeType, Property } from '@millrace/forms'
import { specsOf } from '@millrace/forms/design'

/** The sections of the panel in their order. Sections without properties of the type are left out. */
export const propertyGroups = ['general', 'data', 'validation', 'logic', 'layout', 'translations', 'access'] as const

export type PropertyGroup = (typeof propertyGroups)[number]

export interface NamedProperty {
  readonly name: string
  readonly spec: Property<unknown>
}

/** Lists the properties of a type in a group of the panel. Properties that no group names are grouped by their kind. */
export function listProperties(type: NodeType, group: PropertyGroup): NamedProperty[] {
  return Object.entries(specsOf(type))
    .filter(([name, spec]) => groupOf(name, spec.kind) === group)
    .map(([name, spec]) => ({ name, spec }))
    .toSorted((a, b) => rankOf(a.name) - rankOf(b.name))
}

/**
 * Lists the properties that several types have in common and that can have the same value for all. Keys, labels and
 * other properties that identify a node are left out.
 */
export function listSharedProperties(types: readonly NodeType[], group: PropertyGroup): NamedProperty[] {
  const [first, ...others] = types
  if (first === undefined) return []
  const specs = others.map(specsOf)
  return listProperties(first, group).filter(
    ({ name, spec }) => !own.has(name) && specs.every((one) => one[name]?.kind === spec.kind),
  )
}

const own: ReadonlySet<string> = new Set([
  ...['label', 'text', 'html', 'source', 'alt', 'help', 'options', 'variable', 'dependsOn'],
  ...['target', 'outcome', 'result', 'computed', 'setTo', 'defaultValue', 'check', 'checkMessage'],
  ...['pattern', 'patternMessage', 'unique', 'totals', 'columnLabels'],
])

function groupOf(name: string, kind: string): PropertyGroup {
  return places[name] ?? byPattern(name) ?? byKind[kind] ?? 'general'
}

const places: Readonly<Record<string, PropertyGroup>> = {
  label: 'general',
  help: 'general',
  placeholder: 'general',
  text: 'general',
  alt: 'general',
  checkMessage: 'validation',
  patternMessage: 'validation',
  required: 'validation',
  check: 'validation',
  unique: 'validation',
  allowDuplicates: 'validation',
  pattern: 'validation',
  maxfiles: 'validation',
  maxfilesize: 'validation',
  filetypes: 'validation',
  integer: 'validation',
  decimals: 'validation',
  mask: 'validation',
  allowMarkup: 'validation',
  defaultValue: 'data',
  variable: 'data',
  variableType: 'data',
  options: 'data',
  dependsOn: 'data',
  several: 'data',
  inGroup: 'data',
  withRole: 'data',
  width: 'layout',
}

/** Bounds of any kind are rules for the value; whom something is for is access. */
function byPattern(name: string): PropertyGroup | undefined {
  if (/^(min|max)([A-Z]|$)/.test(name)) return 'validation'
  if (/For$/.test(name)) return 'access'
  return /^(columns|rows|span)([A-Z]|$)/.test(name) ? 'layout' : undefined
}

const byKind: Readonly<Record<string, PropertyGroup>> = {
  condition: 'logic',
  expression: 'logic',
  options: 'data',
  value: 'data',
}

const first = ['label', 'text', 'html', 'help', 'placeholder', 'required', 'visible', 'enabled', 'readOnly']

function rankOf(name: string): number {
  const rank = first.indexOf(name)
  return rank === -1 ? first.length : rank
}
