import type { AuditChange } from '@millrace/contract'
import type { pageTexts } from '@millrace/contract/page-texts'
import type { Translate } from '../../lib/i18n.ts'

/** A change as a sentence: `Email template “Order” changed`. */
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

/** What a kind of entity is called; its own name where the catalogue has none. */
export function presentEntity(entity: string, t: Translate): string {
  return t(`auditEntities.${entity as keyof typeof pageTexts.auditEntities}`, { defaultValue: entity })
}

/** What a field is called; the column where the catalogue has no word for it. */
export function presentField(column: string, t: Translate): string {
  return t(`auditFields.${column as keyof typeof pageTexts.auditFields}`, { defaultValue: column })
}
