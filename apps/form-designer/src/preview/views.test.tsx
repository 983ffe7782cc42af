import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildDesign } from '../testing/build-design.ts'
import { createMemoryPort } from '../testing/memory-port.ts'
import { renderDesigner } from '../testing/render-designer.tsx'

const designerJson = buildDesign(
  [
    { id: 'a', type: 'number', key: 'amount', label: 'Amount' },
    { id: 'b', type: 'text', key: 'reason', label: 'Reason', visible: '=amount > 10', defaultValue: '=creator' },
    { id: 's', type: 'section', children: [] },
  ],
  {
    settings: { mode: 'single', locales: ['en', 'de'], defaultLocale: 'en', submitActions: [] },
    i18n: { de: { 'a.label': 'Betrag' } },
  },
)
const open = () => renderDesigner({ port: createMemoryPort({ designerJson }) })
type User = Awaited<ReturnType<typeof open>>['user']

async function openView(user: User, name: string) {
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name }))
  return within(await screen.findByRole('region', { name }))
}

describe('the preview', () => {
  it('runs the form with data, in its languages, to fill and to read', async () => {
    const { user, findViolations } = await open()
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    const stage = within(await screen.findByRole('group', { name: 'Preview of the form' }))
    const amount = await stage.findByRole('textbox', { name: 'Amount' })
    expect(stage.queryByRole('textbox', { name: 'Reason' })).toBeNull()
    await user.type(amount, '12')
    await stage.findByRole('textbox', { name: 'Reason' })
    await user.click(stage.getByRole('button', { name: 'Test sending' }))
    await screen.findByText(/"amount": "?12/)

    await user.click(screen.getByRole('textbox', { name: 'Sample data' }))
    await user.paste('{"amount": 20, "creator": "Rosa"}')
    await expect.poll(() => stage.queryByDisplayValue('Rosa')).not.toBeNull()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'de')
    await stage.findByRole('textbox', { name: 'Betrag' })
    await user.click(screen.getByRole('switch', { name: 'Dark' }))
    expect(screen.getByRole('group', { name: 'Preview of the form' }).dataset.mantineColorScheme).toBe('dark')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'Sea')
    expect(screen.getByRole('group', { name: 'Preview of the form' }).style.getPropertyValue('--app-accent')).not.toBe(
      '',
    )
    expect(await findViolations()).toEqual([])
    await user.selectOptions(screen.getByRole('combobox', { name: 'View as' }), 'User who only reads the form')
    await expect.poll(() => stage.queryByRole('textbox', { name: 'Betrag' })).toBeNull()
  })
})

it('the rules stand on one page, each with the way to its field', async () => {
  const { user, findViolations } = await open()
  const view = await openView(user, 'Rules')
  await view.findByRole('table')
  expect(
    view
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual([
    'Text “Reason”Visibleamount > 10OK',
    'Text “Reason”Default valuecreatorcreator is not a field of this form. Its value comes from the process.',
  ])
  expect(await findViolations()).toEqual([])
  await user.click(view.getAllByRole('button', { name: 'Text “Reason”' })[0] as HTMLElement)
  await screen.findByRole('heading', { level: 2, name: 'Reason' })
})

it('the checks find what is wrong, and try expressions with sample data', async () => {
  const { user, findViolations } = await open()
  const view = await openView(user, 'Checks')
  await view.findByText('No errors. The form can run.')
  view.getByText('This container is empty.')
  await user.click(await view.findByRole('textbox', { name: 'Sample data' }))
  await user.paste('{"amount": 11, "creator": "Rosa"}')
  await expect
    .poll(() =>
      view
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent),
    )
    .toEqual(['true', '"Rosa"'])
  expect(await findViolations()).toEqual([])
})

it('calculated values that break rules of their fields are named when the form is saved, and in the checks', async () => {
  const calculated = buildDesign([
    { id: 'a', type: 'number', key: 'amount', label: 'Amount' },
    { id: 'd', type: 'number', key: 'double', label: 'Double', computed: '=amount * 2', max: 10, required: true },
  ])
  const { user, port } = await renderDesigner({ port: createMemoryPort({ designerJson: calculated }) })
  const view = await openView(user, 'Checks')
  await view.findByText('All calculated values are valid.')
  await user.click(await view.findByRole('textbox', { name: 'Sample data' }))
  await user.paste('{"amount": 11}')
  await view.findByText(/breaks a rule of this field: “Enter 10 or less.”/)
  await user.click(screen.getByRole('button', { name: 'Save version' }))
  await screen.findByText('The value of 1 calculated field breaks a rule of the field. See Checks.')
  expect(port.saved).toHaveLength(1)
})

describe('the translations', () => {
  beforeEach(() => {
    URL.createObjectURL = vi.fn(() => 'blob:x')
    URL.revokeObjectURL = vi.fn()
  })

  it('are a table with marks of what is missing, and are read from CSV', async () => {
    const { user, findViolations } = await open()
    const view = await openView(user, 'Translations')
    await view.findByRole('columnheader', { name: 'de (1 missing)' })
    await user.type(view.getByRole('textbox', { name: 'Reason in de' }), 'Grund')
    view.getByRole('columnheader', { name: 'de (complete)' })
    const file = new File(['id,en,de\na.label,Amount,Summe\n'], 'texts.csv', { type: 'text/csv' })
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, file)
    await expect.poll(() => view.queryByDisplayValue('Summe')).not.toBeNull()
    expect(await findViolations()).toEqual([])
  })
})

it('the JSON is the design as it is stored', async () => {
  const { user } = await open()
  const view = await openView(user, 'JSON')
  expect(JSON.parse((await view.findByText(/"schema": 2/)).textContent ?? '')).toEqual(JSON.parse(designerJson))
})

it('typed JSON shows its errors, and is applied as one step that can be undone', async () => {
  const { user, port, findViolations } = await open()
  const view = await openView(user, 'JSON')
  await user.click(view.getByRole('button', { name: 'Edit JSON' }))
  const input = view.getByRole('textbox', { name: 'The form as JSON' })
  const type = async (text: string) => {
    await user.clear(input)
    await user.click(input)
    await user.paste(text)
  }
  const take = view.getByRole('button', { name: 'Apply' })
  await type('{"schema": 2,')
  within(view.getByRole('status')).getByText(/Expected the form as JSON/)
  await type(designerJson.replace('"number"', '"numbers"'))
  within(view.getByRole('status')).getByText(/numbers/)
  expect(take).toHaveProperty('disabled', true)
  expect(await findViolations()).toEqual([])
  // A look at the form in between.
  await user.click(screen.getByRole('button', { name: 'Back to the form' }))
  const again = await openView(user, 'JSON')
  await user.clear(again.getByRole('textbox', { name: 'The form as JSON' }))
  await user.click(again.getByRole('textbox', { name: 'The form as JSON' }))
  await user.paste(designerJson.replace('"Amount"', '"Sum"'))
  await user.click(again.getByRole('button', { name: 'Apply' }))
  await again.findByText(/"label": "Sum"/)
  await user.click(screen.getByRole('button', { name: 'Save version' }))
  await expect.poll(() => port.saved[0]?.designerJson).toContain('"Sum"')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await again.findByText(/"label": "Amount"/)
})
