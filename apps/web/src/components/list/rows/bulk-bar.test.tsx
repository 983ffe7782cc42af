import IconTrash from 'icon:trash'
import { MantineProvider } from '@mantine/core'
import { defineList } from '@millrace/contract'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import '../../../lib/i18n.ts'
import '../../../lib/page-texts.ts'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { arrangeColumns } from '../columns/arrange-columns.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ListTable } from './list-table.tsx'
import { useSelection } from './use-selection.ts'

const list = defineList({
  name: 'things.all',
  columns: { name: { type: 'text', label: 'common.name', isFixed: true } },
  sorts: [],
  order: [],
  filters: {},
})

interface Thing {
  readonly id: string
}

function Things({ rows, onRemove }: { rows: readonly Thing[]; onRemove: (rows: readonly Thing[]) => void }) {
  const getId = ({ id }: Thing) => id
  const selection = useSelection(rows, getId)
  return (
    <>
      <ListTable
        label="Things"
        list={list}
        columns={arrangeColumns(list, {})}
        rows={rows}
        getId={getId}
        nameOf={getId}
        cell={(_, { id }) => id}
        actions={undefined}
        sort={[]}
        onSort={() => {}}
        filtered={new Set()}
        onFilter={() => {}}
        layout={{}}
        onLayoutChange={() => {}}
        selection={selection}
        isStale={false}
      />
      <BulkBar actions={[{ label: 'Remove', icon: IconTrash, run: (rows) => onRemove(rows) }]} selection={selection} />
    </>
  )
}

const things = ['a', 'b', 'c'].map((id) => ({ id }))

it('acts on the rows that are ticked, by mouse, by keyboard or all at once, and on none that is no longer shown', async () => {
  stubBrowser()
  const remove = vi.fn()
  const user = userEvent.setup()
  const show = (rows: readonly Thing[]) => (
    <MantineProvider env="test">
      <Things rows={rows} onRemove={remove} />
    </MantineProvider>
  )
  const { rerender } = render(show(things))
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select b' }))
  await user.keyboard('{ArrowDown}x')
  expect(screen.getByRole('status').textContent).toBe('2 selected')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(remove).toHaveBeenLastCalledWith([things[1], things[2]])
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  expect(screen.getByRole('status').textContent).toBe('3 selected')
  rerender(show(things.slice(0, 1)))
  expect(screen.getByRole('status').textContent).toBe('1 selected')
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})
