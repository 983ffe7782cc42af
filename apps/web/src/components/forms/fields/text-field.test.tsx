import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForm } from '../testing/render-form.tsx'

const supplier = {
  type: 'text',
  key: 'supplier',
  label: 'Supplier',
  help: 'As on the contract',
  placeholder: 'Brandt GmbH',
}

test('shows its value under its label, with help', async () => {
  const { findViolations } = renderForm([supplier], { values: { supplier: 'Brandt' } })
  const input = screen.getByRole('textbox', { name: 'Supplier', description: 'As on the contract' })
  expect(input).toHaveProperty('value', 'Brandt')
  expect(input.getAttribute('placeholder')).toBe('Brandt GmbH')
  expect(await findViolations()).toEqual([])
})

test('a required one says so, and shows its error in the place of the help once it was left', async () => {
  const { user, findViolations } = renderForm([{ ...supplier, required: true }])
  const input = screen.getByRole('textbox', { name: /^Supplier/ })
  expect(input).toHaveProperty('required', true)
  expect(screen.queryByText('This field is required.')).toBeNull()
  await user.click(input)
  await user.tab()
  expect(
    screen
      .getByRole('textbox', { name: /^Supplier/, description: 'This field is required.' })
      .getAttribute('aria-invalid'),
  ).toBe('true')
  expect(screen.queryByText('As on the contract')).toBeNull()
  expect(await findViolations()).toEqual([])
})

test('after an error was shown, typing fixes it at once', async () => {
  const { user } = renderForm([{ ...supplier, minLength: 3 }])
  const input = screen.getByRole('textbox', { name: 'Supplier' })
  await user.type(input, 'ab')
  expect(screen.queryByText(/at least 3/)).toBeNull()
  await user.tab()
  expect(screen.getByText('Enter at least 3 characters. The text has 2.')).toBeTruthy()
  await user.type(input, 'c')
  expect(screen.queryByText(/at least 3/)).toBeNull()
})

test('a disabled one cannot be typed into', () => {
  renderForm([{ ...supplier, enabled: false }])
  expect(screen.getByRole('textbox', { name: 'Supplier' })).toHaveProperty('disabled', true)
})

test('read only it is data without a box', async () => {
  const { findViolations } = renderForm(
    [
      { ...supplier, readOnly: true },
      { type: 'text', key: 'note', readOnly: true },
    ],
    { values: { supplier: 'Brandt' } },
  )
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Supplier', 'note'])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Brandt', '–Empty'])
  expect(await findViolations()).toEqual([])
})

test('markup in a value is only text', () => {
  const { container } = renderForm([{ ...supplier, readOnly: true, label: '<b>Supplier</b>' }], {
    values: { supplier: '<img src=x>' },
  })
  expect(screen.getByRole('definition').textContent).toBe('<img src=x>')
  expect(container.querySelector('img, b')).toBeNull()
})
