import { api } from '@millrace/contract'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { loadDesigner, removeDesigner } from './load-designer.ts'

const address = '/templates/form-template/t1/form-designer'

/** What the page has asked for, in its order. */
const asked = () =>
  [...document.head.querySelectorAll('[data-form-designer]')].map((one) =>
    (one.getAttribute('src') ?? one.getAttribute('href') ?? '').replace(/t=\d{13}/, 't=TIME'),
  )
const dispatch = (kind: 'load' | 'error') => {
  for (const element of document.head.querySelectorAll('[data-form-designer]')) element.dispatchEvent(new Event(kind))
}
const names = ['styles.css', 'runtime.js', 'polyfills.js', 'scripts.js', 'main.js']

function ShownTarget({ target }: { target: object }) {
  return <h1>{`Designer of ${JSON.stringify(target)}`}</h1>
}

it('the scripts and the stylesheet come from the designer path with the time, and go when the page is left', async () => {
  await renderApp(address, { roles: ['RoleDesign'] })
  expect(asked()).toEqual(names.map((name) => `/form-designer/${name}?t=TIME`))
  globalThis.millraceFormDesigner = { main: Promise.resolve({ Designer: ShownTarget }) }
  dispatch('load')
  await screen.findByRole('heading', { level: 1, name: 'Designer of {"kind":"template","formTemplateId":"t1"}' })
  history.pushState(null, '', '/user/profile')
  dispatchEvent(new PopStateEvent('popstate'))
  await expect.poll(asked).toEqual([])
  expect(globalThis.millraceFormDesigner).toBeUndefined()
})

it('leads back to the element of the process that led to it', async () => {
  const answers = [answer(api.forms.get, () => refuse('thing.not-found', 'There is no such form.'))]
  const from = '/applications/a1/appforms/f1/formdesigner?process=p1&element=approve'
  await renderApp(from, { roles: ['RoleDesign'], answers })
  const back = await screen.findByRole('link', { name: 'Back to the process' })
  expect(back.getAttribute('href')).toBe('/applications/a1/appprocesses/p1/modeller?element=approve')
})

it('they are asked for once more after a second, and then it is said that they do not come', async () => {
  await renderApp(address, { roles: ['RoleDesign'] })
  const began = Date.now()
  dispatch('error')
  await expect.poll(asked).toEqual(names.map((name) => `/form-designer/${name}?t=TIME&again`))
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_000)
  dispatch('error')
  expect((await screen.findAllByText('Error while loading form designer scripts')).length).toBeGreaterThan(0)
})

it('what hangs is given up after 120000 ms, and asked for once more after a second', async () => {
  vi.useFakeTimers()
  try {
    const failed = expect(loadDesigner(new AbortController().signal)).rejects.toThrow('it hangs')
    await vi.advanceTimersByTimeAsync(119_999)
    expect(asked()).toHaveLength(5)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toEqual([])
    await vi.advanceTimersByTimeAsync(999)
    expect(asked()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toEqual(names.map((name) => `/form-designer/${name}?t=TIME&again`))
    await vi.advanceTimersByTimeAsync(120_000)
    await failed
  } finally {
    vi.useRealTimers()
    removeDesigner()
  }
})

it('nothing is asked for or shown without the role', async () => {
  await renderApp(address, {
    roles: ['RoleUser'],
    answers: [answer(api.tasks.filters, () => ({ processes: [], groups: [] }))],
  })
  await screen.findByRole('heading', { level: 1, name: 'Not authorized' })
  expect(asked()).toEqual([])
})
