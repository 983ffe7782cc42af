import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForm } from '../testing/render-form.tsx'

const needed = { type: 'date', key: 'needed', label: 'Needed by', help: 'The last day' }

test('a day is typed DD/MM/YYYY and submitted as ISO 8601', async () => {
  const { user, submit, submitted, findViolations } = renderForm([needed])
  const input = screen.getByRole('textbox', { name: 'Needed by', description: 'The last day' })
  await user.type(input, '1.12.2026')
  await user.tab()
  expect(input).toHaveProperty('value', '01/12/2026')
  expect(await findViolations()).toEqual([])
  await submit()
  expect(submitted).toEqual([{ needed: '2026-12-01' }])
})

test('a day that does not exist is named, and stays as it was typed', async () => {
  const { user } = renderForm([needed], { values: { needed: '2026-11-30' } })
  const input = screen.getByRole('textbox', { name: 'Needed by' })
  expect(input).toHaveProperty('value', '30/11/2026')
  await user.clear(input)
  await user.type(input, '31/11/2026')
  await user.tab()
  expect(input).toHaveProperty('value', '31/11/2026')
  expect(screen.getByText('November has 30 days. Enter a date such as 30/11/2026.')).toBeTruthy()
})

test('the calendar opens by keyboard at the month of the day, and choosing returns the focus', async () => {
  const { user, submit, submitted } = renderForm([{ ...needed, max: '2026-11-25' }], {
    values: { needed: '2026-11-20' },
  })
  const button = screen.getByRole('button', { name: 'Choose a day for Needed by' })
  button.focus()
  await user.keyboard('{Enter}')
  const calendar = await screen.findByRole('dialog', { name: 'Choose a day for Needed by' })
  const day = await within(calendar).findByRole('button', { name: '24 November 2026' })
  expect(within(calendar).getByRole('button', { name: '26 November 2026' })).toHaveProperty('disabled', true)
  await user.click(day)
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(screen.getByRole('textbox', { name: 'Needed by' })).toHaveProperty('value', '24/11/2026')
  await submit()
  expect(submitted).toEqual([{ needed: '2026-11-24' }])
})

test('without a day the calendar opens at today, and Escape closes it', async () => {
  const { user } = renderForm([needed])
  await user.click(screen.getByRole('button', { name: 'Choose a day for Needed by' }))
  expect(await screen.findByRole('button', { name: '24 November 2026' })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a required one says so when it was left empty', async () => {
  const { user } = renderForm([{ ...needed, required: true }])
  await user.click(screen.getByRole('textbox', { name: /^Needed by/ }))
  await user.tab()
  expect(screen.getByRole('textbox', { name: /^Needed by/, description: 'This field is required.' })).toBeTruthy()
})

test('read only it is a day as it is typed', () => {
  renderForm([{ ...needed, readOnly: true }], { values: { needed: '2026-12-15' } })
  expect(screen.getByRole('definition').textContent).toBe('15/12/2026')
})
