import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForm } from '../testing/render-form.tsx'

const options = ['Approve', 'Reject', 'Send back'].map((label) => ({ value: label.toLowerCase(), label }))
const decision = { type: 'radio', key: 'decision', label: 'Decision', help: 'Yours alone', options }

test('one is chosen with the keyboard and submitted by its value', async () => {
  const { user, submit, submitted, findViolations } = renderForm([decision])
  expect(screen.getByRole('radiogroup', { name: 'Decision', description: 'Yours alone' })).toBeTruthy()
  screen.getByRole('radio', { name: 'Approve' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(await findViolations()).toEqual([])
  await submit()
  expect(submitted).toEqual([{ decision: 'reject' }])
})

test('going through the choices is not leaving them', async () => {
  const { user } = renderForm([{ ...decision, required: true }])
  const [first, second] = screen.getAllByRole('radio')
  first?.focus()
  second?.focus()
  expect(screen.queryByText('This field is required.')).toBeNull()
  await user.tab()
  expect(screen.getByRole('radiogroup', { name: /^Decision/, description: 'This field is required.' })).toBeTruthy()
})

test('a required one without a choice takes the focus on submitting', async () => {
  const { submit, submitted, findViolations } = renderForm([{ ...decision, required: true }])
  await submit()
  expect(submitted).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Approve' }))
  expect(await findViolations()).toEqual([])
})

test('read only it is the label of its value', () => {
  renderForm([{ ...decision, readOnly: true }], { values: { decision: 'send back' } })
  expect(screen.getByRole('definition').textContent).toBe('Send back')
})

test('a choice that is not required can be undone', async () => {
  const { user, submit, submitted } = renderForm([decision])
  expect(screen.queryByRole('button', { name: 'Clear Decision' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Reject' }))
  await user.click(screen.getByRole('button', { name: 'Clear Decision' }))
  await submit()
  expect(submitted).toEqual([{ decision: null }])
})

test('two thousand options are found by typing, whatever their accents, and few are drawn', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => ({ value: `v${index}`, label: `Örtchen ${index}` }))
  const { user } = renderForm([
    { type: 'radio', key: 'r', label: 'Place', options: many },
    { type: 'check-list', key: 'c', label: 'Places', options: many },
    { type: 'select', key: 's', label: 'One', options: many },
  ])
  await user.click(screen.getByRole('combobox', { name: 'Place' }))
  expect(screen.getAllByRole('option', { hidden: true }).length).toBeLessThanOrEqual(100)
  await user.type(screen.getByRole('combobox', { name: 'Place' }), 'ortchen 1777')
  await user.click(await screen.findByRole('option', { name: 'Örtchen 1777' }))
  expect(document.querySelectorAll('*').length).toBeLessThan(1_500)
})
