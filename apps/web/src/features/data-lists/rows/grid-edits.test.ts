import type { DataColumn, DataRow } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import {
  addRows,
  countEdits,
  countFaults,
  enterCells,
  keepRows,
  noEdits,
  presentRows,
  removeRows,
  toChanges,
} from './grid-edits.ts'

const columns = [
  { slot: 1, key: 'code', name: 'Code', type: 'text', isRequired: true, isKey: true },
  { slot: 2, key: 'people', name: 'People', type: 'number', isRequired: false, isKey: false },
] as const satisfies DataColumn[]
const [code, people] = columns
const rows: DataRow[] = [
  { id: 'a', place: '1', cells: ['LIS', '5'] },
  { id: 'b', place: '2', cells: ['OPO', null] },
]
const stored = new Map(rows.map((row) => [row.id, row]))
const enter = (edits: typeof noEdits, row: string, column: DataColumn, text: string) =>
  enterCells(edits, stored, columns, [{ row, column, text }])
const texts = (edits: typeof noEdits, isLast = true) =>
  presentRows(edits, columns, rows, isLast).map(
    ({ kind, cells }) => `${kind}: ${cells.map(({ text }) => text).join('|')}`,
  )

describe('cells', () => {
  it('are kept as their column reads them, and are no change when they are unchanged', () => {
    const once = enter(noEdits, 'a', people, '1,250')
    expect(toChanges(once, 3)).toEqual({
      version: 3,
      changed: [{ id: 'a', cells: { people: '1250' } }],
      added: [],
      removed: [],
    })
    expect(countEdits(enter(once, 'a', people, '5.0'))).toBe(0)
    expect(countEdits(noEdits)).toBe(0)
  })

  it('that cannot be read stay as they were typed, with the reason', () => {
    const edits = enter(noEdits, 'a', people, '12,5')
    expect(presentRows(edits, columns, rows, true)[0]?.cells[1]).toEqual({
      text: '12,5',
      fault: expect.stringMatching(/^Enter a number/),
      isChanged: true,
    })
    expect(countFaults(edits, columns)).toBe(1)
    expect(countFaults(enter(noEdits, 'b', code, ' '), columns)).toBe(1)
  })
})

describe('rows', () => {
  it('are added where they will stand, and have to be complete', () => {
    const behindA = addRows(noEdits, 'a', [{ id: 'n1', cells: {} }])
    const both = addRows(behindA, 'n1', [{ id: 'n2', cells: {} }])
    const before = addRows(both, 'a', [{ id: 'n0', cells: {} }])
    const filled = enter(enter(enter(before, 'n0', code, 'X'), 'n1', code, 'Y'), 'n2', code, 'Z')
    expect(texts(filled)).toEqual(['known: LIS|5', 'new: X|', 'new: Y|', 'new: Z|', 'known: OPO|'])
    expect(toChanges(filled, 1).added?.map(({ after, cells }) => [after, cells.code])).toEqual([
      ['a', 'X'],
      ['a', 'Y'],
      ['a', 'Z'],
    ])
    expect([countFaults(before, columns), countFaults(filled, columns)]).toEqual([3, 0])
  })

  it('at the end are shown on the last page', () => {
    const edits = addRows(addRows(noEdits, null, [{ id: 'n1', cells: { code: 'X' } }]), null, [
      { id: 'n2', cells: { code: 'Y' } },
    ])
    expect(texts(edits)).toEqual(['known: LIS|5', 'known: OPO|', 'new: X|', 'new: Y|'])
    expect(texts(edits, false)).toEqual(['known: LIS|5', 'known: OPO|'])
  })

  it('that are known are marked as removed, and kept again; new ones no longer exist', () => {
    const edits = addRows(enter(noEdits, 'a', people, '7'), 'a', [{ id: 'n1', cells: {} }])
    const removed = removeRows(edits, new Set(['a', 'n1']))
    expect(texts(removed)).toEqual(['removed: LIS|5', 'known: OPO|'])
    expect(toChanges(removed, 1)).toEqual({ version: 1, changed: [], added: [], removed: ['a'] })
    expect(enter(removed, 'a', people, '9').changed.size).toBe(0)
    expect(countEdits(keepRows(removed, new Set(['a'])))).toBe(0)
  })
})
