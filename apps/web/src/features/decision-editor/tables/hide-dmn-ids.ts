import { hideIds, type IdRules, showIds } from '@millrace/xml'
import type { DmnElement } from 'dmn-js-shared/lib/base/Manager'

const references: ReadonlySet<string> = new Set([
  'href',
  'dmnElementRef',
  'sharedStyle',
  'sourceElement',
  'targetElement',
])

const rules: IdRules = {
  isStandard: ({ uri }) => /^https?:\/\/www\.omg\.org\/spec\/(?:DMN|DD)\//.test(uri),
  isReferenceAttribute: (key) => references.has(key),
  isReferenceElement: () => false,
}

/** Returns a DMN file with ids that dmn-moddle can read. */
export function hideDmnIds(xml: string): string {
  return hideIds(xml, rules)
}

/** Decodes the ids that `hideDmnIds` has encoded, in a file that dmn-moddle has read. */
export function showDmnIds(definitions: DmnElement, elementsById?: Record<string, unknown>): void {
  showIds(definitions, rules, elementsById)
}
