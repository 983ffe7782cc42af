import { vocabulary } from '../vocabulary/index.ts'
import type { ModdleElement } from './moddle-element.ts'

/** A warning of `fromXML`. */
export interface ImportWarning {
  readonly message: string
  readonly element?: ModdleElement
  /** `bpmn:errorRef`. */
  readonly property?: string
  readonly value?: unknown
}

/**
 * Restores references to missing elements, which moddle drops: an `errorRef` may be a code, an `itemSubjectRef` a type
 * of XML Schema. Call it right after `fromXML`, with its warnings.
 */
export function keepReferences(warnings: readonly ImportWarning[]): void {
  for (const { message, element, property, value } of warnings) {
    if (!message.startsWith('unresolved reference') || element === undefined || property === undefined) continue
    const held = element.get(property)
    if (held === undefined && references.has(property.replace(/^bpmn:/, '')))
      element.set(property, createUnknown(value))
  }
}

/** Looks like an element without properties: bpmn-js asks a message for its name. */
function createUnknown(id: unknown): object {
  return { id, get: (name: string) => (name === 'id' ? id : undefined), $instanceOf: () => false }
}

const references = new Set(
  vocabulary.filter(({ place, value }) => value === 'reference' || place === 'child').map(({ name }) => name),
)
