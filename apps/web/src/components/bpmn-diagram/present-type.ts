import type { Translate } from '../../lib/i18n.ts'

/** The words for a kind of element; unknown kinds are called elements. */
export function presentType(type: string, t: Translate): string {
  const known = `diagram.types.${type}` as 'diagram.types.other'
  return t([known, 'diagram.types.other'])
}
