import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useUndoKeys } from './use-undo-keys.ts'

test.each([
  ['{Control>}z{/Control}', 'undo'],
  ['{Control>}y{/Control}', 'redo'],
  ['{Control>}{Shift>}z{/Shift}{/Control}', 'redo'],
  ['{Meta>}z{/Meta}', 'undo'],
])('%s does it from a button, and leaves a text to its input', async (keys, expected) => {
  const done: string[] = []
  render(<Editor onDone={(action) => done.push(action)} />)
  const user = userEvent.setup()
  screen.getByRole('button').focus()
  await user.keyboard(keys)
  screen.getByRole('checkbox').focus()
  await user.keyboard(keys)
  expect(done).toEqual([expected, expected])
  screen.getByRole('textbox').focus()
  await user.keyboard(keys)
  expect(done).toHaveLength(2)
})

function Editor({ onDone }: { onDone: (action: string) => void }) {
  useUndoKeys({ undo: () => onDone('undo'), redo: () => onDone('redo') })
  return (
    <>
      <button type="button">Palette</button>
      <input type="checkbox" aria-label="Asynchronous" />
      <input type="text" aria-label="Name" />
    </>
  )
}
