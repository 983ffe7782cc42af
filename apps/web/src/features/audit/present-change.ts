import type { AuditChange } from '@millrace/contract'
import type { pageTexts } from '@millrace/contract/page-texts'
import type { Translate } from '../../lib/i18n.ts'

/** Returns a change as a sentence: `Email template “Order” changed`. */
export function presentChange({ entity, operation, name, count, isCapped }: AuditChange, t: Translate): string {
  const kind = presentEntity(entity, t)
  const done = t(`auditOperations.${operation}`)
  if (count > 1) {
    const number = count.toLocaleString('en')
    const many = isCapped ? t('audit.atLeast', { number }) : number
    return t('audit.several', { kind, number: many, operation: done })
  }
  return name === null
    ? t('audit.sentence', { kind, operation: done })
    : t('audit.named', { kind, name, operation: done })
}

/** Returns the label of a kind of entity; its internal name when the catalogue has no label. */
export function presentEntity(entity: string, t: Translate): string {
  return t(`auditEntities.${entity as keyof typeof pageTexts.auditEntities}`, { defaultValue: entity })
}

/** Returns the label of a field; the name of its column when the catalogue has no label. */
export function presentField(column: string, t: Translate): string {
  return t(`auditFields.${column as keyof typeof pageTexts.auditFields}`, { defaultValue: presentColumn(column) })
}

/** Makes a label of the name of a column: `history_level` becomes “History level”. */
function presentColumn(column: string): string {
  const plain = column.replaceAll('_', ' ')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}
