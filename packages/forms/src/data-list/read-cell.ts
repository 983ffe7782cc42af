import { presentProblem } from '../messages/present-problem.ts'
import { presentDay, type Read, readDay } from '../values/day.ts'
import { hasControlCharacters } from '../values/markup.ts'
import { readNumber } from '../values/number.ts'

/** The type of a column of a data list. */
export type CellType = 'text' | 'number' | 'flag' | 'date'

export interface CellRule {
  readonly type: CellType
  /** Every row has a value. */
  readonly isRequired: boolean
}

/** A cell as stored, null when empty; or an error as a sentence. */
export type CellRead = { readonly value: string | null } | { readonly fault: string }

/** Maximum length of a cell. */
export const longestCell = 2_000

/**
 * Reads a cell as users and spreadsheets write it, and returns it in canonical form, so that equal values have equal
 * texts: a number as its digits (`1250.5`), a day as `YYYY-MM-DD`, a flag as `true` or `false`, a text without space
 * around it.
 */
export function readCell(input: string | null, { type, isRequired }: CellRule): CellRead {
  const text = input?.trim() ?? ''
  if (text === '') return isRequired ? { fault: 'Expected a value, but the cell is empty.' } : { value: null }
  return readers[type](text)
}

/** Presents a cell for users. */
export function presentCell(value: string | null, type: CellType): string {
  if (value === null) return ''
  if (type === 'date') return presentDay(value)
  return type === 'flag' ? (value === 'true' ? 'Yes' : 'No') : value
}

const readers: Readonly<Record<CellType, (text: string) => CellRead>> = {
  text: (text) => {
    if (text.length > longestCell)
      return { fault: `Expected at most ${longestCell} characters, but there are ${text.length}.` }
    return hasControlCharacters(text)
      ? { fault: 'Expected characters that can be read, but there is a control character among them.' }
      : { value: text }
  },
  number: (text) => orFault(readNumber(text), printNumber),
  date: (text) => orFault(readDay(text), (day) => day),
  flag: (text) => {
    const word = text.toLowerCase()
    if (yes.has(word)) return { value: 'true' }
    return no.has(word) ? { value: 'false' } : { fault: 'Expected yes or no, or true or false.' }
  },
}

const yes = new Set(['yes', 'true', '1', 'y'])
const no = new Set(['no', 'false', '0', 'n'])

function orFault<V>(read: Read<V | null>, print: (value: V) => string): CellRead {
  if (!read.ok) return { fault: presentProblem(read.fault) }
  return { value: read.value === null ? null : print(read.value) }
}

function printNumber(value: number | bigint): string {
  const text = String(value)
  return text.includes('e') ? plain.format(value) : text
}

const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })
