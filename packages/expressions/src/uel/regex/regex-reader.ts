import { Fault } from '../environment.ts'
import type { RegexFlags } from './regex-syntax.ts'

/** The state of parsing a regular expression: its characters and the current position. */
export interface Reader {
  readonly characters: readonly number[]
  position: number
  depth: number
  flags: RegexFlags
  groupCount: number
  readonly groupNames: Map<string, number>
  setParts: number
}

/** Maximum nesting of groups and sets. */
export const maximumDepth = 100

/** Returns the next character, or an empty text at the end. */
export function peek({ characters, position }: Reader): string {
  return position < characters.length ? String.fromCodePoint(characters[position]!) : ''
}

export function looksAt({ characters, position }: Reader, text: string): boolean {
  return [...text].every((character, index) => characters[position + index] === character.codePointAt(0))
}

export function accept(reader: Reader, text: string): boolean {
  const isNext = looksAt(reader, text)
  if (isNext) reader.position += text.length
  return isNext
}

export function take(reader: Reader): string {
  const character = peek(reader)
  if (character === '') throw fault(reader, 'its end too early')
  reader.position += 1
  return character
}

export function expect(reader: Reader, text: string): void {
  if (!accept(reader, text)) throw fault(reader, `no ${text}`)
}

export function fault({ characters, position }: Reader, found: string): Fault {
  const source = String.fromCodePoint(...characters)
  return new Fault(
    `Expected a regular expression, but ${JSON.stringify(source)} has ${found} before character ${position + 1}.`,
  )
}
