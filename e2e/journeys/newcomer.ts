import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { drawing, panel } from './open-modeller.ts'

/** Signs in with a user name and password at the sign-in page. */
export async function signInWith(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()
}

/** Opens a page by the menu, as users do. */
export async function goTo(page: Page, section: string, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const opener = menu.getByRole('button', { name: section, exact: true })
  if ((await opener.getAttribute('aria-expanded')) !== 'true') await opener.click()
  await menu.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Enters the name of a new object, from which its key follows, and creates it. */
export async function create(page: Page, name: string, action: string): Promise<void> {
  // The page before may have a name as well.
  await page.getByRole('button', { name: action }).waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('button', { name: action }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Returns the field of a property of the selected element, in the modeller or the form designer. */
export const field = (page: Page, name: string): Locator =>
  panel(page).getByLabel(name, { exact: true }).and(page.locator('input, textarea, select')).first()

export async function write(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text)
  await page.keyboard.press('Tab')
}

/** Chooses an option by its name. */
export async function find(page: Page, name: string, thing: RegExp): Promise<void> {
  await field(page, name).click()
  await page.getByRole('option', { name: thing }).first().click()
}

/** Adds an element behind the selected one in the diagram, and names it. @returns its id. */
export async function draw(page: Page, tile: string, name: string): Promise<string> {
  const selected = drawing(page).locator('.djs-shape.selected')
  const before = await selected.getAttribute('data-element-id')
  await page.getByRole('region', { name: 'Elements' }).getByRole('button', { name: tile, exact: true }).click()
  await expect.poll(() => selected.getAttribute('data-element-id')).not.toBe(before)
  const id = (await selected.getAttribute('data-element-id')) ?? ''
  await panel(page).locator(`[data-element="${id}"]`).waitFor()
  await write(page, 'Name', name)
  return id
}

/** Selects an element, also outside the visible section. The first click after a flow was drawn ends the drawing. */
export async function select(page: Page, id: string): Promise<void> {
  const hit = drawing(page).locator(`[data-element-id="${id}"] .djs-hit`).first()
  const shown = panel(page).locator(`[data-element="${id}"]`)
  const click = async () => {
    await hit.dispatchEvent('click', { button: 0 })
    return shown.count()
  }
  await expect.poll(click).toBe(1)
}

/** Draws a flow from one element to another with the tool. @returns its id. */
export async function connect(page: Page, from: string, to: string): Promise<string> {
  await page.getByRole('button', { name: 'Connect two elements (C)' }).click()
  for (const id of [from, to]) {
    const { x, y, width, height } = (await drawing(page)
      .locator(`[data-element-id="${id}"].djs-shape`)
      .boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2 - 4, y + height / 2 - 4)
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 })
    await page.mouse.down()
    await page.mouse.up()
  }
  const flow = drawing(page).locator('.djs-connection.selected')
  await flow.waitFor({ state: 'attached' })
  return (await flow.getAttribute('data-element-id')) ?? ''
}

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
export const tab = (page: Page, name: RegExp): Locator => page.getByRole('tab', { name })
