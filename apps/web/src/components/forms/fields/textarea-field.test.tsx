import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForm } from '../testing/render-form.tsx'

const reason = { type: 'textarea', key: 'reason', label: 'Reason', help: 'One or two sentences' }

test('takes several lines under its label', async () => {
  const { user, submitted, submit, findViolations } = renderForm([reason])
  await user.type(
    screen.getByRole('textbox', { name: 'Reason', description: 'One or two sentences' }),
    'It stops.{Enter}Often.',
  )
  expect(await findViolations()).toEqual([])
  await submit()
  expect(submitted).toEqual([{ reason: 'It stops.\nOften.' }])
})

test('a required one says so when it was left empty', async () => {
  const { user } = renderForm([{ ...reason, required: true }])
  await user.click(screen.getByRole('textbox', { name: /^Reason/ }))
  await user.tab()
  expect(screen.getByRole('textbox', { name: /^Reason/, description: 'This field is required.' })).toBeTruthy()
})

test('read only it keeps its lines', () => {
  renderForm([{ ...reason, readOnly: true }], { values: { reason: 'a\nb' } })
  expect(screen.getByRole('definition').textContent).toBe('a\nb')
})
