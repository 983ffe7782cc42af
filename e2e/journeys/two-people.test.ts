import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { doubleCheck } from '../fixtures/double-check.bpmn.ts'
import { addUsers } from './add-users.ts'
import { deploy, start } from './engine-rest.ts'
import { settle, visitAs } from './visit.ts'

beforeAll(() => deploy('double-check.bpmn', doubleCheck))

it('two people claim one task at once: one has it, the other reads who was faster', async () => {
  const key = 'DC-claim'
  await start('double-check', key)
  const pages = await Promise.all([openTask('rosa', key), openTask('martin', key)])
  const [winner, loser] = await compete(pages, 'Claim', ['Claimed by you', 'The task could not be claimed'])
  await winner.getByRole('button', { name: 'Complete task' }).waitFor()
  await loser.getByText('Another user has claimed this task.').waitFor()
  await loser.getByText(/^This task is assigned to .*\. You can only read it\.$/).waitFor()
  expect(await loser.getByRole('button', { name: 'Complete task' }).count()).toBe(0)
})

it('two windows complete one task at once: one does it, the other reads that it is done and keeps its input', async () => {
  const key = 'DC-complete'
  const instanceId = await start('double-check', key)
  const first = await openTask('rosa', key)
  await first.getByRole('button', { name: 'Claim', exact: true }).click()
  await first.getByText('Claimed by you').waitFor()
  const second = await visitAs('rosa', new URL(first.url()).pathname.replace('unclaimed', 'assigned'))
  const pages = [first, second] as const
  for (const [index, page] of pages.entries()) await page.getByRole('textbox', { name: /Note/ }).fill(`Note ${index}`)
  const [, loser] = await compete(pages, 'Complete task', ['Task completed', kept])
  const lost = await readNote(loser)

  const petra = await visitAs('petra', `/processengine/processes/processinstance/${instanceId}/variables`)
  await petra.getByRole('heading', { level: 1, name: key }).waitFor()
  await petra.getByText('Completed', { exact: true }).first().waitFor()
  const note = await petra.getByRole('row', { name: /note/ }).textContent()
  expect(note).toContain(lost === 'Note 0' ? 'Note 1' : 'Note 0')
})

it('two people at one task, one of them at a phone: comment, attach, delegate, give back', async () => {
  const key = 'DC-together'
  await start('double-check', key)
  const rosa = await openTask('rosa', key)
  await rosa.getByRole('button', { name: 'Claim', exact: true }).click()
  await rosa.getByText('Claimed by you').waitFor()
  const path = new URL(rosa.url()).pathname
  const martin = await visitAs('martin', path.replace('unclaimed', 'involvingme'), { width: 360 })
  // Each sees that the other is there.
  await rosa.getByText(/Also open at Martin/).waitFor()
  await martin.getByText(/Also open at Rosa/).waitFor()

  await rosa.getByRole('tab', { name: 'Comments' }).click()
  const field = rosa.getByRole('textbox', { name: 'Write a comment' })
  await field.pressSequentially('Count them, @mart')
  await rosa.getByRole('option', { name: /Martin/ }).click()
  await field.press('Control+Enter')
  await rosa
    .getByRole('list', { name: 'Comments' })
    .getByText(/^@Martin/)
    .waitFor()
  // It comes to the other without a reload.
  await martin.getByRole('tab', { name: 'Comments' }).click()
  await martin
    .getByRole('list', { name: 'Comments' })
    .getByText(/^@Martin/)
    .waitFor()

  await rosa.getByRole('tab', { name: 'Files' }).click()
  await rosa.getByRole('button', { name: 'Attach link' }).click()
  await rosa.getByRole('textbox', { name: /Address/ }).fill('https://example.org/list')
  await rosa.getByRole('textbox', { name: /^Name/ }).fill('Packing list')
  await rosa.getByRole('dialog').getByRole('button', { name: 'Attach link' }).click()
  await rosa.getByRole('link', { name: /Packing list/ }).waitFor()
  await martin.getByRole('tab', { name: 'Files' }).click()
  await martin.getByRole('link', { name: /Packing list/ }).waitFor()

  await rosa.getByRole('button', { name: 'Delegate', exact: true }).click()
  await rosa.getByRole('combobox', { name: 'User' }).fill('martin')
  await rosa.getByRole('option', { name: /Martin/ }).click()
  await rosa.getByRole('dialog').getByRole('button', { name: 'Delegate', exact: true }).click()
  await rosa
    .getByText(/^Delegated to Martin/)
    .first()
    .waitFor()

  await martin.goto(path.replace('unclaimed', 'assigned'))
  await martin.getByText(/delegated this task to you\./).waitFor()
  await martin.getByRole('textbox', { name: /Note/ }).fill('Twelve')
  await martin.getByRole('button', { name: 'Give back' }).click()
  await martin.getByText('Task given back').waitFor()
  await rosa.goto(path.replace('unclaimed', 'assigned'))
  await rosa.getByText('The other user has finished this task. Complete it, or delegate it again.').waitFor()
  expect(await rosa.getByRole('textbox', { name: /Note/ }).inputValue()).toBe('Twelve')
  await rosa.getByRole('button', { name: 'Complete task' }).click()
  await rosa.getByText('Task completed').waitFor()
})

it('one is away and the other stands in: the list follows, and of both who complete at once one reads that it is done', async () => {
  const name = (who: string) => `${who}.of.two`
  await addUsers(['wanda', 'viktor'].map((who) => ({ username: name(who), roles: ['RoleUser'] as const })))
  await deploy('stand-in.bpmn', standIn(name('wanda')))
  await start('stand-in', 'SI-one')
  const viktor = await visitAs(name('viktor'), '/tasks/assigned?q=SI-')
  const row = viktor.getByRole('link', { name: /Sign the contract/ })
  await row.waitFor({ state: 'detached' })

  const wanda = await visitAs(name('wanda'), '/user/profile')
  await wanda.getByRole('button', { name: 'Add absence' }).click()
  const dialog = wanda.getByRole('dialog', { name: 'Out of office' })
  await dialog.getByRole('textbox', { name: 'From' }).fill(dayIn(0))
  await dialog.getByRole('textbox', { name: 'Until' }).fill(dayIn(3))
  await dialog.getByRole('combobox', { name: 'Substitute' }).fill(name('viktor'))
  await wanda.getByRole('option', { name: name('viktor') }).click()
  await dialog.getByRole('button', { name: 'Save absence' }).click()
  await wanda.getByText('Absence saved').waitFor()

  // It comes to the substitute by itself, and says whose it is.
  await row.waitFor()
  await row.getByText(`for ${nameOfTestUsers}`).waitFor()
  await row.click()
  await viktor.getByText(`${nameOfTestUsers} is away.`, { exact: false }).waitFor()
  await settle(viktor)
  await wanda.goto(new URL(viktor.url()).pathname)
  const pages = [wanda, viktor] as const
  for (const [index, page] of pages.entries()) await page.getByRole('textbox', { name: /Note/ }).fill(`Note ${index}`)
  const [, loser] = await compete(pages, 'Complete task', ['Task completed', kept])
  expect(await readNote(loser)).toBe(loser === wanda ? 'Note 0' : 'Note 1')

  // One list of both: what one does leaves it for the other.
  await start('stand-in', 'SJ-two')
  await viktor.goto('/tasks/assigned?q=SJ-')
  await row.waitFor()
  await wanda.goto('/tasks/assigned?q=SJ-')
  await wanda.getByRole('link', { name: /Sign the contract/ }).click()
  await wanda.getByRole('textbox', { name: /Note/ }).fill('Signed')
  await wanda.getByRole('button', { name: 'Complete task' }).click()
  await wanda.getByText('Task completed').waitFor()
  await row.waitFor({ state: 'detached' })
})

/** Said to whoever was not the one who completed the task: their call was refused, or they heard of it before. */
const kept = 'Your entries are kept.'

/** What stands in the field, which cannot be changed any more once the page knows that the task is over. */
async function readNote(page: Page): Promise<string> {
  const shown = page.getByText(/^Note [01]$/)
  const field = page.getByRole('textbox', { name: /Note/ })
  const read = async () => {
    // Neither waits: the field may become a text between the two.
    const typed = await field.evaluateAll((fields) => fields.map((one) => ('value' in one ? String(one.value) : '')))
    return [...typed, ...(await shown.allTextContents())][0] ?? null
  }
  let text: string | null = null
  await expect.poll(async () => (text = await read())).not.toBeNull()
  return text ?? ''
}

/** The name of every user of `addUsers`. */
const nameOfTestUsers = 'Ada Example'

/** A day as it is typed, in the browser’s time, which is that of this machine. */
function dayIn(days: number): string {
  const now = new Date()
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`
}

/** One task for one person, with a note. */
function standIn(assignee: string): string {
  return doubleCheck
    .replaceAll('double-check', 'stand-in')
    .replaceAll('Check the delivery', 'Sign the contract')
    .replace(/camunda:candidateUsers="[^"]*"/, `camunda:assignee="${assignee}"`)
}

async function openTask(username: string, key: string): Promise<Page> {
  const page = await visitAs(username, `/tasks/unclaimed?q=${key}`)
  await page.getByRole('link', { name: /Check the delivery/ }).click()
  await page.getByRole('button', { name: 'Claim', exact: true }).waitFor()
  await settle(page)
  return page
}

/**
 * Presses one button on two pages at once. What each says is waited for from before: a message goes after five seconds,
 * which the other page may take to be pressed.
 *
 * @returns the page that was served, and the one that was not.
 */
async function compete(
  pages: readonly [Page, Page],
  button: string,
  [done, refused]: readonly [string, string],
): Promise<[Page, Page]> {
  const whoSays = (text: string) =>
    Promise.any(
      pages.map(async (page) => {
        await page.getByText(text).first().waitFor()
        return page
      }),
    )
  const says = Promise.all([whoSays(done), whoSays(refused)])
  // One page may hear of the other before it is pressed: its button goes then.
  for (const page of pages)
    void page
      .getByRole('button', { name: button, exact: true })
      .click()
      .catch(() => undefined)
  const [winner, loser] = await says
  expect(winner).not.toBe(loser)
  return [winner, loser]
}
