import type { ElementType } from '@millrace/bpmn'
import type { Translate } from '../../lib/i18n.ts'

/**
 * Returns the name of an element type; unknown types are called elements. Types ensure that every executable one has a
 * name.
 */
export function presentType(type: string, t: Translate): string {
  const known = `diagram.types.${type as ElementType}` as const
  return t([known, 'diagram.types.other'])
}
