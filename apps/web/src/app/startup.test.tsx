import { api, type Call } from '@millrace/contract'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answer, answer, refuse } from '../testing/network.ts'
import { renderApp } from '../testing/render-app.tsx'
import { createPage } from '../testing/things.ts'

/** The calls of the start (specification, section 4). */
const parts = {
  init: api.shell.init,
  userInfo: api.shell.userInfo,
  defaultWorkplace: api.shell.defaultWorkplace,
  workplaces: api.shell.workplaces,
  categories: api.categories.menu,
  customViews: api.customViews.list,
  themeData: api.themes.get,
  userThemes: api.themes.list,
  profile: api.profile.get,
} as const satisfies Record<string, Call>

type Part = keyof typeof parts

const wanted = '/processes/startedbyme?state=active'
const list = answer(api.processes.startedByMe, () => createPage([]))

/** Lets a call of the start fail: with a status, or without an answer. */
function fail(part: Part, status: number | 'no answer'): Answer {
  return {
    call: parts[part],
    reply: () => {
      if (status === 'no answer') throw new TypeError('Failed to fetch')
      return Object.assign(refuse('internal', 'Made to fail by the test.'), { status })
    },
  }
}

it.each<[Part, number | 'no answer']>([
  ['init', 'no answer'],
  ['userInfo', 502],
  ['defaultWorkplace', 503],
  ['workplaces', 504],
  ['profile', 504],
  ['themeData', 'no answer'],
])('leads to the error page where %s ends with %s, and keeps the address', async (part, status) => {
  // The second try of a query comes after a second.
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 })
  await renderApp(wanted, { answers: [list, fail(part, status)] })
  screen.getByRole('heading', { level: 1, name: 'The application cannot be reached' })
  expect([location.pathname, sessionStorage.getItem('previousUrl')]).toEqual(['/applicationError', wanted])
})

it.each<[Part, string]>([
  ['init', 'Could not process your request'],
  ['userInfo', 'Could not process your request'],
  ['defaultWorkplace', 'Could not process your request'],
  ['workplaces', 'Could not process your request'],
  ['categories', 'Error while fetching Categories'],
  ['customViews', 'Error while fetching task custom views'],
  ['themeData', 'Error while fetching theme data'],
  ['userThemes', 'Error in fetching user defined themes'],
  ['profile', 'Error while fetching user profile'],
])(
  'leads to the page that says so where %s fails otherwise, with the sentence of the catalogue',
  async (part, sentence) => {
    await renderApp(wanted, { answers: [list, fail(part, 500)] })
    screen.getByRole('heading', { level: 1, name: 'Not authorized' })
    await screen.findByText(sentence)
    expect([location.pathname, sessionStorage.getItem('previousUrl')]).toEqual([
      '/unauthorizedError',
      part === 'init' ? wanted : null,
    ])
  },
)
