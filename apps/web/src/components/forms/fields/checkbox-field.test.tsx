import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForm } from '../testing/render-form.tsx'

const consent = { type: 'checkbox', key: 'consent', label: 'I have checked the amounts', help: 'All of them' }

test('is ticked with the keyboard and submitted as true', async () => {
  const { user, submit, submitted, findViolations } = renderForm([consent])
  const box = screen.getByRole('checkbox', { name: 'I have checked the amounts', description: 'All of them' })
  expect(box).toHaveProperty('checked', false)
  box.focus()
  await user.keyboard(' ')
  expect(await findViolations()).toEqual([])
  await submit()
  expect(submitted).toEqual([{ consent: true }])
})

test('opens as the process has it', () => {
  renderForm([consent], { values: { consent: true } })
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
})

test('a required one must be ticked', async () => {
  const { user, submit, submitted } = renderForm([{ ...consent, required: true }])
  await submit()
  expect(submitted).toEqual([])
  const box = screen.getByRole('checkbox', { description: 'This field is required.' })
  expect(box).toBe(document.activeElement)
  await user.click(box)
  expect(screen.queryByText('This field is required.')).toBeNull()
})

test('read only it is a word', () => {
  renderForm(
    [
      { ...consent, readOnly: true },
      { type: 'checkbox', key: 'b', readOnly: true },
    ],
    { values: { consent: true, b: false } },
  )
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Yes', 'No'])
})
