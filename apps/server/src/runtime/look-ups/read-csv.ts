import { externalLimits, type FileAdapter } from '@millrace/contract'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'

const delimiters = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const
const quotes = { double: '"', single: "'", none: '' } as const

export function csvDelimiterOf(delimiter: FileAdapter['delimiter']): string {
  return delimiters[delimiter]
}

export function csvQuoteOf(quote: FileAdapter['quote']): string {
  return quotes[quote]
}

/**
 * Reads a CSV file in chunks, and yields each line as its cells. Empty lines are skipped. A quotation mark counts at
 * the beginning of a cell; within it, two stand for one.
 *
 * @throws OutgoingFailure when a quotation mark is not closed, or a line has too many cells.
 */
export async function* readCsv(
  parts: AsyncIterable<string>,
  { delimiter, quote }: Pick<FileAdapter, 'delimiter' | 'quote'>,
): AsyncGenerator<readonly string[]> {
  const between = delimiters[delimiter]
  const mark = quotes[quote]
  let cells: string[] = []
  let cell = ''
  /** `open`: within quotation marks. `closing`: behind one, which is the last or the first of two. */
  let state: 'begin' | 'plain' | 'open' | 'closing' = 'begin'
  let line = 1
  let opened = 0
  let before = ''
  const endCell = () => {
    if (cells.length === externalLimits.cells)
      throw new OutgoingFailure(
        `Expected at most ${externalLimits.cells} cells in a line, but line ${line} has more. Check the delimiter.`,
        { isFinal: true },
      )
    cells.push(cell)
    cell = ''
    state = 'begin'
  }
  const specials = new Set([between, mark, '\n', '\r'].filter(Boolean).map((sign) => sign.charCodeAt(0)))
  for await (const part of parts)
    for (let at = 0; at < part.length; ) {
      if (state === 'open' || state === 'plain') {
        // What goes on as it is, at once: sign by sign takes ten times as long.
        const from = at
        while (at < part.length && !specials.has(part.charCodeAt(at))) at++
        if (at > from) {
          cell += part.slice(from, at)
          before = ''
          continue
        }
      }
      const sign = part.charAt(at++)
      const isEnd = sign === '\n' || sign === '\r'
      if (sign === '\r' || (sign === '\n' && before !== '\r')) line++
      const isSecondHalf = sign === '\n' && before === '\r'
      before = sign
      if (state === 'open') {
        if (sign === mark) state = 'closing'
        else cell += sign
      } else if (state === 'closing' && sign === mark) {
        cell += sign
        state = 'open'
      } else if (sign === between) endCell()
      else if (isEnd) {
        // The other half of the end before, or a line with nothing in it.
        if (isSecondHalf || (state === 'begin' && cells.length === 0)) continue
        endCell()
        yield cells
        cells = []
      } else if (state === 'begin' && sign === mark) {
        state = 'open'
        opened = line
      } else {
        cell += sign
        if (state !== 'closing') state = 'plain'
      }
    }
  if (state === 'open')
    throw new OutgoingFailure(
      `Expected each quotation mark to be closed, but one that opens in line ${opened} is not. Check the quotation mark.`,
      { isFinal: true },
    )
  if (state === 'begin' && cells.length === 0) return
  endCell()
  yield cells
}
