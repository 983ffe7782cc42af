import type { ElementType } from '@millrace/bpmn'
import type { Translate } from '../../lib/i18n.ts'

/** The words for a kind of element; unknown kinds are called elements. Every kind that runs has words: types ask for them. */
export function presentType(type: string, t: Translate): string {
  const known = `diagram.types.${type as ElementType}` as const
  return t([known, 'diagram.types.other'])
}
