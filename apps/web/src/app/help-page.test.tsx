import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { guideLinks } from '../features/guide/guide-links.ts'
import { guideQuery } from '../features/guide/guide-pages.ts'
import { renderApp } from '../testing/render-app.tsx'
import { routeTable } from './route-table.ts'

describe('the help of pages', () => {
  it('leads on to the guide for every page', () => {
    const named = routeTable.map(({ help }) => help)
    expect([...new Set(named)].filter((help) => guideLinks[help] === undefined)).toEqual([])
  })

  it('leads to headings that are there', async () => {
    const client = new QueryClient()
    for (const [chapter, anchor] of Object.values(guideLinks))
      expect((await client.fetchQuery(guideQuery(chapter)))?.html, `${chapter}#${anchor}`).toContain(`id="${anchor}"`)
  })

  it('continues from a page to the heading about it', async () => {
    const { user } = await renderApp('/help/unclaimed')
    await user.click(await screen.findByRole('link', { name: 'More in the guide: Tasks' }))
    await screen.findByRole('heading', { level: 1, name: 'Tasks' })
    await screen.findByRole('heading', { level: 2, name: 'Claim a task' })
    expect(`${location.pathname}${location.hash}`).toBe('/help/guide/tasks#claim-a-task')
  })
})

describe('the guide', () => {
  it('is listed, and searched through', async () => {
    const { user } = await renderApp('/help')
    await screen.findByRole('link', { name: 'Getting started' })
    await user.type(screen.getByRole('searchbox', { name: 'Search the guide' }), 'business calendar')
    await screen.findByRole('heading', { name: /sections? match(es)? your search/ })
    await user.click(await screen.findByRole('link', { name: 'Running processes: Business calendars' }))
    await screen.findByRole('heading', { level: 1, name: 'Running processes' })
    expect(location.hash).toBe('#business-calendars')
  })

  it('marks the open chapter, lists its headings and follows its links without loading again', async () => {
    const { user } = await renderApp('/help/guide/getting-started')
    const nav = await screen.findByRole('navigation', { name: 'Guide' })
    expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Getting started')
    expect(await within(nav).findByRole('link', { name: 'Keyboard' })).toBeTruthy()
    await user.click(await screen.findByRole('link', { name: 'deployed' }))
    await screen.findByRole('heading', { level: 1, name: 'Deployments' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Deployments'))
  })

  it('says so when it has no such chapter', async () => {
    await renderApp('/help/guide/nothing')
    await screen.findByRole('heading', { name: 'Help page “nothing” not found' })
  })
})
