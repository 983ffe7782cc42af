import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForm } from '../testing/render-form.tsx'

const amount = { type: 'number', key: 'amount', label: 'Amount', decimals: 2, unit: 'EUR', help: 'Without tax' }

test('shows its number with commas, and its unit belongs to its name', async () => {
  const { findViolations } = renderForm([amount], { values: { amount: 9540 } })
  expect(screen.getByRole('textbox', { name: 'Amount, EUR', description: 'Without tax' })).toHaveProperty(
    'value',
    '9,540.00',
  )
  expect(await findViolations()).toEqual([])
})

test('writes what was typed as it is understood when it is left, and submits a number', async () => {
  const { user, submit, submitted } = renderForm([amount])
  const input = screen.getByRole('textbox', { name: /^Amount/ })
  await user.type(input, '3180.5')
  expect(input).toHaveProperty('value', '3180.5')
  await user.tab()
  expect(input).toHaveProperty('value', '3,180.50')
  await submit()
  expect(submitted).toEqual([{ amount: 3180.5 }])
})

test('whole numbers beyond 2^53 are submitted with every digit', async () => {
  const { user, submit, submitted } = renderForm([{ type: 'number', key: 'account', integer: true }])
  await user.type(screen.getByRole('textbox', { name: 'account' }), '9007199254740993')
  await submit()
  expect(submitted).toEqual([{ account: '9007199254740993' }])
})

test.each([
  ['12,5', 'Enter a number such as 9,540.00.'],
  ['-1.50', 'Enter 0.00 or more.'],
  ['1.234', 'Enter at most 2 decimal places.'],
])('%s is answered with what to enter', async (typed, message) => {
  const { user } = renderForm([{ ...amount, min: 0 }])
  const input = screen.getByRole('textbox', { name: /^Amount/ })
  await user.type(input, typed)
  await user.tab()
  expect(input).toHaveProperty('value', typed)
  expect(screen.getByText(message)).toBeTruthy()
})

test('a required one says so when it was left empty', async () => {
  const { user } = renderForm([{ ...amount, required: true }])
  await user.click(screen.getByRole('textbox', { name: /^Amount/ }))
  await user.tab()
  expect(screen.getByText('This field is required.')).toBeTruthy()
})

test('read only it is data with its unit', () => {
  renderForm([{ ...amount, readOnly: true }], { values: { amount: 8140 } })
  expect(screen.getByRole('definition').textContent).toBe('8,140.00 EUR')
})
