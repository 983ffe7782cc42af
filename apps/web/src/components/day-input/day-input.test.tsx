import '../../lib/i18n.ts'
import '../../lib/page-texts.ts'
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { stubBrowser } from '../../testing/stub-browser.ts'
import { DayInput } from './day-input.tsx'

function Field({ initial, days }: { readonly initial: string; readonly days: string[] }) {
  const [day, setDay] = useState(initial)
  return (
    <>
      <DayInput
        label="From"
        value={day}
        onChange={(next) => {
          days.push(next)
          setDay(next)
        }}
      />
      <button type="button" onClick={() => setDay(day === '2027-01-02' ? initial : '2027-01-02')}>
        Back
      </button>
    </>
  )
}

function open(initial: string) {
  stubBrowser()
  document.title = 'Reports'
  const days: string[] = []
  render(
    <MantineProvider env="test">
      <main>
        <Field initial={initial} days={days} />
      </main>
    </MantineProvider>,
  )
  return { days, input: screen.getByRole<HTMLInputElement>('textbox', { name: 'From' }), user: userEvent.setup() }
}

it('shows and reads a day as DD/MM/YYYY, whatever the language of the browser is', async () => {
  const { days, input, user } = open('2025-11-30')
  expect(input.value).toBe('30/11/2025')
  await user.clear(input)
  await user.type(input, '1/2/2026')
  await user.tab()
  expect(days.at(-1)).toBe('2026-02-01')
  expect(input.value).toBe('01/02/2026')
  expect(await findViolations()).toEqual([])
})

it('keeps a text that is no day, says so, and changes nothing', async () => {
  const { days, input, user } = open('')
  await user.type(input, '31/02/2026')
  expect(screen.queryByText('Enter a day as DD/MM/YYYY.')).toBeNull()
  await user.tab()
  await screen.findByText('Enter a day as DD/MM/YYYY.')
  expect(input.value).toBe('31/02/2026')
  expect(days).toEqual([])
  expect(await findViolations()).toEqual([])
})

it('shows a day from outside instead of an invalid text, which does not return', async () => {
  const { days, input, user } = open('')
  await user.type(input, '31/02/2026')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(input.value).toBe('02/01/2027')
  expect(screen.queryByText('Enter a day as DD/MM/YYYY.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(input.value).toBe('')
  expect(days).toEqual([])
})

it('reports an emptied field, and opens a calendar that chooses a day', async () => {
  const { days, input, user } = open('2026-02-01')
  await user.clear(input)
  await user.tab()
  expect(days).toEqual([''])
  await user.click(screen.getByRole('button', { name: 'Choose a day for From' }))
  await user.click(await screen.findByRole('button', { name: /^15 / }))
  expect(days.at(-1)).toMatch(/^\d{4}-\d{2}-15$/)
  expect(input.value).toMatch(/^15\/\d{2}\/\d{4}$/)
})
