import type { Read } from '../values/day.ts'
import { findDrawingFault } from '../values/drawing.ts'
import type { FieldDefinition } from './field-definition.ts'
import { textOfVariable } from './text.ts'

/**
 * A field for a signature, drawn or typed as a name. The value is a picture in a `data:` address: SVG with only lines
 * and one text, or PNG. The variable is a `String`, short enough for every place that shows variables.
 */
export const signature: FieldDefinition<Record<never, never>, string> = {
  props: {},
  read: readSignature,
  present: () => 'Signed',
  check: () => [],
  requiredFault: { code: 'signature.required' },
  toJson: (value) => value,
  // What a signature looks like is no matter of rules: that it is there is.
  toPlain: () => 'signed',
  fromVariable: textOfVariable,
  toVariables: (key, value) => [{ name: key, type: 'String', value }],
}

function readSignature(input: unknown): Read<string | null> {
  if (input === null || input === undefined || input === '') return { ok: true, value: null }
  const fault = typeof input === 'string' ? findDrawingFault(input) : ({ code: 'signature.invalid' } as const)
  return fault === null ? { ok: true, value: input as string } : { ok: false, fault }
}
