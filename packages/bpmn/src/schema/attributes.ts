import type { XmlElement } from '@millrace/xml'
import { dialects } from '../dialects/index.ts'
import type { PlacedFinding } from '../read/context.ts'
import { idOf, ownerOf } from '../read/context.ts'
import { findBpmnAttributes, findVendorAttributes } from '../vocabulary/attributes.ts'
import type { Property } from '../vocabulary/property.ts'
import type { DefinitionsInput } from './definitions-check.ts'
import { listGoverned } from './governed-elements.ts'

/**
 * Checks that attributes without a namespace belong to BPMN 2.0 and have valid values, and that our own are known.
 * Vendors use a prefix.
 */
export function* checkAttributes(input: DefinitionsInput): Iterable<PlacedFinding> {
  for (const element of listGoverned(input.root)) {
    const known = findBpmnAttributes(element.name)
    if (known === undefined) continue
    for (const [name, value] of element.attributes) {
      if (name.startsWith(OURS) && !isOurs(element, name.slice(OURS.length)))
        yield unread(input, element, name.slice(OURS.length))
      if (name.startsWith('{')) continue
      const property = known.get(name)
      if (property === undefined) yield unknown(input, element, name)
      else if (!canBe(property, value.trim())) yield invalid(input, element, { property, value })
    }
  }
}

const OURS = `{${dialects.millrace.uri}}`

function isOurs(element: XmlElement, name: string): boolean {
  return findVendorAttributes(element.name)?.has(name) === true
}

function unread(input: DefinitionsInput, element: XmlElement, name: string): PlacedFinding {
  return {
    code: 'bpmn.unknown-attribute',
    severity: 'warning',
    element,
    elementId: ownerId(input, element),
    message: `Expected an attribute that ${element.name} can have, but “millrace:${name}” is not known. Correct the name or remove it.`,
  }
}

function canBe(property: Property, text: string): boolean {
  if (property.value === 'boolean') return ['true', 'false', '1', '0'].includes(text)
  if (property.value === 'integer') return /^[+-]?\d+$/.test(text)
  return property.value !== 'choice' || property.options.includes(text)
}

function unknown(input: DefinitionsInput, element: XmlElement, name: string): PlacedFinding {
  return {
    code: 'bpmn.unknown-attribute',
    element,
    elementId: ownerId(input, element),
    message: `Expected an attribute of BPMN 2.0 or one with a prefix, but ${element.name} has “${name}”. Correct the name, or add the prefix of its vendor.`,
  }
}

function invalid(
  input: DefinitionsInput,
  element: XmlElement,
  { property, value }: { property: Property; value: string },
): PlacedFinding {
  const { name } = property
  return {
    code: 'bpmn.value-invalid',
    element,
    elementId: ownerId(input, element),
    message: `Expected ${name} of ${element.name} to be ${describe(property)}, but found “${value.slice(0, 80)}”. Correct it.`,
  }
}

function describe({ value, options }: Property): string {
  if (value === 'choice') return `one of ${options.join(', ')}`
  return value === 'boolean' ? 'true or false' : 'a whole number'
}

function ownerId(input: DefinitionsInput, element: XmlElement): string | null {
  return element.parent === null ? null : idOf(input, ownerOf(element))
}
