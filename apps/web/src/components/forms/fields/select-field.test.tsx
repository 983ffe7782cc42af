import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForm } from '../testing/render-form.tsx'

const options = ['Capital 2026, line 14', 'Capital 2026, line 15', 'Maintenance'].map((label, index) => ({
  value: `b${index}`,
  label,
}))
const budget = { type: 'select', key: 'budget', label: 'Budget', help: '8,220.00 EUR left', options }

test('an option is chosen with the keyboard and submitted by its value', async () => {
  const { user, submit, submitted, findViolations } = renderForm([budget])
  const input = screen.getByRole('combobox', { name: 'Budget', description: '8,220.00 EUR left' })
  input.focus()
  await user.keyboard('{ArrowDown}')
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(
    options.map(({ label }) => label),
  )
  expect(await findViolations()).toEqual([])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(input).toHaveProperty('value', 'Capital 2026, line 15')
  await submit()
  expect(submitted).toEqual([{ budget: 'b1' }])
})

test('of thirty none has its list in the page before it has the focus', async () => {
  renderForm(Array.from({ length: 30 }, (_, index) => ({ ...budget, key: `budget${index}`, label: `Budget ${index}` })))
  const lists = () => document.querySelectorAll('[role=listbox], [role=option]').length
  expect(lists()).toBe(0)
  await act(async () => screen.getByLabelText('Budget 12').focus())
  expect(lists()).toBe(1 + options.length)
})

test('an optional choice can be cleared, a required one cannot', async () => {
  const { user, submit, submitted } = renderForm(
    [budget, { ...budget, key: 'other', label: 'Other', required: true }],
    { values: { budget: 'b0', other: 'b0' } },
  )
  expect(screen.queryByRole('button', { name: 'Clear Other' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear Budget' }))
  await submit()
  expect(submitted).toEqual([{ budget: null, other: 'b0' }])
})

test('a long list is searched by typing', async () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ value: `v${index}`, label: `Cost centre ${4400 + index}` }))
  const { user, submit, submitted } = renderForm([{ ...budget, options: many }])
  const input = screen.getByRole('combobox', { name: 'Budget' })
  await user.type(input, '4437')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await user.click(screen.getByRole('option', { name: 'Cost centre 4437' }))
  await submit()
  expect(submitted).toEqual([{ budget: 'v37' }])
})

test('a value that is no option any more is reported at once', () => {
  renderForm([budget], { values: { budget: 'gone' } })
  expect(screen.getByText('“gone” is not an option of this field. Choose from the listed options.')).toBeTruthy()
})

test('a required one says so when it was left empty', async () => {
  const { user } = renderForm([{ ...budget, required: true }])
  screen.getByRole('combobox').focus()
  await user.tab()
  expect(screen.getByRole('combobox', { description: 'This field is required.' })).toBeTruthy()
})

test('read only it is the label of its value', () => {
  renderForm([{ ...budget, readOnly: true }], { values: { budget: 'b2' } })
  expect(screen.getByRole('definition').textContent).toBe('Maintenance')
})
