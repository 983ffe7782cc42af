import type { AuditChange } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'

/**
 * Describes a change as a sentence for exported files: `Email template “Order” changed`. The page uses the same texts.
 */
export function describeChange({ entity, operation, name, count, isCapped }: AuditChange): string {
  const { audit, auditEntities, auditOperations } = pageTexts
  const kind = (auditEntities as Readonly<Record<string, string>>)[entity] ?? entity
  const values = { kind, operation: auditOperations[operation], name: name ?? '', number: numberOf(count, isCapped) }
  const sentence = count > 1 ? audit.several : name === null ? audit.sentence : audit.named
  return fill(sentence, values)
}

function numberOf(count: number, isCapped: boolean): string {
  const number = count.toLocaleString('en')
  return isCapped ? fill(pageTexts.audit.atLeast, { number }) : number
}

function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replaceAll(/\{\{(\w{1,20})\}\}/g, (_, name: string) => values[name] ?? '')
}
