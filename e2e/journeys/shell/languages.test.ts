import type { Page, Response } from 'playwright-core'
import { expect, it } from 'vitest'
import { findViolations } from '../../axe.ts'
import { settle, visit } from '../visit.ts'
import { expectArrival, goWithin } from './go-within.ts'

/** A trial language: English with accents, which no text that is written into a page has. */
const accents = 'en-XA'
/** The test language that is written from right to left. */
const fromTheRight = 'en-XB'

async function setLanguage(page: Page, tag: string): Promise<void> {
  await page.addInitScript(`localStorage.setItem('millrace.language', '${tag}')`)
}

it('pages have no text that cannot be translated', async () => {
  const bare = await visit()
  await setLanguage(bare, accents)
  for (const path of ['/login', '/sessionLogout', '/applicationError', '/unauthorizedError', '/no/such/page']) {
    await bare.goto(path)
    await settle(bare)
    expect.soft({ path, texts: await findHardTexts(bare) }).toEqual({ path, texts: [] })
  }
  for (const [username, paths] of [
    ['petra', ['/processes/startedbyme', '/processes/drafts', '/processengine/jobs', '/user/dashboard']],
    ['adam', ['/admin/audit', '/admin/settings', '/usersgroups/roles', '/user/profile']],
  ] as const) {
    const page = await visit({ as: username })
    const data = listenToData(page)
    await setLanguage(page, accents)
    await page.goto(paths[0])
    for (const path of paths) {
      await goWithin(page, path)
      await settle(page)
      expect.soft({ path, texts: await findHardTexts(page, data) }).toEqual({ path, texts: [] })
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect.soft(await findHardTexts(page, data)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    expect.soft(await findHardTexts(page, data)).toEqual([])
  }
})

it('a language that is written from the right turns the shell round', async () => {
  const page = await visit({ as: 'petra' })
  await setLanguage(page, fromTheRight)
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/processes/startedbyme')
    await settle(page)
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    // Nothing sticks out to a side.
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect.soft(await findViolations(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const menu = await page.locator('nav').first().boundingBox()
  const sheet = await page.locator('main').boundingBox()
  expect(menu?.x).toBeGreaterThan(sheet?.x ?? Number.POSITIVE_INFINITY)
  await goWithin(page, '/processengine/jobs')
  await settle(page)
  expect.soft(await findViolations(page)).toEqual([])
})

it('an unknown language is English', async () => {
  const page = await visit({ as: 'rosa' })
  await setLanguage(page, 'xx-YY')
  await page.goto('/tasks/assigned')
  await expectArrival(page, { pathname: '/tasks/assigned', heading: 'Assigned' })
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})

/**
 * Texts and names on the page that have letters without accents and are no names of people, things, roles or keys.
 * @param data what the server has sent, which other journeys add to: it is nobody's to translate.
 */
async function findHardTexts(page: Page, { texts: data, read }: Data = nothing): Promise<string[]> {
  const found = await page.evaluate<string[]>(readTexts)
  await read()
  return [...new Set(found)].filter(
    (text) => !data.has(text) && !data.has(withoutStart(text)) && /[A-Za-z]{2}/.test(withoutNames(text)),
  )
}

interface Data {
  readonly texts: ReadonlySet<string>
  /** Waits until all that has come is read: a page may show an answer sooner than it is here. */
  readonly read: () => Promise<unknown>
}

const nothing: Data = { texts: new Set(), read: async () => undefined }

/** Gathers the texts inside the answers of calls. */
function listenToData(page: Page): Data {
  const texts = new Set<string>()
  const reading: Promise<void>[] = []
  const take = async (response: Response) => {
    const { pathname } = new URL(response.url())
    // The stream of what changes has no end.
    if (!pathname.startsWith('/api/') || pathname === '/api/live' || !response.ok()) return
    // An answer that the page did not wait for has no body to read any more.
    const body = await response.text().catch(() => '""')
    for (const [, text = ''] of body.matchAll(/"((?:[^"\\]|\\.)*)"/g)) texts.add(text).add(withoutStart(text))
  }
  page.on('response', (response) => void reading.push(take(response)))
  return { texts, read: () => Promise.all(reading) }
}

/** A message of the server, of which the page replaces the word “Expected” by one of its own. */
function withoutStart(text: string): string {
  return text.replace(/\bExpected\b|\[\p{L}*[\u00c0-\u1eff]\p{L}*\]/u, '')
}

function withoutNames(text: string): string {
  return text.replaceAll(names, '')
}

const names =
  /“[^”]*”|Millrace|Petra|Novak|Adam|Reyes|petra|adam|rosa|default|Home|Sample application|Purchase request|Purchasing|Requests|PR-[\w-]+|0\.1\.0|Role\w+|\/[\w/{}-]+|\b(?:Ctrl|Esc|en|English|UTC)\b|Chrome on Linux|https?:\S+|\d+ [a-z]+/g

/** Returns all texts that are shown or read aloud. */
const readTexts = `(() => {
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (element.closest('script, style, noscript, code, kbd, .djs-container') || !element.checkVisibility()) continue
    texts.push(walker.currentNode.textContent.trim())
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll('[' + name + ']')) texts.push(element.getAttribute(name))
  return texts.filter((text) => text !== '')
})()`
