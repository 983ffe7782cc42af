import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stubBrowser } from '../../testing/stub-browser.ts'
import { CompletingInput, type Offer } from './completing-input.tsx'

const names = ['town', 'total', 'customer']

/** Offers the names that complete the word before the caret. */
function find(text: string, position: number): Offer | null {
  const word = /\w+$/.exec(text.slice(0, position))?.[0] ?? ''
  const found = names.filter((name) => word !== '' && name !== word && name.startsWith(word))
  return found.length === 0
    ? null
    : { from: position - word.length, to: position, found: found.map((name) => ({ name, about: '' })) }
}

function Page() {
  const [text, setText] = useState('')
  return (
    <MantineProvider>
      <CompletingInput aria-label="Statement" listLabel="Names" find={find} text={text} onText={setText} />
    </MantineProvider>
  )
}

beforeEach(() => stubBrowser())

afterEach(cleanup)

it('takes every key of a text while names are offered, and completes the word at the caret', async () => {
  render(<Page />)
  const user = userEvent.setup()
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Statement' })
  const listNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  await user.click(field)
  await user.keyboard('select t')
  expect(listNames()).toEqual(['town', 'total'])
  await user.keyboard('ot')
  expect(field.value).toBe('select tot')
  expect(listNames()).toEqual(['total'])
  await user.keyboard('{Enter}')
  expect(field.value).toBe('select total')
  expect(listNames()).toEqual([])
  await user.keyboard(' from customer join t{ArrowUp}{Tab}')
  expect(field.value).toBe('select total from customer join total')
  await user.keyboard(' to{ArrowDown}{ArrowUp}{ArrowUp}{Escape}{Enter}')
  expect(listNames()).toEqual([])
  expect(field.value).toBe('select total from customer join total to\n')
  await user.keyboard('{Control>}a{/Control}{Delete}c')
  await user.click(screen.getByRole('option', { name: 'customer' }))
  expect(field.value).toBe('customer')
})
