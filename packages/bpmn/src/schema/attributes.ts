import type { PlacedFinding } from '../read/context.ts'
import { idOf, ownerOf } from '../read/context.ts'
import type { XmlElement } from '../xml/element.ts'
import { type AttributeKind, bpmnAttributes } from './attribute-names.ts'
import type { DefinitionsInput } from './definitions-check.ts'
import { listGoverned } from './governed-elements.ts'

/** Attributes without a namespace are those of BPMN 2.0, and hold what they can hold. Vendors write theirs with a prefix. */
export function* checkAttributes(input: DefinitionsInput): Iterable<PlacedFinding> {
  for (const element of listGoverned(input.root)) {
    const known = Object.hasOwn(bpmnAttributes, element.name) ? bpmnAttributes[element.name] : undefined
    if (known === undefined) continue
    for (const [name, value] of element.attributes) {
      if (name.startsWith('{')) continue
      const kind = Object.hasOwn(known, name) ? known[name] : undefined
      if (kind === undefined) yield unknown(input, element, name)
      else if (!canBe(kind, value.trim())) yield invalid(input, element, { name, value, kind })
    }
  }
}

function canBe(kind: AttributeKind, value: string): boolean {
  if (kind === 'text') return true
  if (kind === 'boolean') return ['true', 'false', '1', '0'].includes(value)
  return kind === 'integer' ? /^[+-]?\d+$/.test(value) : kind.includes(value)
}

function unknown(input: DefinitionsInput, element: XmlElement, name: string): PlacedFinding {
  return {
    code: 'bpmn.unknown-attribute',
    element,
    elementId: ownerId(input, element),
    message: `Expected an attribute of BPMN 2.0 or one with a prefix, but ${element.name} has “${name}”. Correct the name, or write the prefix of its vendor before it.`,
  }
}

interface Written {
  readonly name: string
  readonly value: string
  readonly kind: AttributeKind
}

function invalid(input: DefinitionsInput, element: XmlElement, { name, value, kind }: Written): PlacedFinding {
  const expected = kind === 'boolean' ? 'true or false' : kind === 'integer' ? 'a whole number' : listOf(kind)
  return {
    code: 'bpmn.value-invalid',
    element,
    elementId: ownerId(input, element),
    message: `Expected ${name} of ${element.name} to be ${expected}, but found “${value.slice(0, 80)}”. Correct it.`,
  }
}

function listOf(words: AttributeKind): string {
  return typeof words === 'string' ? words : `one of ${words.join(', ')}`
}

function ownerId(input: DefinitionsInput, element: XmlElement): string | null {
  return element.parent === null ? null : idOf(input, ownerOf(element))
}
