import { MantineProvider } from '@mantine/core'
import { decisionEditorTexts } from '@millrace/contract/decision-editor-texts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import '../../../lib/i18n.ts'
import { leavePlace } from '../../../components/unsaved/leave-place.ts'
import { addTexts } from '../../../lib/languages.ts'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { DecisionGrid } from './decision-grid.tsx'
import type { DecisionTableView } from './read-table.ts'
import type { TableCommands } from './table-commands.ts'

addTexts('translation', decisionEditorTexts)

const columns = [
  { kind: 'input', id: 'a', label: 'Amount', expression: 'amount', typeRef: 'number', allowed: '' },
  { kind: 'output', id: 'l', label: 'Level', expression: 'level', typeRef: 'string', allowed: '' },
] as const

function tableOf(...rules: readonly (readonly [string, string])[]): DecisionTableView {
  const rows = rules.map((texts, at) => ({
    id: `r${at}`,
    note: '',
    cells: texts.map((text, column) => ({ id: `c${at}_${column}`, text })),
  }))
  return { name: 'Level', decisionId: 'd', hitPolicy: 'UNIQUE', aggregation: '', columns, rows }
}

function open(table: DecisionTableView) {
  stubBrowser()
  const commands = {
    addRule: vi.fn(),
    duplicateRule: vi.fn(),
    removeRule: vi.fn(),
    moveRule: vi.fn(),
    setCell: vi.fn(),
    setNote: vi.fn(),
    addColumn: vi.fn(),
    removeColumn: vi.fn(),
    moveColumn: vi.fn(),
    setColumn: vi.fn(),
    setHitPolicy: vi.fn(),
  } satisfies TableCommands
  const draw = (drawn: DecisionTableView, given: TableCommands | null) => (
    <MantineProvider env="test">
      <DecisionGrid table={drawn} commands={given} problems={[]} matched={new Set(['r1'])} asked={null} />
    </MantineProvider>
  )
  const { rerender, unmount } = render(draw(table, commands))
  const change = (next: DecisionTableView, given: TableCommands | null = commands) => rerender(draw(next, given))
  return { commands, user: userEvent.setup(), change, unmount }
}

const cell = (text: string) => screen.getByText(text).closest('td') as HTMLElement

it('text typed in a cell is written when another cell is selected', async () => {
  const { commands, user } = open(tableOf(['< 5', '"low"'], ['>= 5', '"high"']))
  await user.click(cell('< 5'))
  expect(document.activeElement).toBe(cell('< 5'))
  await user.keyboard('> 7{Tab}')
  expect(commands.setCell).toHaveBeenLastCalledWith(0, 0, '> 7')
  expect(document.activeElement).toBe(cell('"low"'))
  await user.keyboard('"new"{Escape}')
  expect(commands.setCell).toHaveBeenCalledTimes(1)
  await user.keyboard('{ArrowDown}{Delete}')
  expect(commands.setCell).toHaveBeenLastCalledWith(1, 1, '')
  await user.keyboard('"x"{Enter}')
  expect(commands.addRule).toHaveBeenCalledWith(2)
})

it('keys move, duplicate and remove rules', async () => {
  const { commands, user } = open(tableOf(['< 5', '"low"'], ['>= 5', '"high"']))
  await user.click(cell('< 5'))
  await user.keyboard('{Control>}d{/Control}')
  expect(commands.duplicateRule).toHaveBeenCalledWith(0)
  await user.click(cell('< 5'))
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(commands.moveRule).toHaveBeenCalledWith(0, 1)
  await user.keyboard('{Control>}{Delete}{/Control}')
  expect(commands.removeRule).toHaveBeenCalledWith(1)
})

it('the editor of a cell puts a condition together', async () => {
  const { commands, user } = open(tableOf(['< 5', '"low"'], ['>= 5', '"high"']))
  await user.click(cell('< 5'))
  await user.keyboard('{F2}')
  const value = await screen.findByRole('textbox', { name: 'Value' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Comparison' }), 'is at least')
  await user.clear(value)
  await user.type(value, '1.5{Enter}')
  expect(commands.setCell).toHaveBeenLastCalledWith(0, 0, '>= 1.5')
  expect(document.activeElement).toBe(cell('>= 5'))
})

it('keys act on the cell that has the focus, however it got there', async () => {
  const { commands, user } = open(tableOf(['< 5', '"low"'], ['>= 5', '"high"']))
  await user.click(cell('"high"'))
  act(() => cell('< 5').focus())
  await user.keyboard('{Delete}')
  expect(commands.setCell.mock.calls).toEqual([[0, 0, '']])
})

it('signs that need AltGr or Option begin a text', async () => {
  const { commands, user } = open(tableOf(['< 5', '"low"']))
  await user.click(cell('< 5'))
  await user.keyboard('{AltGraph>}{Control>}{Alt>}[[{/Alt}{/Control}{/AltGraph}1..2[[{Tab}')
  expect(commands.setCell).toHaveBeenLastCalledWith(0, 0, '[1..2[')
  await user.click(cell('< 5'))
  await user.keyboard('{Alt>}{{{/Alt}{Tab}')
  expect(commands.setCell).toHaveBeenLastCalledWith(0, 0, '{')
})

it('Escape leaves out what was put together in the editor of a cell', async () => {
  const { commands, user } = open(tableOf(['< 5', '"low"'], ['>= 5', '"high"']))
  await user.click(cell('< 5'))
  await user.keyboard('{F2}')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Comparison' }), 'is at least')
  act(() => screen.getByRole('textbox', { name: 'Value' }).focus())
  await user.keyboard('0{Escape}')
  expect(commands.setCell).not.toHaveBeenCalled()
  expect(screen.queryByRole('textbox', { name: 'Value' })).toBeNull()
})

it.each(['{Tab}', 'press'])('a value that was not added yet is part of a condition that is left by %s', async (way) => {
  const table = tableOf(['', '"low"'], ['"b"', '"high"'])
  const texts = { ...table, columns: table.columns.map((column) => ({ ...column, typeRef: 'string' })) }
  const { commands, user } = open(texts)
  await user.click(cell('-'))
  await user.keyboard('{F2}')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Comparison' }), 'is one of')
  await user.click(screen.getByRole('combobox', { name: 'Values' }))
  await user.keyboard('winter')
  if (way === 'press') await user.click(cell('"high"'))
  else await user.keyboard(way)
  expect(commands.setCell).toHaveBeenLastCalledWith(0, 0, '"winter"')
})

it('typed text is written when the table cannot be changed any more, or is taken away', async () => {
  const table = tableOf(['< 5', '"low"'])
  const { commands, user, change, unmount } = open(table)
  await user.click(cell('< 5'))
  await user.keyboard('7')
  change(table, null)
  expect(commands.setCell.mock.calls).toEqual([[0, 0, '7']])
  expect(screen.queryByRole('textbox')).toBeNull()
  change(table)
  act(() => cell('< 5').focus())
  await user.keyboard('8')
  unmount()
  expect(commands.setCell).toHaveBeenLastCalledWith(0, 0, '8')
})

it('typed text is written into its rule, wherever it is by then, and not again after an undo', async () => {
  const [first, second] = [['< 5', '"low"'] as const, ['>= 5', '"high"'] as const]
  const { commands, user, change } = open(tableOf(first, second))
  await user.click(cell('>= 5'))
  await user.keyboard('{F2}')
  await user.type(await screen.findByRole('textbox', { name: 'Value' }), '0')
  act(() => leavePlace())
  expect(commands.setCell.mock.calls).toEqual([[1, 0, '>= 50']])
  const { rows, ...table } = tableOf(first, second)
  change({ ...table, rows: rows.slice(1) })
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '1')
  await user.click(cell('"high"'))
  expect(commands.setCell.mock.calls.slice(1)).toEqual([[0, 0, '>= 501']])
  act(() => cell('>= 5').focus())
  await user.keyboard('{F2}')
  await user.type(await screen.findByRole('textbox', { name: 'Value' }), '2')
  act(() => leavePlace())
  change({ ...table, rows: rows.slice(1) })
  await user.click(cell('"high"'))
  expect(commands.setCell).toHaveBeenCalledTimes(3)
})

const change = { label: 'Amount', expression: 'amount', typeRef: 'number', allowed: '' }

it('what was typed about a column is kept when its form is left, and left out by Escape', async () => {
  const table = tableOf(['< 5', '"low"'])
  const { commands, user, change: draw } = open(table)
  const field = () => screen.findByRole('textbox', { name: 'Label' })
  const openForm = () => user.click(screen.getByRole('button', { name: 'Edit column Amount' }))
  await openForm()
  await user.type(await field(), '{Escape}')
  await openForm()
  await user.type(await field(), '1{Escape}')
  expect(commands.setColumn).not.toHaveBeenCalled()
  await openForm()
  await user.type(await field(), '2')
  act(() => leavePlace())
  expect(commands.setColumn.mock.calls).toEqual([[0, { ...change, label: 'Amount2' }]])
  await user.type(await field(), '3')
  await user.click(cell('< 5'))
  expect(commands.setColumn).toHaveBeenLastCalledWith(0, { ...change, label: 'Amount23' })
  await openForm()
  await user.type(await field(), '4')
  draw(table, null)
  expect(commands.setColumn).toHaveBeenLastCalledWith(0, { ...change, label: 'Amount4' })
  expect(commands.setColumn).toHaveBeenCalledTimes(3)
})

it('rules of the selected sample are marked, and a long table draws only some rules', () => {
  const rules = Array.from({ length: 1000 }, (_, at): [string, string] => [String(at), '"x"'])
  open(tableOf(...rules))
  expect(screen.getAllByRole('row').length).toBeLessThan(100)
  expect(document.querySelector('[data-row-id="r1"]')?.hasAttribute('data-matched')).toBe(true)
})

it('typed text is written when its rule is scrolled out of view', async () => {
  const rules = Array.from({ length: 1000 }, (_, at): [string, string] => [`> ${at}`, '"x"'])
  const { commands, user } = open(tableOf(...rules))
  await user.click(cell('> 3'))
  await user.keyboard('> 7')
  const scroller = document.querySelector('[data-tall]') as HTMLElement
  fireEvent.scroll(scroller, { target: { scrollTop: 20_000 } })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(commands.setCell.mock.calls).toEqual([[3, 0, '> 7']])
})

it('one value is pasted into the selected cell, as its type is written', () => {
  const { commands, change } = open(tableOf(['< 5', '"low"'], ['>= 5', '"high"']))
  const paste = (place: HTMLElement, text: string) => {
    act(() => place.focus())
    return fireEvent.paste(place, { clipboardData: { getData: () => text } })
  }
  paste(cell('>= 5'), ' 12 ')
  expect(commands.setCell).toHaveBeenLastCalledWith(1, 0, '12')
  paste(cell('"low"'), 'middle')
  expect(commands.setCell).toHaveBeenLastCalledWith(0, 1, '"middle"')
  paste(document.querySelector('[data-rule="1"][data-column="2"]') as HTMLElement, 'Seldom')
  expect(commands.setNote).toHaveBeenLastCalledWith(1, 'Seldom')
  // Several cells are pasted with their rows, elsewhere.
  paste(cell('"low"'), 'a\tb')
  expect(commands.setCell).toHaveBeenCalledTimes(2)
  change(tableOf(['< 5', '"low"']), null)
  expect(paste(cell('"low"'), 'middle')).toBe(true)
})

it('text of an input method begins in the cell, and its Enter ends no typing', async () => {
  const { commands, user } = open(tableOf(['< 5', '"low"']))
  await user.click(cell('"low"'))
  // The key is the input method's: nobody takes it.
  expect(fireEvent.keyDown(cell('"low"'), { key: 'Process', keyCode: 229 })).toBe(true)
  const typed = screen.getByRole('textbox', { name: 'Level' })
  expect(document.activeElement).toBe(typed)
  fireEvent.change(typed, { target: { value: '"日本"' } })
  expect(fireEvent.keyDown(typed, { key: 'Enter', isComposing: true })).toBe(true)
  expect(fireEvent.keyDown(typed, { key: 'Enter', keyCode: 229 })).toBe(true)
  expect(commands.setCell).not.toHaveBeenCalled()
  await user.keyboard('{Tab}')
  expect(commands.setCell).toHaveBeenLastCalledWith(0, 1, '"日本"')
})
