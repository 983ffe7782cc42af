import { type AnswerOf, api } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer } from '../../../testing/network.ts'
import { answerInit, renderApp } from '../../../testing/render-app.tsx'

async function openAccount(init: Parameters<typeof answerInit>[0]) {
  const { user } = await renderApp('/help', { answers: [answerInit(init)] })
  await user.click(screen.getByRole('button', { name: 'Ines Duarte' }))
  return screen.findAllByRole('menuitem')
}

const privacy = {
  ENABLE_PRIVACY_POLICY: true,
  PRIVACY_POLICY_LINK_NAME: 'How we treat data',
  PRIVACY_POLICY_LINK_URL: 'https://privacy.example/',
}

describe('the account', () => {
  it('opens what the specification lists', async () => {
    const items = await openAccount({})
    expect(items.map((item) => item.textContent)).toEqual(['Profile', 'About', 'Dashboard', 'Logout'])
  })

  it('opens the help and the privacy policy, too, where they are set, and the footer has the policy', async () => {
    const items = await openAccount({ HELP_URL: 'https://help.example/', ...privacy })
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Profile', '/user/profile'],
      ['Help', 'https://help.example/'],
      ['How we treat data', 'https://privacy.example/'],
      ['About', null],
      ['Dashboard', '/user/dashboard'],
      ['Logout', '/logout'],
    ])
    const footer = screen.getByText(`© 2002–${new Date().getFullYear()} Millrace`).closest('footer')
    expect(footer?.querySelector('a')?.getAttribute('href')).toBe('https://privacy.example/')
  })
})

describe('the workplace', () => {
  const of = (changes: Partial<AnswerOf<typeof api.shell.workplaces>>) =>
    answer(api.shell.workplaces, () => ({
      workplaces: 'halden',
      selectedWorkplace: 'halden',
      selectedName: 'Halden Works',
      advancedSso: false,
      ...changes,
    }))

  it.each([
    ['without advanced single sign-on', { workplaces: 'halden,north', advancedSso: false }],
    ['without others to change to', { workplaces: 'halden', advancedSso: true }],
  ])('cannot be changed %s', async (_, workplaces) => {
    await renderApp('/category/view/Home', { answers: [answer(api.categories.processes, () => []), of(workplaces)] })
    screen.getByText('Halden Works')
    expect(screen.queryByRole('button', { name: 'Halden Works' })).toBeNull()
  })
})

it('the footer stays in view on a phone only where the theme says so', async () => {
  const theme = (fixedFooter: boolean) =>
    answer(api.themes.get, () => ({
      productName: 'Halden Flow',
      logo: null,
      favicon: null,
      themeCode: 'theme-default',
      menuOnTop: false,
      fixedFooter,
    }))
  const answers = [answer(api.tasks.assigned, () => ({ items: [], from: 1, next: null, previous: null }))]
  await renderApp('/tasks/assigned', { answers: [...answers, theme(true)], width: 360 })
  await screen.findByText(/© 2002–\d{4} Halden Flow/)
  await waitFor(() => expect(document.title).toBe('Assigned | Halden Flow'))
})

it('the footer is out of view on a phone where the theme says nothing', async () => {
  await renderApp('/help', { width: 360 })
  expect(screen.queryByText(/© 2002/)).toBeNull()
})
