import '../../lib/i18n.ts'
import '../../lib/page-texts.ts'
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { stubBrowser } from '../../testing/stub-browser.ts'
import { DateInput } from './date-input.tsx'

const fault = 'Enter a day and a time as DD/MM/YYYY hh:mm.'

function Field({ initial, isLocked }: { readonly initial: string; readonly isLocked: boolean }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <DateInput label="Due" precision="minute" value={value} readOnly={isLocked} onChange={setValue} />
      <button type="button" onClick={() => setValue('2027-01-02T03:04')}>
        Reload
      </button>
      <output>{value}</output>
    </>
  )
}

function open(initial: string, isLocked = false) {
  stubBrowser()
  document.title = 'Task'
  render(
    <MantineProvider env="test">
      <main>
        <Field initial={initial} isLocked={isLocked} />
      </main>
    </MantineProvider>,
  )
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Due' })
  return { input, output: screen.getByRole('status'), user: userEvent.setup() }
}

it('reads a day with a time, and hands out an invalid text with an error after Enter', async () => {
  const { input, output, user } = open('2026-11-30T16:00')
  expect(input.value).toBe('30/11/2026 16:00')
  await user.clear(input)
  await user.type(input, '1/2/2026 9:')
  expect(screen.queryByText(fault)).toBeNull()
  await user.keyboard('{Enter}')
  await screen.findByText(fault)
  expect([input.value, output.textContent]).toEqual(['1/2/2026 9:', '1/2/2026 9:'])
  expect(await findViolations()).toEqual([])
  await user.type(input, '05')
  expect(screen.queryByText(fault)).toBeNull()
  expect([input.value, output.textContent]).toEqual(['1/2/2026 9:05', '2026-02-01T09:05'])
  await user.tab()
  expect(input.value).toBe('01/02/2026 09:05')
})

it('shows a value from outside instead of an invalid text', async () => {
  const { input, user } = open('')
  await user.type(input, 'tomorrow')
  await user.tab()
  await screen.findByText(fault)
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  expect(input.value).toBe('02/01/2027 03:04')
  expect(screen.queryByText(fault)).toBeNull()
})

it('has no error for an invalid value that it opens with until users change it', async () => {
  const { input, user } = open('+010000-01-01T00')
  await user.click(input)
  await user.tab()
  expect(screen.queryByText(fault)).toBeNull()
  await user.type(input, ':00')
  await user.tab()
  await screen.findByText(fault)
})

it('keeps the time when the calendar replaces the day', async () => {
  const { output, user } = open('2026-11-30T09:30')
  await user.click(screen.getByRole('button', { name: 'Choose a day for Due' }))
  await user.click(await screen.findByRole('button', { name: /^15 / }))
  expect(output.textContent).toBe('2026-11-15T09:30')
})

it('has no calendar when it is read-only', () => {
  open('2026-11-30T09:30', true)
  expect(screen.queryByRole('button', { name: 'Choose a day for Due' })).toBeNull()
})
