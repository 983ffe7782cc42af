import { MantineProvider } from '@mantine/core'
import { decisionEditorTexts } from '@millrace/contract/decision-editor-texts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import '../../../lib/i18n.ts'
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
    removeRule: vi.fn(),
    moveRule: vi.fn(),
    setCell: vi.fn(),
    setNote: vi.fn(),
    addColumn: vi.fn(),
    removeColumn: vi.fn(),
    moveColumn: vi.fn(),
    setColumn: vi.fn(),
    setHitPolicy: vi.fn(),
    rename: vi.fn(),
  } satisfies TableCommands
  render(
    <MantineProvider env="test">
      <DecisionGrid table={table} commands={commands} problems={[]} matched={new Set(['r1'])} asked={null} />
    </MantineProvider>,
  )
  return { commands, user: userEvent.setup() }
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
  expect(commands.addRule).toHaveBeenCalledWith(2, undefined, undefined)
})

it('keys move, duplicate and remove rules', async () => {
  const { commands, user } = open(tableOf(['< 5', '"low"'], ['>= 5', '"high"']))
  await user.click(cell('< 5'))
  await user.keyboard('{Control>}d{/Control}')
  expect(commands.addRule).toHaveBeenCalledWith(1, ['< 5', '"low"'], '')
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

it('rules of the selected sample are marked, and a long table draws only some rules', () => {
  const rules = Array.from({ length: 1000 }, (_, at): [string, string] => [String(at), '"x"'])
  open(tableOf(...rules))
  expect(screen.getAllByRole('row').length).toBeLessThan(100)
  expect(document.querySelector('[data-row-id="r1"]')?.hasAttribute('data-matched')).toBe(true)
})
