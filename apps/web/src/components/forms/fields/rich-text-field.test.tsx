import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForm } from '../testing/render-form.tsx'

/** What typing does in it is shown by the journey of every field: this browser lays out nothing to type into. */
const story = { type: 'rich-text', key: 'story', label: 'Story', help: 'In short' }
const html = '<p>It is <strong>good</strong></p>'
const editor = () => screen.findByRole('textbox', { name: /^Story/ })

test('what was kept can be edited with tools that have names, and is sent unchanged', async () => {
  const { submit, submitted, findViolations } = renderForm([story], { values: { story: html } })
  expect((await editor()).innerHTML).toContain('It is <strong>good</strong>')
  await waitFor(() => expect(screen.getByRole('button', { name: /Bold/ })).toBeTruthy())
  expect(await findViolations()).toEqual([])
  await submit()
  expect(submitted).toEqual([{ story: html }])
})

test('required, it says so in the place of its help and takes the focus', async () => {
  const { container, submit, submitted, findViolations } = renderForm([{ ...story, required: true }])
  await editor()
  await submit()
  expect(submitted).toEqual([])
  expect(screen.getByText('This field is required.')).toBeTruthy()
  expect(screen.queryByText('In short')).toBeNull()
  expect(container.querySelector('form')?.contains(document.activeElement)).toBe(true)
  expect(await findViolations()).toEqual([])
})

test.each([
  ['text', html, 'It is good'],
  // Nothing that the editor cannot give is HTML here.
  ['a script', `${html}<script>alert(1)</script>`, `${html}<script>alert(1)</script>`],
  ['a picture that acts', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
])('read only, %s is data and nothing that runs', async (_, value, shown) => {
  const { container, findViolations } = renderForm([{ ...story, readOnly: true }], { values: { story: value } })
  await waitFor(() => expect(screen.getByRole('definition').textContent).toBe(shown))
  expect(container.querySelector('form')?.querySelector('script, img, [contenteditable]')).toBeNull()
  expect(await findViolations()).toEqual([])
})

test('disabled, it cannot be edited and nothing of it is sent', async () => {
  const { submit, submitted } = renderForm([{ ...story, enabled: false }], { values: { story: html } })
  await waitFor(async () => expect((await editor()).getAttribute('contenteditable')).toBe('false'))
  expect(screen.queryByRole('button', { name: /Bold/ })).toBeNull()
  await submit()
  expect(submitted).toEqual([{}])
})
