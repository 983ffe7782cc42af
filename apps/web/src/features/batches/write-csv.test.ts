import { expect, it } from 'vitest'
import { writeCsv } from './write-csv.ts'

it('writes rows that a spreadsheet reads as text', () => {
  expect(writeCsv([['1', 'Order “7”, "urgent"', '=HYPERLINK("x")', '']])).toBe(
    `"1","Order “7”, ""urgent""","'=HYPERLINK(""x"")",""\r\n`,
  )
})
