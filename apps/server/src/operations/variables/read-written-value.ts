import type { WrittenType } from '@millrace/contract'
import type { TypedValue } from '@millrace/engine'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { isDay } from '../plain-values.ts'

/** Reads a value that an operator has written as text. */
export function readWrittenValue(type: WrittenType, text: string | null): TypedValue | Refusal {
  if (type === 'Null' || text === null) return { type, value: null, info: null }
  const value = readers[type](text)
  return value === undefined ? doesNotFit(type) : { type, value, info: null }
}

type Read = (text: string) => TypedValue['value'] | undefined

const readers: Readonly<Record<Exclude<WrittenType, 'Null'>, Read>> = {
  String: (text) => text,
  Xml: (text) => text,
  Boolean: (text) => {
    const word = text.trim()
    return word === 'true' || word === 'false' ? word === 'true' : undefined
  },
  Integer: (text) => readWhole(text, 31n),
  Long: (text) => readWhole(text, 63n),
  Double: (text) => {
    const number = text.trim() === '' ? Number.NaN : Number(text)
    return Number.isFinite(number) ? number : undefined
  },
  Date: (text) => {
    const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && isDay(text.slice(0, 10))
    const at = isInstant ? new Date(text) : null
    return at === null || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
  },
  Json: (text) => {
    try {
      JSON.parse(text)
      return text
    } catch {
      return undefined
    }
  },
}

function readWhole(text: string, bits: bigint): number | bigint | undefined {
  if (!/^[+-]?\d{1,19}$/.test(text.trim())) return undefined
  const whole = BigInt(text.trim())
  if (whole < -(2n ** bits) || whole >= 2n ** bits) return undefined
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole
}

const examples = {
  String: 'a text',
  Boolean: 'true or false',
  Integer: 'a whole number between -2147483648 and 2147483647',
  Long: 'a whole number of at most 64 bits',
  Double: 'a number such as 12.5',
  Date: 'an instant such as 2030-01-07T09:00:00Z',
  Json: 'JSON such as {"amount": 5}',
  Xml: 'a text',
  Null: 'nothing',
} as const satisfies Record<WrittenType, string>

function doesNotFit(type: WrittenType): Refusal {
  return refuse(
    'variable.invalid',
    `Expected ${examples[type]} as the value of the variable, but it is another value. The variable was not changed.`,
    [{ where: 'text', message: `Enter ${examples[type]}.` }],
  )
}
