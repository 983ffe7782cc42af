import { readBpmn } from '@millrace/bpmn'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { findViolations } from '../../../../../testing/find-violations.ts'
import type { Asking, KnownAdapter, KnownThings } from '../../../problems/known-things.ts'
import { renderRows } from '../../../testing/render-rows.tsx'

const adapter = (key: string, more: Partial<KnownAdapter> = {}): KnownAdapter => ({
  id: `id-${key}`,
  key,
  name: `${key} there`,
  system: 'Shop',
  api: 'Orders',
  kind: 'rest',
  isRepeatable: true,
  parameters: [],
  columns: [],
  ...more,
})
const order = adapter('order', {
  isRepeatable: false,
  parameters: [
    { name: 'customer', type: 'text', isRequired: true },
    { name: 'note', type: 'text', isRequired: false },
  ],
  columns: ['number'],
})
const adapters = { items: [adapter('towns', { system: 'Places', api: 'Rest' }), order], isAll: true }
const tryOut: NonNullable<Asking['tryOut']> = vi.fn(async () => ({
  columns: ['number'],
  rows: [['17']],
  count: 1,
  ms: 12,
  fault: null,
}))
const asking: Asking = {
  preview: vi.fn(async (_, { customer = '' }) => ({ lines: [`POST /customers/${customer}/orders`], fault: null })),
  tryOut,
}
const known: Partial<KnownThings> = { adapters, asking }

/** As the engine reads what was saved. */
function callIn(xml: string) {
  const read = readBpmn(xml)
  const [process] = read.ok ? read.document.processes : read.processes
  const element = process?.elements.x
  return element !== undefined && 'implementation' in element ? element.implementation : null
}
const value = (text: string) => ({ language: /[$]/.test(text) ? 'uel' : 'literal', text })

it('a step asks an adapter: chosen from lists, with inputs, outputs and errors, as the engine reads it', async () => {
  const { user, save } = await renderRows('<serviceTask id="x"/>', 'x', { known })
  await user.selectOptions(await screen.findByLabelText('Type of work'), 'Call an adapter')
  await user.selectOptions(await screen.findByLabelText('System'), 'Shop')
  await user.selectOptions(await screen.findByLabelText('Adapter'), 'order there')
  await screen.findByText(/The adapter requires a value for “customer”/)
  await screen.findByText(/This adapter may change data/)
  await user.type(await screen.findByLabelText('customer (required)'), '$' + '{{customer}{Enter}')
  await user.type(await screen.findByLabelText('note'), 'Thanks{Enter}')
  await waitFor(() => expect(screen.queryByText(/The adapter requires a value/)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Add output' }))
  const output = within(await screen.findByRole('group', { name: 'Output 1' }))
  await user.type(output.getByLabelText('Variable'), 'number{Enter}')
  await user.type(output.getByLabelText('Path in the response'), 'rows.0.number{Enter}')
  await user.selectOptions(output.getByLabelText('Type'), 'Whole number')
  await user.click(screen.getByRole('button', { name: 'Add error' }))
  const error = within(await screen.findByRole('group', { name: 'Error 1' }))
  await user.type(error.getByLabelText('Status'), '409{Enter}')
  await user.type(error.getByLabelText('Error event'), 'TAKEN{Enter}')
  expect(await findViolations()).toEqual([])
  const xml = await save()
  expect(callIn(xml)).toEqual({
    kind: 'adapter',
    key: 'order',
    inputs: [
      { parameter: 'customer', value: value('$' + '{customer}') },
      { parameter: 'note', value: value('Thanks') },
    ],
    outputs: [{ variable: 'number', path: 'rows.0.number', type: 'integer' }],
    errors: [{ status: '409', code: null, condition: null, errorCode: 'TAKEN' }],
  })
  expect(xml).toContain('<millrace:adapter key="order">')
})

const drawn =
  '<serviceTask id="x"><extensionElements><millrace:adapter key="ORDER"><millrace:adapterInput name="customer" value="a"/><millrace:adapterInput name="old" value="b"/></millrace:adapter></extensionElements></serviceTask>'

it('what will be sent is shown for samples, and what is answered becomes an output', async () => {
  const { user, save } = await renderRows(drawn, 'x', { known })
  await user.click(await screen.findByRole('button', { name: 'Preview request' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Request of “order there”' }))
  const sample = dialog.getByLabelText('Sample value of customer')
  expect(sample).toHaveProperty('value', 'a')
  await user.type(sample, 'b')
  await user.click(dialog.getByRole('button', { name: 'Show request' }))
  await dialog.findByText('POST /customers/ab/orders')
  expect(tryOut).not.toHaveBeenCalled()
  await user.click(dialog.getByRole('button', { name: 'Try it out' }))
  await user.click(await dialog.findByRole('button', { name: 'Add output rows.0.number' }))
  expect(tryOut).toHaveBeenCalledWith('id-order', expect.objectContaining({ customer: 'ab' }))
  await dialog.findByText('Output rows.0.number added')
  await user.click(dialog.getByRole('button', { name: 'Add output rows.0.number' }))
  await dialog.findByText('The step already has the output rows.0.number.')
  expect(callIn(await save())).toMatchObject({ outputs: [{ variable: 'number', path: 'rows.0.number', type: null }] })
  expect(await findViolations()).toEqual([])
})

it('an answer with many rows and two columns of one name is shown in part', async () => {
  const rows = Array.from({ length: 7 }, (_, at) => [`a${at}`, `b${at}`])
  const answered = { columns: ['name', 'name'], rows, count: 40, ms: 12, fault: null }
  const faults = vi.spyOn(console, 'error')
  const { user } = await renderRows(drawn, 'x', {
    known: { adapters, asking: { ...asking, tryOut: async () => answered } },
  })
  await user.click(await screen.findByRole('button', { name: 'Preview request' }))
  await user.click(await screen.findByRole('button', { name: 'Try it out' }))
  await screen.findByText('Only the first 5 rows are shown.')
  const table = within(screen.getByRole('table', { name: 'Response' }))
  expect(table.getByRole('row', { name: 'a4 b4' })).toBeTruthy()
  expect(table.queryByRole('row', { name: 'a5 b5' })).toBeNull()
  expect(faults.mock.calls.flat().join(' ')).not.toContain('same key')
  faults.mockRestore()
})

it('users who may not ask the system are reported so', async () => {
  const { user } = await renderRows(drawn, 'x', { known: { adapters, asking: { ...asking, tryOut: null } } })
  await user.click(await screen.findByRole('button', { name: 'Preview request' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Request of “order there”/ }))
  expect(dialog.queryByRole('button', { name: 'Try it out' })).toBeNull()
  dialog.getByText('Only integrators can call the external system here.')
})

it('an input that the adapter does not have is reported, and removed', async () => {
  const { user, save } = await renderRows(drawn, 'x', { known })
  await screen.findByText('The adapter has no parameter of this name.')
  await user.click(screen.getByRole('button', { name: 'Remove the value of old' }))
  expect(callIn(await save())).toMatchObject({ inputs: [{ parameter: 'customer' }] })
})

it('inputs stay while another system or API is chosen, until another adapter is chosen', async () => {
  const { user, save } = await renderRows(drawn, 'x', { known })
  await user.selectOptions(await screen.findByLabelText('System'), 'Places')
  expect(callIn(await save())).toMatchObject({ inputs: [{ parameter: 'customer' }, { parameter: 'old' }] })
  await user.selectOptions(screen.getByLabelText('System'), 'Shop')
  await user.selectOptions(screen.getByLabelText('Adapter'), 'order there')
  expect(callIn(await save())).toMatchObject({
    key: 'order',
    inputs: [{ parameter: 'customer', value: value('a') }],
  })
})

it('an adapter that is not there is reported, and kept until another is chosen', async () => {
  const { user, save } = await renderRows(drawn.replace('ORDER', 'gone'), 'x', { known })
  await screen.findByText(/The adapter “gone” does not exist/)
  expect(callIn(await save())).toMatchObject({ key: 'gone' })
  await user.selectOptions(screen.getByLabelText('System'), 'Places')
  await user.selectOptions(screen.getByLabelText('Adapter'), 'towns there')
  expect(callIn(await save())).toMatchObject({ key: 'towns', inputs: [] })
})
