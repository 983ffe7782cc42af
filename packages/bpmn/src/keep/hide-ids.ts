import { hideIds as hideIdsBy, type IdRules, showIds as showIdsBy } from '@millrace/xml'
import type { ModdleElement } from '../moddle/moddle-element.ts'
import { isReferenceAttribute, isReferenceElement, isStandard } from './values.ts'

const rules: IdRules = { isStandard, isReferenceAttribute, isReferenceElement }

/** Returns a BPMN file with ids that moddle can read. */
export function hideIds(xml: string): string {
  return hideIdsBy(xml, rules)
}

/** Decodes the ids that `hideIds` has encoded, in a BPMN file that moddle has read. Call it right after `fromXML`. */
export function showIds(definitions: ModdleElement, elementsById?: Record<string, unknown>): void {
  showIdsBy(definitions, rules, elementsById)
}
