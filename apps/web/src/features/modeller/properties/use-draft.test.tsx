import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useDraft } from './use-draft.ts'

const commits: string[] = []

function Field({ value, onCommit }: { value: string; onCommit: (text: string) => void }) {
  const draft = useDraft(value, onCommit)
  return <input value={draft.text} onChange={(event) => draft.set(event.target.value)} onBlur={draft.leave} />
}

/** Another control stands in its place as soon as there is a value, as for a person instead of an expression. */
function Chooser() {
  const [value, setValue] = useState('')
  const take = (text: string) => {
    commits.push(text)
    setValue(text)
  }
  return value === '' ? <Field value={value} onCommit={take} /> : <p>{value}</p>
}

it('what is typed is one change, also where another control takes the place of the field because of it', async () => {
  render(<Chooser />)
  const field = screen.getByRole('textbox')
  fireEvent.change(field, { target: { value: ' dario ' } })
  fireEvent.blur(field)
  await screen.findByText('dario')
  expect(commits).toEqual(['dario'])
})

it('what is being typed when the field goes counts', () => {
  const typed: string[] = []
  const { unmount } = render(<Field value="" onCommit={(text) => typed.push(text)} />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'dario' } })
  unmount()
  expect(typed).toEqual(['dario'])
})
