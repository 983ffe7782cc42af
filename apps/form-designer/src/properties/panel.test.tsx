import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildDesign } from '../testing/build-design.ts'
import { createMemoryPort } from '../testing/memory-port.ts'
import { renderDesigner } from '../testing/render-designer.tsx'

const options = (...values: string[]) => values.map((value) => ({ value, label: value.toUpperCase() }))
const designerJson = buildDesign([
  { id: 'a', type: 'number', key: 'amount', label: 'Amount' },
  { id: 'b', type: 'select', key: 'kind', label: 'Kind', options: options('new', 'old') },
  { id: 'c', type: 'text', key: 'reason', label: 'Reason' },
  { id: 'd', type: 'select', key: 'detail', label: 'Detail', options: options('one', 'two') },
])

async function open(node: string) {
  const rendered = await renderDesigner({ port: createMemoryPort({ designerJson }) })
  await rendered.user.click(await screen.findByRole('group', { name: node }))
  const panel = within(screen.getByRole('complementary', { name: 'Properties' }))
  /** The editor of a condition, with When chosen. */
  const when = async (name: string) => {
    await rendered.user.click(within(panel.getByRole('radiogroup', { name })).getByRole('radio', { name: 'When…' }))
    return within(panel.getByRole('group', { name }))
  }
  /** The properties of a node as they are saved. */
  const save = async (id: string) => {
    await rendered.user.click(screen.getByRole('button', { name: 'Save version' }))
    await waitFor(() => expect(rendered.port.saved).toHaveLength(1))
    const design = JSON.parse(rendered.port.saved[0]?.designerJson ?? '')
    return design.root.find((one: { id: string }) => one.id === id).props
  }
  return { ...rendered, panel, when, save }
}

describe('a condition', () => {
  it('is made of fields, comparisons and values', async () => {
    const { user, when, save, findViolations } = await open('Text “Reason”')
    const panel = await when('Shown')
    await user.click(panel.getByRole('button', { name: 'Add condition' }))
    await user.selectOptions(panel.getByRole('combobox', { name: 'Comparison of condition 1' }), 'is more than')
    await user.type(panel.getByRole('textbox', { name: 'Value of condition 1' }), '1000')
    await user.click(panel.getByRole('button', { name: 'Add condition' }))
    await user.selectOptions(panel.getByRole('combobox', { name: 'Field of condition 2' }), 'Select “Kind”')
    await user.selectOptions(panel.getByRole('combobox', { name: 'Value of condition 2' }), 'OLD')
    await user.selectOptions(panel.getByRole('combobox', { name: 'How the conditions go together' }), 'or')
    expect(await findViolations()).toEqual([])
    expect(await save('c')).toMatchObject({ visible: '=amount > 1000 or kind = "old"' })
  })

  it('goes from choices to text, and back while it is simple', async () => {
    const { user, panel, when } = await open('Text “Reason”')
    await user.click((await when('Required')).getByRole('button', { name: 'Write it as an expression' }))
    const text = () => panel.getByRole('textbox', { name: 'Required' })
    await user.type(text(), 'amount >= 5')
    await user.click(panel.getByRole('button', { name: 'Choose fields and values' }))
    const rule = within(panel.getByRole('group', { name: 'Required' }))
    expect(rule.getByRole<HTMLSelectElement>('combobox', { name: 'Comparison of condition 1' }).value).toBe('atLeast')
    await user.click(rule.getByRole('button', { name: 'Write it as an expression' }))
    await user.type(text(), ' + limit')
    expect(panel.queryByRole('button', { name: 'Choose fields and values' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.click(panel.getByRole('button', { name: 'Choose fields and values' }))
    within(panel.getByRole('group', { name: 'Required' })).getByRole('button', { name: 'Add condition' })
  })

  it('is gone with its last comparison', async () => {
    const { user, when, save } = await open('Text “Reason”')
    const panel = await when('Shown')
    await user.click(panel.getByRole('button', { name: 'Add condition' }))
    await user.selectOptions(panel.getByRole('combobox', { name: 'Comparison of condition 1' }), 'is filled')
    await user.click(panel.getByRole('button', { name: 'Remove condition 1' }))
    expect(await save('c')).toEqual({ label: 'Reason' })
  })
})

it('whom a field is for is chosen of roles, or written as groups', async () => {
  const { user, panel, save, findViolations } = await open('Text “Reason”')
  await user.type(panel.getByRole('combobox', { name: 'Shown to' }), 'finance{Enter}')
  await user.type(panel.getByRole('combobox', { name: 'Filled by' }), 'RoleDesign{Enter}')
  expect(await findViolations()).toEqual([])
  expect(await save('c')).toMatchObject({ visibleFor: ['finance'], enabledFor: ['RoleDesign'] })
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  const viewer = await screen.findByRole('combobox', { name: 'For whom' })
  expect(
    within(viewer)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Who fills it', 'As finance', 'As RoleDesign', 'Who has none of these', 'Who only reads it'])
  const stage = within(screen.getByRole('group', { name: 'The form as it runs' }))
  await stage.findByRole('textbox', { name: 'Reason' })
  await user.selectOptions(viewer, 'Who has none of these')
  await waitFor(() => expect(stage.queryByText('Reason')).toBeNull())
})

it('an option says for which values of another field it is offered', async () => {
  const { user, panel, save, findViolations } = await open('Select “Detail”')
  expect(panel.queryByRole('combobox', { name: /is offered$/ })).toBeNull()
  await user.selectOptions(panel.getByRole('combobox', { name: 'Depends on' }), 'kind')
  await user.click(panel.getByRole('combobox', { name: 'Values of Kind for which option 2 is offered' }))
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(await findViolations()).toEqual([])
  expect(await save('d')).toMatchObject({
    dependsOn: 'kind',
    options: [
      { value: 'one', label: 'ONE' },
      { value: 'two', label: 'TWO', when: ['old'] },
    ],
  })
})

it('a field that chooses from a data list names it and its columns, and keeps one that is gone', async () => {
  const columns = [
    { key: 'code', name: 'Code' },
    { key: 'city', name: 'City name' },
  ]
  const dataLists = [
    { key: 'cities', name: 'Cities', isDisabled: false, columns },
    { key: 'old', name: 'Old towns', isDisabled: true, columns: [] },
  ]
  const design = buildDesign([{ id: 'e', type: 'data-list', key: 'place', label: 'Place', list: 'towns' }])
  const port = createMemoryPort({ designerJson: design, dataLists })
  const { user, findViolations } = await renderDesigner({ port })
  await user.click(await screen.findByRole('group', { name: 'Data list “Place”' }))
  const panel = within(screen.getByRole('complementary', { name: 'Properties' }))
  await panel.findByText(/^There is no data list “towns”\. It can be saved all the same/)
  const saved = async (times: number) => {
    await user.click(screen.getByRole('button', { name: 'Save version' }))
    await waitFor(() => expect(port.saved).toHaveLength(times))
    return JSON.parse(port.saved[times - 1]?.designerJson ?? '').root[0].props
  }
  await user.type(panel.getByRole('textbox', { name: 'Label' }), ' to go')
  expect(await saved(1)).toMatchObject({ list: 'towns' })
  const list = panel.getByRole('combobox', { name: 'Data list' })
  expect(within(list).queryByRole('option', { name: 'Old towns' })).toBeNull()
  await user.selectOptions(list, 'Cities')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Column of the value' }), 'Code')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Column that is read' }), 'City name')
  expect(panel.queryByText(/There is no data list/)).toBeNull()
  expect(await findViolations()).toEqual([])
  expect(await saved(2)).toMatchObject({ list: 'cities', valueColumn: 'code', labelColumn: 'city' })
})

it('rules follow a key that becomes another one, and go back with it', async () => {
  const port = createMemoryPort({
    designerJson: buildDesign([
      { id: 'a', type: 'number', key: 'net', label: 'Net' },
      { id: 'b', type: 'text', key: 'why', label: 'Why', visible: '=net > 10' },
    ]),
  })
  const { user, said } = await renderDesigner({ port })
  await user.click(await screen.findByRole('group', { name: 'Number “Net”' }))
  const key = screen.getByRole('textbox', { name: 'Key' })
  await user.clear(key)
  await user.type(key, 'amount')
  await user.tab()
  await waitFor(() => expect(said()).toBe('One place reads it as amount now'))
  const saved = async (times: number) => {
    await user.click(screen.getByRole('button', { name: 'Save version' }))
    await waitFor(() => expect(port.saved).toHaveLength(times))
    const { root } = JSON.parse(port.saved[times - 1]?.designerJson ?? '')
    return [root[0].key, root[1].props.visible]
  }
  expect(await saved(1)).toEqual(['amount', '=amount > 10'])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await saved(2)).toEqual(['net', '=net > 10'])
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
  const port = createMemoryPort({ designerJson: design, adapters })
  const { user, findViolations } = await renderDesigner({ port })
  await user.click(await screen.findByRole('group', { name: 'REST look-up “Place”' }))
  const panel = within(screen.getByRole('complementary', { name: 'Properties' }))
  await panel.findByText(/^There is no adapter “gone” of this kind in use\./)
  const adapter = panel.getByRole('combobox', { name: 'Adapter (key)' })
  expect(within(adapter).queryByRole('option', { name: 'Towns (Places)' })).toBeNull()
  await user.selectOptions(adapter, 'Cities (Places)')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Column that is read' }), 'city')
  // What the adapter has not, or not any more, stays until it is taken away.
  const parameters = within(panel.getByRole('group', { name: /^Parameters with/ }))
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
  await user.click(screen.getByRole('button', { name: 'Save version' }))
  await waitFor(() => expect(port.saved).toHaveLength(1))
  expect(JSON.parse(port.saved[0]?.designerJson ?? '').root[2].props).toMatchObject({
    adapter: 'cities',
    labelColumn: 'city',
    parameters: ['country=country', 'region=country'],
    fills: ['people=people'],
  })

  // Of a statement nobody knows the columns: they are typed. Another field has none of the lines above.
  await user.click(screen.getByRole('group', { name: 'SQL adapter look-up “Town”' }))
  expect(panel.queryByRole('combobox', { name: /of line/ })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Add column' }))
  await user.type(panel.getByRole('textbox', { name: 'Column of line 1' }), 'inhabitants')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Field of line 1' }), 'people')
  await user.click(screen.getByRole('button', { name: 'Save version' }))
  await waitFor(() => expect(port.saved).toHaveLength(2))
  expect(JSON.parse(port.saved[1]?.designerJson ?? '').root[3].props.fills).toEqual(['inhabitants=people'])
})
