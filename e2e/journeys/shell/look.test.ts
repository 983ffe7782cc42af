import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { doubleCheck } from '../../fixtures/double-check.bpmn.ts'
import { deploy, listTasks, start } from '../engine-rest.ts'
import { isSoak } from '../on-phone.ts'
import { settle, visitAs } from '../visit.ts'

beforeAll(() => deploy('double-check.bpmn', doubleCheck))

describe.each(isSoak ? (['light', 'dark'] as const) : (['dark'] as const))('in the %s scheme', (scheme) => {
  it('fields with errors, buttons, menus, dialogs, tabs and tables are as the look has them', async () => {
    const page = await visitAs('rosa', '/category/view/Home', { scheme })
    const token = await readTokens(page)
    const submit = page.getByRole('button', { name: 'Start process' })
    await page.getByRole('link', { name: 'Purchase request', exact: true }).click()
    await settle(page)
    await submit.click()
    await page.getByText('This field is required.', { exact: true }).first().waitFor()
    await settle(page)

    // A red border, a grey placeholder, and nothing else.
    const reason = page.getByRole('textbox', { name: /Reason/ })
    expect(await styleOf(reason, 'border-top-color')).toBe(token('--app-red'))
    expect(await styleOf(reason, 'color', '::placeholder')).toBe(token('--app-text-3'))
    expect(await styleOf(reason, 'font-size')).toBe('14px')
    const what = page.getByRole('textbox', { name: /What do you need/ })
    expect(await styleOf(what.and(page.locator(':focus')), 'border-top-color')).toBe(token('--app-red'))
    expect(await styleOf(page.locator('.mantine-Select-section').first(), 'color')).toBe(token('--app-text-3'))
    expect(await styleOf(page.getByRole('tablist'), 'border-bottom-color', '::before')).toBe(token('--app-line'))

    // A light accent has dark text on it, and keeps both while the button works.
    await page.evaluate(`(() => {
      const { style } = document.documentElement
      style.setProperty('--app-accent', '#ffd400', 'important')
      style.setProperty('--app-accent-hover', '#ffd400', 'important')
      style.setProperty('--app-on-accent', '#16191d', 'important')
    })()`)
    await settle(page)
    expect(await styleOf(submit, 'color')).toBe('rgb(22, 25, 29)')
    expect(await styleOf(submit, 'background-color')).toBe('rgb(255, 212, 0)')
    await page.evaluate(`document.querySelector('button[form]').setAttribute('data-loading', 'true')`)
    await page.evaluate(`document.querySelector('button[form]').disabled = true`)
    expect(await styleOf(submit, 'background-color')).toBe('rgb(255, 212, 0)')

    await page.goto('/processes/startedbyme?sort=title')
    await settle(page)
    const heads = page.getByRole('columnheader').getByRole('button')
    expect(await styleOf(heads.filter({ hasText: 'Title' }), 'color')).toBe(token('--app-text'))
    expect(await styleOf(heads.filter({ hasText: 'Process' }), 'color')).toBe(token('--app-text-3'))
    expect(await styleOf(page.getByRole('columnheader').first(), 'border-bottom-color')).toBe(token('--app-line'))

    // The entry that has the focus has a ring.
    await page.getByRole('button', { name: 'Rosa Keller' }).focus()
    await page.keyboard.press('Enter')
    const entry = page.getByRole('menuitem').and(page.locator(':focus'))
    await entry.waitFor()
    expect(await styleOf(entry, 'outline-style')).toBe('solid')
    expect(await styleOf(entry, 'outline-width')).toBe('2px')
    await page.getByRole('menuitem', { name: 'About' }).click()
    await page.getByRole('dialog', { name: 'About' }).waitFor()
    expect(await styleOf(page.locator('.mantine-Modal-overlay'), 'background-color')).toBe(token('--app-scrim'))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('textbox').waitFor()
    expect(await styleOf(page.locator('.mantine-Spotlight-overlay'), 'background-color')).toBe(token('--app-scrim'))
  })
})

it.each([
  [360, 640],
  [1440, 900],
])(
  'at %i × %i the message after claiming covers nothing that is needed next, and the calendar stays in the window',
  async (width, height) => {
    const [task] = await listTasks(await start('double-check', `DC-look-${width}`))
    const page = await visitAs('rosa', `/tasks/viewtask/unclaimed/${task?.id}`, { width })
    await page.setViewportSize({ width, height })
    await page.getByRole('button', { name: 'Claim', exact: true }).click()
    const message = await boxOf(page.getByRole('alert').filter({ hasText: 'Task claimed' }))
    for (const needed of [
      page.getByRole('button', { name: 'Complete task' }),
      page.getByRole('button', { name: 'More ways to complete' }),
      page.getByRole('textbox', { name: /Note/ }),
    ])
      if ((await needed.count()) > 0) expect(overlap(message, await boxOf(needed))).toBe(false)
    await settle(page)
    await page
      .getByRole('button', { name: /calendar|Choose.*Arrived/i })
      .first()
      .click()
    // It is drawn once before it is moved to its place.
    await expect.poll(async () => isWithin(await boxOf(page.getByRole('dialog')), { width, height })).toBe(true)
  },
)

/** Reads the colours of the design tokens from computed styles. */
async function readTokens(page: Page): Promise<(name: string) => string> {
  const names = ['--app-red', '--app-text', '--app-text-3', '--app-line', '--app-scrim']
  const values = await page.evaluate<string[]>(`${JSON.stringify(names)}.map((name) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(' + name + ')'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })`)
  return (name) => values[names.indexOf(name)] ?? ''
}

async function styleOf(element: Locator, property: string, pseudo = ''): Promise<string> {
  return element
    .first()
    .evaluate(
      (found, [name, part]) =>
        found.ownerDocument.defaultView?.getComputedStyle(found, part).getPropertyValue(name ?? '') ?? '',
      [property, pseudo],
    )
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

async function boxOf(element: Locator): Promise<Box> {
  await element.first().waitFor()
  const box = await element.first().boundingBox()
  if (box === null) throw new Error(`Expected ${element} to be seen, but it has no place.`)
  return box
}

function isWithin(box: Box, window: { readonly width: number; readonly height: number }): boolean {
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= window.width && box.y + box.height <= window.height
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}
