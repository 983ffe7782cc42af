import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { undoLast } from '../store/actions.ts'
import { buildDesign } from '../testing/build-design.ts'
import { createMemoryPort } from '../testing/memory-port.ts'
import { renderDesigner } from '../testing/render-designer.tsx'
import { renderPanel } from '../testing/render-panel.tsx'

const options = (...values: string[]) => values.map((value) => ({ value, label: value.toUpperCase() }))
const designerJson = buildDesign([
  { id: 'a', type: 'number', key: 'amount', label: 'Amount' },
  { id: 'b', type: 'select', key: 'kind', label: 'Kind', options: options('new', 'old') },
  { id: 'c', type: 'text', key: 'reason', label: 'Reason' },
  { id: 'd', type: 'select', key: 'detail', label: 'Detail', options: options('one', 'two') },
])

function open(id: string) {
  const rendered = renderPanel(designerJson, id)
  const { user, panel, readRoot } = rendered
  /** The editor of a condition, with When chosen. */
  const when = async (name: string) => {
    await user.click(within(panel.getByRole('radiogroup', { name })).getByRole('radio', { name: 'When…' }))
    return within(panel.getByRole('group', { name }))
  }
  return { ...rendered, when, read: () => readRoot().find((one: { id: string }) => one.id === id).props }
}

describe('a condition', () => {
  it('is made of fields, comparisons and values', async () => {
    const { user, when, read, findViolations } = open('c')
    const panel = await when('Visible')
    await user.click(panel.getByRole('button', { name: 'Add condition' }))
    await user.selectOptions(panel.getByRole('combobox', { name: 'Comparison of condition 1' }), 'is more than')
    await user.type(panel.getByRole('textbox', { name: 'Value of condition 1' }), '1000')
    await user.click(panel.getByRole('button', { name: 'Add condition' }))
    await user.selectOptions(panel.getByRole('combobox', { name: 'Field of condition 2' }), 'Select “Kind”')
    await user.selectOptions(panel.getByRole('combobox', { name: 'Value of condition 2' }), 'OLD')
    await user.selectOptions(panel.getByRole('combobox', { name: 'Combine conditions' }), 'or')
    expect(await findViolations()).toEqual([])
    expect(read()).toMatchObject({ visible: '=amount > 1000 or kind = "old"' })
  })

  it('compares days that exist, and shows none of them in another row', async () => {
    const design = buildDesign([
      { id: 'a', type: 'date', key: 'start', label: 'Start' },
      { id: 'b', type: 'date', key: 'end', label: 'End' },
      {
        id: 'c',
        type: 'text',
        key: 'reason',
        label: 'Reason',
        visible: '=start > date("2026-01-31") and end = date("2026-11-30")',
      },
    ])
    const { user, panel, readRoot } = renderPanel(design, 'c')
    const value = (number: number) =>
      panel.getByRole<HTMLInputElement>('textbox', { name: `Value of condition ${number}` })
    const visible = () => readRoot()[2].props.visible
    expect([value(1).value, value(2).value]).toEqual(['31/01/2026', '30/11/2026'])
    await user.clear(value(1))
    await user.type(value(1), '31/02/2026')
    await user.tab()
    await panel.findByText('Enter a day as DD/MM/YYYY.')
    expect(visible()).toBe('=start > date("2026-01-31") and end = date("2026-11-30")')
    await user.selectOptions(panel.getByRole('combobox', { name: 'Field of condition 1' }), 'end')
    expect(value(1).value).toBe('')
    await user.type(value(1), '31/02/2026')
    await user.click(panel.getByRole('button', { name: 'Remove condition 1' }))
    expect(value(1).value).toBe('30/11/2026')
    expect(panel.queryByText('Enter a day as DD/MM/YYYY.')).toBeNull()
    expect(visible()).toBe('=end = date("2026-11-30")')
  })

  it('goes from choices to text, and back while it is simple', async () => {
    const { user, panel, store, when } = open('c')
    await user.click((await when('Required')).getByRole('button', { name: 'Edit as expression' }))
    const text = () => panel.getByRole('textbox', { name: 'Required' })
    await user.type(text(), 'amount >= 5')
    await user.click(panel.getByRole('button', { name: 'Choose fields and values' }))
    const rule = within(panel.getByRole('group', { name: 'Required' }))
    expect(rule.getByRole<HTMLSelectElement>('combobox', { name: 'Comparison of condition 1' }).value).toBe('atLeast')
    await user.click(rule.getByRole('button', { name: 'Edit as expression' }))
    await user.type(text(), ' + limit')
    expect(panel.queryByRole('button', { name: 'Choose fields and values' })).toBeNull()
    act(() => undoLast(store))
    await user.click(panel.getByRole('button', { name: 'Choose fields and values' }))
    within(panel.getByRole('group', { name: 'Required' })).getByRole('button', { name: 'Add condition' })
  })

  it('no longer exists with its last comparison', async () => {
    const { user, when, read } = open('c')
    const panel = await when('Visible')
    await user.click(panel.getByRole('button', { name: 'Add condition' }))
    await user.selectOptions(panel.getByRole('combobox', { name: 'Comparison of condition 1' }), 'has a value')
    await user.click(panel.getByRole('button', { name: 'Remove condition 1' }))
    expect(read()).toEqual({ label: 'Reason' })
  })
})

it('whom a field is for is chosen of roles, or written as groups', async () => {
  const { user, panel, read, findViolations } = open('c')
  await user.type(panel.getByRole('combobox', { name: 'Visible to' }), 'finance{Enter}')
  await user.type(panel.getByRole('combobox', { name: 'Editable by' }), 'RoleDesign{Enter}')
  expect(await findViolations()).toEqual([])
  expect(read()).toMatchObject({ visibleFor: ['finance'], enabledFor: ['RoleDesign'] })
})

it('a field that is for some is previewed as each of them', async () => {
  const text = { type: 'text', key: 'reason', label: 'Reason', visibleFor: ['finance'], enabledFor: ['RoleDesign'] }
  const port = createMemoryPort({ designerJson: buildDesign([{ id: 'c', ...text }]) })
  const { user } = await renderDesigner({ port })
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  const viewer = await screen.findByRole('combobox', { name: 'View as' })
  const options = () =>
    within(viewer)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  // Roles are known when the form is compiled, with the part that reads expressions.
  await expect
    .poll(options)
    .toEqual([
      'User who fills in the form',
      'As finance',
      'As RoleDesign',
      'Users without these roles',
      'User who only reads the form',
    ])
  const stage = within(screen.getByRole('group', { name: 'Preview of the form' }))
  await stage.findByRole('textbox', { name: 'Reason' })
  await user.selectOptions(viewer, 'Users without these roles')
  await waitFor(() => expect(stage.queryByText('Reason')).toBeNull())
})

it('an option says for which values of another field it is offered', async () => {
  const { user, panel, read, findViolations } = open('d')
  expect(panel.queryByRole('combobox', { name: /is offered$/ })).toBeNull()
  await user.selectOptions(panel.getByRole('combobox', { name: 'Depends on' }), 'kind')
  await user.click(panel.getByRole('combobox', { name: 'Values of Kind for option 2' }))
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(await findViolations()).toEqual([])
  expect(read()).toMatchObject({
    dependsOn: 'kind',
    options: [
      { value: 'one', label: 'ONE' },
      { value: 'two', label: 'TWO', when: ['old'] },
    ],
  })
})

it('a field that chooses from a data list names it and its columns, and keeps one that no longer exists', async () => {
  const columns = [
    { key: 'code', name: 'Code' },
    { key: 'city', name: 'City name' },
  ]
  const dataLists = [
    { key: 'cities', name: 'Cities', isDisabled: false, columns },
    { key: 'old', name: 'Old towns', isDisabled: true, columns: [] },
  ]
  const design = buildDesign([{ id: 'e', type: 'data-list', key: 'place', label: 'Place', list: 'towns' }])
  const { user, panel, readRoot, findViolations } = renderPanel(design, 'e', { dataLists })
  await panel.findByText(/^Data list “towns” does not exist\. You can save the form/)
  await user.type(panel.getByRole('textbox', { name: 'Label' }), ' to go')
  expect(readRoot()[0].props).toMatchObject({ list: 'towns' })
  const list = panel.getByRole('combobox', { name: 'Data list' })
  expect(within(list).queryByRole('option', { name: 'Old towns' })).toBeNull()
  await user.selectOptions(list, 'Cities')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Value column' }), 'Code')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Label column' }), 'City name')
  expect(panel.queryByText(/Data list “/)).toBeNull()
  expect(await findViolations()).toEqual([])
  expect(readRoot()[0].props).toMatchObject({ list: 'cities', valueColumn: 'code', labelColumn: 'city' })
})

it('rules follow a key that becomes another one, and go back with it', async () => {
  const design = buildDesign([
    { id: 'a', type: 'number', key: 'net', label: 'Net' },
    { id: 'b', type: 'text', key: 'why', label: 'Why', visible: '=net > 10' },
  ])
  const { user, panel, store, readRoot } = renderPanel(design, 'a')
  const key = panel.getByRole('textbox', { name: 'Key' })
  await user.clear(key)
  await user.type(key, 'amount')
  await user.tab()
  await waitFor(() => expect(store.getState().said.text).toBe('1 expression now uses the key amount'))
  const read = () => [readRoot()[0].key, readRoot()[1].props.visible]
  expect(read()).toEqual(['amount', '=amount > 10'])
  act(() => undoLast(store))
  expect(read()).toEqual(['net', '=net > 10'])
})

it('a field that asks an external system names an adapter of its kind, its columns, and the fields beside it', async () => {
  const adapters = [
    {
      key: 'cities',
      name: 'Cities',
      system: 'Places',
      kind: 'rest',
      columns: ['code', 'city', 'people'],
      parameters: ['country', 'region'],
    },
    { key: 'towns', name: 'Towns', system: 'Places', kind: 'sql', columns: [], parameters: [] },
  ] as const
  const design = buildDesign([
    { id: 'c', type: 'text', key: 'country', label: 'Country' },
    { id: 'n', type: 'number', key: 'people', label: 'People' },
    { id: 'e', type: 'rest-look-up', key: 'place', label: 'Place', adapter: 'gone', parameters: ['old=country'] },
    { id: 't', type: 'sql-look-up', key: 'town', label: 'Town', adapter: 'towns' },
  ])
  const { user, panel, store, readRoot, findViolations } = renderPanel(design, 'e', { adapters })
  await panel.findByText(/^Adapter “gone” does not exist or is disabled\./)
  const adapter = panel.getByRole('combobox', { name: 'Adapter (key)' })
  expect(within(adapter).queryByRole('option', { name: 'Towns (Places)' })).toBeNull()
  await user.selectOptions(adapter, 'Cities (Places)')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Label column' }), 'city')
  // What the adapter has not, or not any more, stays until it is taken away.
  const parameters = within(panel.getByRole('group', { name: /^Parameters and/ }))
  expect(parameters.getByRole<HTMLSelectElement>('combobox', { name: 'Parameter of line 1' }).value).toBe('old')
  parameters.getByRole('button', { name: 'Remove parameter of line 1' }).focus()
  await user.keyboard('{Enter}')
  // The next name that is free, with the field of the same name.
  await user.click(parameters.getByRole('button', { name: 'Add parameter' }))
  await user.click(parameters.getByRole('button', { name: 'Add parameter' }))
  await user.selectOptions(parameters.getByRole('combobox', { name: 'Field of line 2' }), 'country')
  const fills = within(panel.getByRole('group', { name: 'Columns that fill other fields' }))
  await user.click(fills.getByRole('button', { name: 'Add column' }))
  await user.selectOptions(fills.getByRole('combobox', { name: 'Column of line 1' }), 'people')
  await user.selectOptions(fills.getByRole('combobox', { name: 'Field of line 1' }), 'people')
  // Not complete: it stands here, and nothing of it in the form.
  await user.click(fills.getByRole('button', { name: 'Add column' }))
  expect(fills.getAllByRole('combobox')).toHaveLength(4)
  expect(await findViolations()).toEqual([])
  expect(readRoot()[2].props).toMatchObject({
    adapter: 'cities',
    labelColumn: 'city',
    parameters: ['country=country', 'region=country'],
    fills: ['people=people'],
  })

  // Of a statement nobody knows the columns: they are typed. Another field has none of the lines above.
  act(() => store.select('t'))
  expect(panel.queryByRole('combobox', { name: /of line/ })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Add column' }))
  await user.type(panel.getByRole('textbox', { name: 'Column of line 1' }), 'inhabitants')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Field of line 1' }), 'people')
  expect(readRoot()[3].props.fills).toEqual(['inhabitants=people'])
})

it('options are typed one after the other with Enter, and pasted lines become options', async () => {
  const { user, panel, read } = open('d')
  const text = (number: number) => panel.getByRole('textbox', { name: `Text of option ${number}` })
  await user.clear(text(1))
  await user.type(text(1), 'Rail{Enter}')
  expect(document.activeElement).toBe(text(2))
  await user.keyboard('Road{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(text(3)))
  await user.keyboard('Air')
  const labels = () => read().options.map(({ label }: { label: string }) => label)
  expect(labels()).toEqual(['Rail', 'Road', 'Air'])
  await user.click(text(3))
  await user.paste('Sea\r\n\r\n River \nCanal\n')
  expect(labels()).toEqual(['Rail', 'Road', 'Sea', 'River', 'Canal'])
  const values = read().options.map(({ value }: { value: string }) => value)
  expect(new Set(values).size).toBe(5)
  // One line is pasted into the text, as everywhere.
  await user.click(text(1))
  await user.paste('s')
  expect(labels()[0]).toBe('Rails')
})
