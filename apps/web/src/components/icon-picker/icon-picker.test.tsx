import '../../lib/i18n.ts'
import '../../lib/page-texts.ts'
import { MantineProvider } from '@mantine/core'
import { api, type IconDocs, type IconIndex } from '@millrace/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { type Answer, answer, refuse, stubNetwork } from '../../testing/network.ts'
import { stubBrowser } from '../../testing/stub-browser.ts'
import { Icon } from '../icon/icon.tsx'
import IconPicker from './icon-picker.tsx'

const names = ['home', ...Array.from({ length: 999 }, (_, place) => `icon-${String(place).padStart(3, '0')}`)]
const docs = (set: string, list: readonly string[]): IconDocs => ({
  set,
  title: set,
  licence: 'MIT',
  size: 24,
  icons: Object.fromEntries(list.map((name) => [name, `<path d="${name}"/>`])),
})
const index = (set: string, list: readonly string[]): IconIndex => {
  const words: Record<string, number[]> = {}
  for (const [place, name] of list.entries())
    for (const word of name.split('-')) words[word] = [...(words[word] ?? []), place]
  return { set, names: [...list], words }
}
const sets: Answer[] = [
  answer(api.icons.docs, () => docs('tabler', names)),
  answer(api.icons.index, () => index('tabler', names)),
  answer(api.icons.officeDocs, () => docs('bi', ['stamp'])),
  answer(api.icons.officeIndex, () => index('bi', ['stamp'])),
]

function Chooser() {
  const [value, setValue] = useState<string | null>('home:tabler')
  return (
    <>
      <output>{value}</output>
      <IconPicker value={value} onChange={setValue} />
    </>
  )
}

function renderWith(answers: readonly Answer[], element = <Chooser />) {
  stubBrowser()
  const network = stubNetwork(answers)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>
    </MantineProvider>,
  )
  return { network, user: userEvent.setup() }
}

it('shows what is chosen, and holds no more in the page than is in sight', async () => {
  renderWith(sets)
  expect((await screen.findByRole('option', { name: 'home' })).getAttribute('aria-selected')).toBe('true')
  expect(screen.getAllByRole('option').length).toBeLessThan(120)
  screen.getByText('1000 icons')
})

it('finds by words, and chooses by a click', async () => {
  const { user } = renderWith(sets)
  await screen.findByRole('option', { name: 'home' })
  await user.type(screen.getByRole('searchbox', { name: 'Search icons' }), 'icon 042')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.click(screen.getByRole('option', { name: 'icon-042' }))
  expect(screen.getByText('icon-042:tabler')).toBeDefined()
})

it('is worked by the keyboard alone, to the last icon', async () => {
  const { user } = renderWith(sets)
  ;(await screen.findByRole('option', { name: 'home' })).focus()
  await user.keyboard('{ArrowRight}{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('icon-008'))
  await user.keyboard('{End}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('icon-998'))
  await user.keyboard('{Enter}')
  expect(screen.getByText('icon-998:tabler')).toBeDefined()
  await user.keyboard('{Home}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('home'))
})

it('has a set for offices', async () => {
  const { user } = renderWith(sets)
  await user.click(await screen.findByText('Office'))
  await user.click(await screen.findByRole('option', { name: 'stamp' }))
  expect(screen.getByText('stamp:bi')).toBeDefined()
})

it('says when nothing is found, and when nothing could be loaded', async () => {
  const { user, network } = renderWith([answer(api.icons.docs, () => refuse('internal', 'A fault.')), ...sets.slice(1)])
  expect((await screen.findByRole('alert')).textContent).toContain('The icons could not be loaded')
  network.answer(...sets)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('option', { name: 'home' })
  await user.type(screen.getByRole('searchbox'), 'zzz')
  await screen.findByText('No icons match your search.')
})

it('icons of a page come in one call, as images in which nothing can run', async () => {
  const evil = '<script>alert(1)</script>'
  const { network } = renderWith(
    [
      answer(api.icons.some, () => ({
        icons: { 'home:tabler': { size: 24, body: evil }, 'stamp:bi': { size: 16, body: '<path d="M0 0"/>' } },
      })),
    ],
    <p>
      <Icon value="home:tabler" size={20} />
      <Icon value="stamp:bi" size={20} />
      <Icon value="gone:tabler" size={20} fallback="none" />
      <Icon value="javascript:alert(1)" size={20} fallback="bad" />
      <Icon value={null} size={20} fallback="empty" />
    </p>,
  )
  await waitFor(() => expect(document.querySelectorAll('[data-drawn]')).toHaveLength(2))
  expect(network.callsTo(api.icons.some).map(({ query }) => query.values)).toEqual(['home:tabler,stamp:bi,gone:tabler'])
  expect(document.querySelector('script')).toBeNull()
  expect(document.querySelector('p')?.textContent).toBe('nonebadempty')
})
