import { text as words } from '../document/properties.ts'
import type { FieldDefinition } from './field-definition.ts'
import { readText, text } from './text.ts'

const props = { placeholder: words() }

/** The specification's limit for addresses. */
const longest = 255

/** A field for an email address. Its existence is not checked. */
export const email: FieldDefinition<typeof props, string> = {
  ...text,
  props,
  findConflict: () => null,
  read: (input) => readText(typeof input === 'string' ? input.trim() : input),
  check: (value) =>
    value.length <= longest && isAddress(value)
      ? []
      : [{ code: 'email.invalid', params: { example: 'ines@example.org' } }],
}

function isAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || local.length > 64) return false
  const isLocal = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]+$/u.test(local) && !/^\.|\.\.|\.$/.test(local)
  const labels = domain.split('.')
  return (
    isLocal && labels.length > 1 && labels.every(isLabel) && /^(?:\p{L}{2,}|xn--[\w-]+)$/u.test(labels.at(-1) ?? '')
  )
}

function isLabel(label: string): boolean {
  return label.length <= 63 && /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(label)
}
