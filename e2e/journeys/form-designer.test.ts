import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { expectAccessible } from './expect-accessible.ts'
import { isSoak } from './on-phone.ts'
import { actAsSessionEnds, settle, signIn, visit } from './visit.ts'

/** A form in the format of Camunda's modeller. */
const leave = {
  type: 'default',
  schemaVersion: 18,
  id: 'leave',
  components: [
    { type: 'textfield', id: 'F1', key: 'name', label: 'Name' },
    { type: 'number', id: 'F2', key: 'days', label: 'Days' },
    { type: 'iframe', id: 'F3', url: 'https://example.org' },
  ],
}

/** A new form template without a design, in the designer. @param hasClock time can be wound on. */
async function openDesigner(name: string, { hasClock = false } = {}): Promise<{ page: Page; id: string }> {
  const page = await visit({ as: 'dario' })
  if (hasClock) await page.clock.install()
  const id = await createTemplate(page, name)
  await page.goto(`/templates/form-template/${id}/form-designer`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText('This form has no design yet').waitFor()
  return { page, id }
}

async function createTemplate(page: Page, name: string, root?: readonly object[]): Promise<string> {
  const { id } = await post(page, '/templates/form-template', { name })
  if (root !== undefined)
    await post(page, `/templates/form-template/${id}/save-form-design`, {
      designerJson: JSON.stringify({ schema: 2, id: 'template', root }),
    })
  return id
}

async function post(page: Page, path: string, data: object): Promise<{ id: string }> {
  const context = page.context()
  const token = (await context.cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const response = await context.request.post(`/api${path}`, {
    headers: { 'x-xsrf-token': decodeURIComponent(token), 'idempotency-key': crypto.randomUUID() },
    data,
  })
  expect(response.ok()).toBe(true)
  return (await response.json()) as { id: string }
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
  await to.scrollIntoViewIfNeeded()
  await from.scrollIntoViewIfNeeded()
  const start = await from.boundingBox()
  if (start === null) throw new Error('Expected something to drag, but it is not shown.')
  // What holds others is taken at its head: elsewhere it would be one of them.
  await page.mouse.move(start.x + 12, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(start.x + 20, start.y + 16, { steps: 3 })
  // What is passed on the way may make room, so the eye follows the place until it stays where it is.
  let place = ''
  for (;;) {
    const end = await to.boundingBox()
    if (end === null) throw new Error('Expected a place to drop, but it is not shown.')
    if (place === JSON.stringify(end)) break
    place = JSON.stringify(end)
    await page.mouse.move(end.x + end.width * at.x, end.y + end.height * at.y, { steps: 8 })
  }
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

/** Every container, and where its fields go: into it, or into the first part that it begins with. */
const allHolders = [
  { name: 'Columns', part: 'Column' },
  { name: 'Panel' },
  { name: 'Collapsible' },
  { name: 'Fieldset' },
  { name: 'Tabs', part: 'Tabs 1' },
  { name: 'Accordion', part: 'Accordion 1' },
  { name: 'Table', part: 'Table 1' },
  { name: 'Pages', part: 'Pages 1' },
  { name: 'Repeater' },
  { name: 'Editable grid' },
] as const

/** All by `npm run soak`, else those that differ in how they hold something. */
const holders = allHolders.filter(({ name }) => isSoak || ['Columns', 'Panel', 'Tabs', 'Repeater'].includes(name))

/** The built form with two fields in each container: names by level. */
const built = holders.flatMap((holder) => {
  const { name } = holder
  if (!('part' in holder)) return [name, '  Text', '  Text']
  const second = holder.part.replace('1', '2')
  return [name, `  ${holder.part}`, '    Text', '    Text', `  ${second}`]
})

it('a form with two fields in each container is built by the mouse, saved, found again, and restored', async () => {
  const { page } = await openDesigner('By mouse')
  for (const [index, holder] of holders.entries()) {
    // The first is dragged onto the empty form, the others come behind what is selected at the top.
    if (index === 0) await drag(page, tile(page, holder.name), page.getByText('Nothing here yet'), { x: 0.5, y: 0.5 })
    else {
      await page.getByRole('group', { name: 'Form canvas' }).click({ position: { x: 4, y: 4 } })
      await tile(page, holder.name).click()
    }
    const target = page.locator('[data-node][aria-current=true]')
    const into = 'part' in holder ? target.locator('[data-node]').first() : target
    const id = await into.getAttribute('data-node')
    await drag(page, tile(page, 'Text'), page.locator(`[data-node="${id}"]`), { x: 0.5, y: 0.6 })
    await page.getByRole('button', { name: 'Duplicate', exact: true }).click()
  }
  expect(await listOutline(page)).toEqual(built)
  await drag(page, node(page, 'Panel “Panel”'), node(page, 'Columns'), { x: 0.5, y: 0.02 })
  expect((await listOutline(page)).slice(0, 4)).toEqual(['Panel', '  Text', '  Text', 'Columns'])
  await page.getByRole('button', { name: 'Save version' }).click()
  await page.getByText('Form designer saved successfully').waitFor()
  await expectAccessible(page)

  await page.reload()
  await page.getByText('Version 1', { exact: true }).waitFor()
  expect((await listOutline(page)).slice(0, 4)).toEqual(['Panel', '  Text', '  Text', 'Columns'])
  await node(page, 'Panel “Panel”').click({ position: { x: 8, y: 8 } })
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+s')
  await page.getByText('Version 2', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Compare version 1' }).click()
  await page.getByText('Removed:').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByText('Version 3', { exact: true }).waitFor()
  expect((await listOutline(page)).slice(0, 4)).toEqual(['Panel', '  Text', '  Text', 'Columns'])
})

it('a form with two fields in each container is built by the keyboard alone', async () => {
  const { page } = await openDesigner('By keyboard')
  const { keyboard } = page
  const focused = () => page.evaluate<string>('document.activeElement.textContent || document.activeElement.type')
  const add = async (name: string) => {
    await keyboard.press('/')
    await expect.poll(focused).toBe('search')
    await keyboard.press('Control+a')
    await keyboard.type(name)
    // The search waits for the typing to end.
    await expect.poll(() => page.locator('button[data-type]').allTextContents()).toContain(name)
    await expect.poll(() => page.locator('button[data-type]').count()).toBeLessThan(9)
    for (let tries = 0; tries < 12 && (await focused()) !== name; tries++) await keyboard.press('Tab')
    await keyboard.press('Enter')
    await keyboard.press('Escape')
  }
  await page.getByRole('group', { name: 'Form canvas' }).focus()
  for (const holder of holders) {
    await add(holder.name)
    if ('part' in holder) await keyboard.press('ArrowDown')
    await add('Text')
    await keyboard.press('Control+d')
    // Out of all that is around, so that the next one goes to the end.
    for (let level = 0; level < 3; level++) await keyboard.press('Escape')
  }
  expect(await page.locator('[data-kind=field]').count()).toBe(2 * holders.length)
  expect(await listOutline(page)).toEqual(built)
  await keyboard.press('Control+s')
  await page.getByText('Form designer saved successfully').waitFor()
  await settle(page)
})

it('other designs are brought in: a file of another product, and a template behind and in place of what there is', async () => {
  const { page } = await openDesigner('Brought in')
  await createTemplate(page, 'Address block', [
    { id: 'street', type: 'text', key: 'street', props: { label: 'Street' } },
  ])
  const openDialog = async (name: string) => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
    return page.getByRole('dialog')
  }
  const file = await openDialog('Import file…')
  await file.locator('input[type=file]').setInputFiles({
    name: 'leave.form',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(leave)),
  })
  await file.getByText('“leave.form” is a form of form-js. 2 components were read.').waitFor()
  await file.getByText('components[2]', { exact: true }).waitFor()
  await expectAccessible(page)
  await file.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Not saved yet, changed').waitFor()
  expect(await listOutline(page)).toEqual(['Name', 'Days'])

  const behind = await openDialog('Append template…')
  await behind.getByLabel('Form template').selectOption('Address block')
  await behind.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => listOutline(page)).toEqual(['Name', 'Street', 'Days'])
  const instead = await openDialog('Replace by template…')
  await instead.getByLabel('Form template').selectOption('Address block')
  await instead.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => listOutline(page)).toEqual(['Street'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => listOutline(page)).toEqual(['Name', 'Street', 'Days'])
})

it('auto save keeps on the server what is not saved, and a session that ends in the middle loses nothing', async () => {
  const { page, id } = await openDesigner('In the middle', { hasClock: true })
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Auto save…' }).click()
  await page.getByText('Interval value is in seconds and max value:1760, min value:60').waitFor()
  await page.getByRole('switch', { name: 'Auto save' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Auto save data updated successfully').waitFor()
  await tile(page, 'Text').click()
  await page.clock.fastForward(61_000)
  await page.getByText(/^recovery copy saved at .*, auto save every 60 s$/).waitFor()
  // Another browser of the same person has only what the server kept.
  const elsewhere = await visit({ as: 'dario' })
  await elsewhere.goto(`/templates/form-template/${id}/form-designer`)
  await elsewhere.getByRole('button', { name: 'Restore changes' }).click()
  await node(elsewhere, 'Text “Text”').waitFor()
  await elsewhere.close()

  await tile(page, 'Number').click()
  await actAsSessionEnds(page, () => page.getByRole('button', { name: 'Save version' }).click())
  await signIn(page, 'dario')
  await page.waitForURL(`**/templates/form-template/${id}/form-designer`)
  await page.getByRole('button', { name: 'Restore changes' }).click()
  await node(page, 'Number “Number”').waitFor()
  await page.getByRole('button', { name: 'Save version' }).click()
  await page.getByText('Version 1', { exact: true }).waitFor()
})

it('two at one form: the second sees who is at it, and takes it over', async () => {
  await addUsers([{ username: 'noor', roles: ['RoleUser', 'RoleDesign'] }])
  const { page, id } = await openDesigner('For two')
  await tile(page, 'Text').click()
  const other = await visit({ as: 'noor' })
  await other.goto(`/templates/form-template/${id}/form-designer`)
  await other.getByText('Dario Costa is editing this form').waitFor()
  await expect.poll(() => other.getByRole('button', { name: 'Save version' }).isDisabled()).toBe(true)
  await expectAccessible(other)
  // He hears of it within half a minute, which a slow machine needs for what follows.
  await page.route('**/edit-lock', () => undefined)
  await other.getByRole('button', { name: 'Take over' }).click()
  await other.getByText('Dario Costa is editing this form').waitFor({ state: 'detached' })
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
