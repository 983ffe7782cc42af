import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import '../../lib/i18n.ts'
import '../../lib/design-texts.ts'
import { stubBrowser } from '../../testing/stub-browser.ts'
import Toasts from '../toast/toasts.tsx'
import { type SavedFile, useSaving } from './use-saving.ts'

function DeployButton({ file, canEdit }: { file: SavedFile<object> | null; canEdit: boolean }) {
  const { canSave, saveNow } = useSaving(file, { canEdit, onSave: () => Promise.reject(new Error('Not now.')) })
  const [answer, setAnswer] = useState('')
  return (
    <button type="button" onClick={() => void saveNow().then((isSaved) => setAnswer(String(isSaved)))}>
      {`${canSave} ${answer}`}
    </button>
  )
}

function SaveButton({ file, onSave }: { file: SavedFile<object>; onSave: (xml: string) => Promise<void> }) {
  const saving = useSaving(file, { canEdit: true, onSave })
  return (
    <button type="button" data-dirty={saving.isDirty()} onClick={saving.save}>
      Save version
    </button>
  )
}

it('a design that cannot be written says so with the reason, and is written again when somebody saves again', async () => {
  stubBrowser()
  const writes = [
    () => Promise.reject(new Error('“Mix dough”: no namespace uri given for prefix <tool>')),
    () => Promise.resolve('<dough/>'),
  ]
  const markSaved = vi.fn()
  const state = { isSaved: false }
  const file: SavedFile<object> = {
    subscribe: () => () => undefined,
    getState: () => state,
    mark: {},
    toXml: () => writes.shift()?.() ?? Promise.reject(new Error('Expected two writes.')),
    markSaved,
  }
  const onSave = vi.fn(async () => undefined)
  render(
    <MantineProvider>
      <Toasts />
      <SaveButton file={file} onSave={onSave} />
    </MantineProvider>,
  )
  const button = screen.getByRole('button', { name: 'Save version' })
  act(() => button.click())
  expect(await screen.findByText('The design was not saved because the file could not be written')).toBeDefined()
  expect(
    screen.getByText(/“Mix dough”: no namespace uri given for prefix <tool>\. Your changes are kept\./),
  ).toBeDefined()
  expect([onSave, markSaved].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  act(() => button.click())
  await expect.poll(() => onSave.mock.calls).toEqual([['<dough/>']])
})

it('unsaved changes that cannot be saved are not reported as saved', async () => {
  stubBrowser()
  const state = { isSaved: false }
  const file: SavedFile<object> = {
    subscribe: () => () => undefined,
    getState: () => state,
    mark: {},
    toXml: () => Promise.reject(new Error('Expected nobody to write it.')),
    markSaved: () => undefined,
  }
  const page = render(<DeployButton file={file} canEdit={false} />)
  const answerOf = async () => {
    const button = screen.getByRole('button')
    await act(async () => button.click())
    return button.textContent
  }
  expect(await answerOf()).toBe('false false')
  state.isSaved = true
  page.rerender(<DeployButton file={file} canEdit={false} />)
  expect(await answerOf()).toBe('false true')
})
