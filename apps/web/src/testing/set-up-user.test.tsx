import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setUpUser } from './set-up-user.ts'

it('writes a text at the caret of a field, by keys and from the clipboard', async () => {
  const [keys, changes]: [string[], string[]] = [[], []]
  render(
    <input
      defaultValue="Dear "
      onKeyDown={({ key }) => keys.push(key)}
      onChange={({ currentTarget }) => changes.push(currentTarget.value)}
    />,
  )
  await setUpUser().type(screen.getByRole('textbox'), 'colleagues')
  expect(keys).toEqual(['c', 'o'])
  expect(changes).toEqual(['Dear c', 'Dear co', 'Dear colleagues'])
})

it('loses the rest of a text with the focus', async () => {
  render(<input onChange={({ currentTarget }) => currentTarget.blur()} />)
  const user = setUpUser()
  await user.type(screen.getByRole('textbox'), 'colleagues')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('c')
})

it('presses every key of short texts and of texts with named keys', async () => {
  const keys: string[] = []
  render(<input onKeyDown={({ key }) => keys.push(key)} />)
  const user = setUpUser()
  await user.type(screen.getByRole('textbox'), 'abc')
  await user.type(screen.getByRole('textbox'), 'Lunch{Enter}')
  expect(keys).toEqual(['a', 'b', 'c', 'L', 'u', 'n', 'c', 'h', 'Enter'])
})
