import { type AuditValues, hiddenAuditColumns } from '@millrace/contract'

/** A value of an entity, in the kinds that pages show differently. */
export type FieldValue =
  | { readonly kind: 'absent' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'digest'; readonly size: number; readonly sha256: string }
  | { readonly kind: 'flag'; readonly flag: boolean }
  | { readonly kind: 'instant'; readonly at: string }
  | { readonly kind: 'text'; readonly text: string }
  /** A text of several lines, or JSON. */
  | { readonly kind: 'long'; readonly text: string }

/** A field with its value before and after. */
export interface FieldChange {
  readonly column: string
  readonly change: 'added' | 'removed' | 'changed'
  readonly before: FieldValue
  readonly after: FieldValue
}

const silent: ReadonlySet<string> = new Set(hiddenAuditColumns)

/**
 * Lists the fields that differ between two states of an entity, in the order of their columns. Null: the entity did not
 * exist.
 */
export function listFields(before: AuditValues | null, after: AuditValues | null): FieldChange[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return columns.flatMap((column) => {
    const [was, is] = [readSide(before, column), readSide(after, column)]
    if (silent.has(column) || JSON.stringify(was) === JSON.stringify(is)) {
      const isSecret = was.kind === 'hidden' && is.kind === 'hidden'
      return isSecret && !silent.has(column) ? [{ column, change: 'changed', before: was, after: is }] : []
    }
    const change = isNothing(was) ? 'added' : isNothing(is) ? 'removed' : 'changed'
    return [{ column, change, before: was, after: is }]
  })
}

function readSide(values: AuditValues | null, column: string): FieldValue {
  return values === null ? { kind: 'absent' } : readValue(values[column])
}

export function readValue(value: unknown): FieldValue {
  if (value === null || value === undefined || value === '') return { kind: 'empty' }
  if (typeof value === 'boolean') return { kind: 'flag', flag: value }
  if (typeof value === 'string') return readText(value)
  if (typeof value !== 'object') return { kind: 'text', text: String(value) }
  if ('hidden' in value) return { kind: 'hidden' }
  if ('sha256' in value && 'size' in value)
    return { kind: 'digest', size: Number(value.size), sha256: String(value.sha256) }
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.length === 0 ? { kind: 'empty' } : readText(value.join(', '))
  return { kind: 'long', text: JSON.stringify(value, null, 2) }
}

function readText(text: string): FieldValue {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text)))
    return { kind: 'instant', at: text }
  const json = /^\s*[[{]/.test(text) ? readJson(text) : null
  if (json !== null) return { kind: 'long', text: json }
  return { kind: text.length > 160 || text.includes('\n') ? 'long' : 'text', text }
}

/** JSON that is kept as text is compared line by line too. */
function readJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}

function isNothing({ kind }: FieldValue): boolean {
  return kind === 'absent' || kind === 'empty'
}
