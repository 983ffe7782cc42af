import { text as words } from '../document/properties.ts'
import { hasControlCharacters } from '../values/markup.ts'
import type { FieldDefinition } from './field-definition.ts'
import { readText, text } from './text.ts'

const props = { placeholder: words() }

const longest = 2_000

/** A field for a web address: only `http` or `https`, so that a link to it cannot run code. */
export const url: FieldDefinition<typeof props, string> = {
  ...text,
  props,
  findConflict: () => null,
  read: (input) => readText(typeof input === 'string' ? input.trim() : input),
  check: (value) =>
    isWebAddress(value) ? [] : [{ code: 'url.invalid', params: { example: 'https://www.example.org/report' } }],
}

/**
 * Returns whether a text is a web address of at most 2,000 characters, to which a link can run no code. Does not use
 * `URL`, whose rules differ between environments.
 */
export function isWebAddress(text: string): boolean {
  if (text.length > longest || hasControlCharacters(text)) return false
  const parts = /^https?:\/\/([^\s/?#<>"'\\@]+)([/?#][^\s<>"\\]*)?$/iu.exec(text)
  const host = parts?.[1] ?? ''
  return (
    /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/iu.test(host) &&
    !/\.\./.test(host)
  )
}
