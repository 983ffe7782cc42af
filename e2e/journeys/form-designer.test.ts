import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visit } from './visit.ts'

/** A new form template without a design, in the designer. */
async function openDesigner(name: string): Promise<{ page: Page; id: string }> {
  const page = await visit({ as: 'dario' })
  const id = await createTemplate(page, name)
  await page.goto(`/templates/form-template/${id}/form-designer`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText('This form has no design yet').waitFor()
  return { page, id }
}

async function createTemplate(page: Page, name: string): Promise<string> {
  const context = page.context()
  const token = (await context.cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const response = await context.request.post('/api/templates/form-template', {
    headers: { 'x-xsrf-token': decodeURIComponent(token), 'idempotency-key': crypto.randomUUID() },
    data: { name },
  })
  expect(response.ok()).toBe(true)
  return ((await response.json()) as { id: string }).id
}

const tile = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const node = (page: Page, name: string) => page.getByRole('group', { name }).first()

/** Drags as a hand does: the browser begins a drag only after some steps. */
async function drag(
  page: Page,
  from: ReturnType<typeof tile>,
  to: ReturnType<typeof node>,
  at: { x: number; y: number },
) {
  await from.scrollIntoViewIfNeeded()
  const start = await from.boundingBox()
  if (start === null) throw new Error('Expected something to drag, but it is not shown.')
  await page.mouse.move(start.x + 12, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 20, start.y + start.height / 2 + 6, { steps: 3 })
  const end = await to.boundingBox()
  if (end === null) throw new Error('Expected a place to drop, but it is not shown.')
  await page.mouse.move(end.x + end.width * at.x, end.y + end.height * at.y, { steps: 8 })
  await page.mouse.up()
}

const listOutline = async (page: Page): Promise<string[]> => {
  await page.getByRole('tab', { name: 'Outline' }).click()
  const entries = await page.getByRole('treeitem').all()
  const lines = await Promise.all(
    entries.map(
      async (one) =>
        '  '.repeat(Number(await one.getAttribute('aria-level')) - 1) +
        (await one.locator('span').first().textContent()),
    ),
  )
  await page.getByRole('tab', { name: 'Components' }).click()
  return lines
}

it('a form is built by the mouse, saved, found again, and an earlier version is restored', async () => {
  const { page } = await openDesigner('By mouse')
  const fields = ['Text', 'Long text', 'Number', 'Date', 'Checkbox']
  await tile(page, 'Section').click()
  for (const name of fields) await tile(page, name).click()
  await drag(page, tile(page, 'Tabs'), node(page, 'Section “Section”'), { x: 0.5, y: 0.02 })
  await drag(page, tile(page, 'Select'), node(page, 'Tab “Tabs 1”'), { x: 0.5, y: 0.6 })
  await drag(page, tile(page, 'Repeater'), node(page, 'Tab “Tabs 2”'), { x: 0.5, y: 0.6 })
  expect(await listOutline(page)).toEqual([
    'Tabs',
    '  Tabs 1',
    '    Select',
    '  Tabs 2',
    '    Repeater',
    'Section',
    ...fields.map((name) => `  ${name}`),
  ])
  await drag(page, node(page, 'Text “Text”'), node(page, 'Repeater “Repeater”'), { x: 0.5, y: 0.6 })
  expect(await listOutline(page)).toContain('      Text')
  await page.getByRole('button', { name: 'Save version' }).click()
  await page.getByText('Form designer saved successfully').waitFor()
  await expectAccessible(page)

  await page.reload()
  await page.getByText('Version 1', { exact: true }).waitFor()
  expect(await listOutline(page)).toContain('      Text')
  await node(page, 'Select “Select”').click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+s')
  await page.getByText('Version 2', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Compare version 1' }).click()
  await page.getByText('Removed:').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByText('Version 3', { exact: true }).waitFor()
  expect(await listOutline(page)).toContain('    Select')
})

it('a form of twenty fields with every container is built by the keyboard alone', async () => {
  const { page } = await openDesigner('By keyboard')
  const { keyboard } = page
  const focused = () => page.evaluate<string>('document.activeElement.textContent || document.activeElement.type')
  const add = async (name: string) => {
    await keyboard.press('/')
    await expect.poll(focused).toBe('search')
    await keyboard.press('Control+a')
    await keyboard.type(name)
    // The search waits for the typing to end.
    await expect.poll(() => page.locator('[data-type]').allTextContents()).toContain(name)
    await expect.poll(() => page.locator('[data-type]').count()).toBeLessThan(9)
    for (let tries = 0; tries < 12 && (await focused()) !== name; tries++) await keyboard.press('Tab')
    await keyboard.press('Enter')
    await keyboard.press('Escape')
  }
  await page.getByRole('group', { name: 'Form canvas' }).focus()
  for (const holder of ['Section', 'Panel', 'Tabs', 'Repeater', 'Editable grid']) {
    await add(holder)
    // Tabs begin with two: into the first of them.
    if (holder === 'Tabs') await keyboard.press('ArrowDown')
    for (const field of ['Text', 'Number', 'Date', 'Checkbox']) await add(field)
    // Out of all that is around, so that the next one goes to the end.
    for (let level = 0; level < 3; level++) await keyboard.press('Escape')
  }
  expect(await page.locator('[data-kind=field]').count()).toBe(20)
  await keyboard.press('Control+s')
  await page.getByText('Form designer saved successfully').waitFor()
  const outline = await listOutline(page)
  expect(outline.filter((line) => !line.startsWith(' '))).toEqual([
    'Section',
    'Panel',
    'Tabs',
    'Repeater',
    'Editable grid',
  ])
  expect(outline.slice(10, 14)).toEqual(['Tabs', '  Tabs 1', '    Text', '    Number'])
  await settle(page)
})

it('two at one form: the second sees who is at it, and takes it over', async () => {
  await addUsers([{ username: 'noor', roles: ['RoleUser', 'RoleDesign'] }])
  const { page, id } = await openDesigner('For two')
  await tile(page, 'Text').click()
  const other = await visit({ as: 'noor' })
  await other.goto(`/templates/form-template/${id}/form-designer`)
  await other.getByText('Dario Costa is working on this form').waitFor()
  await expect.poll(() => other.getByRole('button', { name: 'Save version' }).isDisabled()).toBe(true)
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Take over' }).click()
  await other.getByText('Dario Costa is working on this form').waitFor({ state: 'detached' })
  await tile(other, 'Number').click()
  await other.getByRole('button', { name: 'Save version' }).click()
  await other.getByText('Form designer saved successfully').waitFor()
  await page.getByRole('button', { name: 'Save version' }).click()
  await page.getByText('Could not process your request').waitFor()
})

it('work that was not saved is asked about on the way out, and offered again after a crash', async () => {
  const { page, id } = await openDesigner('Unsaved')
  await tile(page, 'Text').click()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect
    .poll(() => page.evaluate<number>('Object.keys(localStorage).filter((key) => key.includes("design")).length'))
    .toBe(1)
  const again = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await again.goto(`/templates/form-template/${id}/form-designer`)
  await again.getByRole('button', { name: 'Restore changes' }).click()
  await node(again, 'Text “Text”').waitFor()
})
