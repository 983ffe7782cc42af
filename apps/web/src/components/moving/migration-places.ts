import type { MigrationPlace } from '@millrace/contract'
import type { Translate } from '../../lib/i18n.ts'

const bodyMark = '#multiInstanceBody'

/** Returns the id of an element without the mark that the body of a multi-instance activity has after its id. */
export function withoutBody(key: string): string {
  return key.replace(bodyMark, '')
}

/** Returns the text that names a place of a mapping. */
export function presentPlace({ name, elementId, isBody }: MigrationPlace, t: Translate): string {
  const shown = name ?? elementId
  return isBody ? t('moves.wholeOf', { name: shown }) : shown
}
