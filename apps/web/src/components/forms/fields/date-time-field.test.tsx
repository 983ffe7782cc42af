import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForm } from '../testing/render-form.tsx'

const meeting = { type: 'date-time', key: 'meeting', label: 'Meeting' }

test('a time is typed in the user’s zone and submitted as an instant', async () => {
  const { user, submit, submitted, findViolations } = renderForm([meeting])
  const input = screen.getByRole('textbox', { name: 'Meeting' })
  await user.type(input, '24/11/2026 16:00')
  await user.tab()
  expect(input).toHaveProperty('value', '24/11/2026 16:00:00')
  expect(await findViolations()).toEqual([])
  await submit()
  expect(submitted).toEqual([{ meeting: '2026-11-24T15:00:00.000Z' }])
})

test('a day alone is no time', async () => {
  const { user } = renderForm([meeting])
  await user.type(screen.getByRole('textbox', { name: 'Meeting' }), '24/11/2026')
  await user.tab()
  expect(screen.getByText('Enter a date and time such as 30/11/2026 16:00.')).toBeTruthy()
})

test('the calendar changes the day and leaves the time', async () => {
  const { user } = renderForm([meeting], { values: { meeting: '2026-11-24T15:30:00.000Z' } })
  await user.click(screen.getByRole('button', { name: 'Choose a day for Meeting' }))
  await user.click(await screen.findByRole('button', { name: '27 November 2026' }))
  expect(screen.getByRole('textbox', { name: 'Meeting' })).toHaveProperty('value', '27/11/2026 16:30:00')
})

test('a required one says so when it was left empty', async () => {
  const { user } = renderForm([{ ...meeting, required: true }])
  await user.click(screen.getByRole('textbox', { name: /^Meeting/ }))
  await user.tab()
  expect(screen.getByText('This field is required.')).toBeTruthy()
})

test('read only it is a time as it is typed', () => {
  renderForm([{ ...meeting, readOnly: true }], { values: { meeting: '2026-11-24T15:30:05.000Z' } })
  expect(screen.getByRole('definition').textContent).toBe('24/11/2026 16:30:05')
})
