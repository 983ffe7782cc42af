import { code, text as words } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import { isBlank } from '../values/blank.ts'
import type { Read } from '../values/day.ts'
import type { FieldDefinition } from './field-definition.ts'
import { text, textOfVariable } from './text.ts'

const props = {
  placeholder: words(),
  /** `0` is a digit, `A` a letter, `*` either; a character after `\`, and any other character, is literal. */
  mask: code(60, (raw) => (readMask(raw).some(isSlot) ? null : 'a mask with 0, A or * in it'), { isRequired: true }),
}

/** A text field with a mask such as `AA00 0000`. Literal characters need not be typed. */
export const masked: FieldDefinition<typeof props, string> = {
  ...text,
  props,
  findConflict: () => null,
  read: readMasked,
  check: () => [],
  fromVariable: textOfVariable,
}

/** Formats typed text by a mask, as far as it fits: `12345` for `000-00-0000` becomes `123-45`. */
export function applyMask(mask: string, entry: string): string {
  const { text } = fitMask(readMask(mask), entry)
  return text
}

function readMasked(input: unknown, { mask = '' }: PropsOf<typeof props>): Read<string | null> {
  if (input === null || input === undefined) return { ok: true, value: null }
  if (typeof input !== 'string') return { ok: false, fault: { code: 'text.invalid' } }
  if (isBlank(input)) return { ok: true, value: null }
  const parts = readMask(mask)
  const { text, isWhole } = fitMask(parts, input.trim())
  if (isWhole) return { ok: true, value: text }
  return { ok: false, fault: { code: 'masked.invalid', params: { example: parts.map(exampleOf).join('') } } }
}

type MaskPart = { readonly slot: RegExp; readonly example: string } | { readonly literal: string }

const slots: Readonly<Record<string, MaskPart>> = {
  '0': { slot: /^\d$/, example: '9' },
  A: { slot: /^\p{L}$/u, example: 'A' },
  '*': { slot: /^[\p{L}\d]$/u, example: 'X' },
}

function readMask(mask: string): MaskPart[] {
  return [...mask.matchAll(/\\([\s\S])|([\s\S])/gu)].map(
    ([, literal, sign = '']): MaskPart => (literal === undefined ? (slots[sign] ?? { literal: sign }) : { literal }),
  )
}

function isSlot(part: MaskPart): boolean {
  return 'slot' in part
}

function exampleOf(part: MaskPart): string {
  return 'slot' in part ? part.example : part.literal
}

function fitMask(parts: readonly MaskPart[], entry: string): { text: string; isWhole: boolean } {
  const signs = [...entry]
  let text = ''
  let at = 0
  for (const part of parts) {
    const sign = signs[at]
    if ('literal' in part) {
      if (sign === part.literal) at += 1
      // Nothing is put behind the last sign that was typed, so that it can be taken back.
      else if (sign === undefined && parts.slice(parts.indexOf(part)).some(isSlot)) return { text, isWhole: false }
      text += part.literal
    } else {
      if (sign === undefined || !part.slot.test(sign)) return { text, isWhole: false }
      text += sign
      at += 1
    }
  }
  return { text, isWhole: at === signs.length }
}
