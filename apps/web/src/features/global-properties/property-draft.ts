import { api, type GlobalProperty } from '@millrace/contract'
import type { GlobalPropertyType } from '@millrace/contract/lists/global-properties'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

/** What somebody is writing. */
export interface PropertyDraft {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly type: GlobalPropertyType
  /** For a known secret: empty keeps the one that it has. */
  readonly value: string
  readonly isSecret: boolean
}

export const emptyDraft: PropertyDraft = {
  key: '',
  name: '',
  description: '',
  type: 'text',
  value: '',
  isSecret: false,
}

export function pickDraft({ key, name, description, type, value, isSecret }: GlobalProperty): PropertyDraft {
  return { key, name, description, type, value: value ?? '', isSecret }
}

/** Whether all that it needs is there. A text may be empty, a secret that is known already keeps its value. */
export function isComplete({ key, name, type, value, isSecret }: PropertyDraft, isKnown: boolean): boolean {
  const hasValue = value !== '' || (isSecret ? isKnown : type === 'text')
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && name.trim() !== '' && hasValue
}

/** A key that expressions can write: `Order limit` is `orderLimit`. */
export function keyFor(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 _-]/g, '')
    .split(/[ -]+/)
    .filter((word) => word !== '')
  const joined = words
    .map((word, at) => (at === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
    .join('')
  return (/^\d/.test(joined) ? `_${joined}` : joined).slice(0, 50)
}

export const propertyQuery = (id: string) => callQuery(api.globalProperties.get, { params: { id } })

/** What every page of one property says of it. */
export function describeProperty(t: Translate) {
  return {
    help: t('globalProperties.helpOne'),
    failed: t('globalProperties.failedOne'),
    gone: { title: t('globalProperties.goneTitle'), text: t('globalProperties.goneText') },
  }
}
