import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, it } from 'vitest'
import { signOff } from '../fixtures/sign-off.bpmn.ts'
import { deploy, listTasks, start } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { visit } from './visit.ts'

beforeAll(() => deploy('sign-off.bpmn', signOff))

it('somebody is notified of a task at the bell and by mail in the words of the workplace, and answers it from the mail without signing in', async () => {
  const administrator = await visit({ as: 'adam' })
  await administrator.goto('/admin/systemTemplates')
  await administrator.getByRole('link', { name: 'Task assigned' }).click()
  await administrator.getByRole('heading', { level: 1, name: 'Task assigned' }).waitFor()
  await administrator
    .getByRole('textbox', { name: 'HTML text' })
    .fill('<p>Dear ${firstName}, ${name} is yours: ${title}</p>${answers}<p><a href="${link}">Open</a></p>')
  const preview = administrator.getByRole('region', { name: 'Preview of the mail' })
  await preview.getByText('Dear Ann, Check the invoice is yours: Purchase of a pump').waitFor()
  await administrator.getByRole('button', { name: 'Save text' }).click()
  await administrator.getByText('Text of the mail saved').waitFor()
  await expectAccessible(administrator)

  const martin = await visit({ as: 'martin' })
  await martin.context().grantPermissions(['notifications'], { origin: inject('serverUrl') })
  await martin.addInitScript(watchNotifications)
  await martin.goto('/user/profile')
  await martin.getByRole('checkbox', { name: 'a task is assigned to me: By email' }).check()
  await martin.getByRole('button', { name: 'Save notifications' }).click()
  await martin.getByText('Notifications saved').waitFor()

  // What has come by now is not shown by the browser; from then on it is, where nobody looks at the window.
  const hasStarted = martin.waitForResponse((response) => /\/api\/notices\?(.*&)?size=1(&|$)/.test(response.url()))
  await martin.getByRole('button', { name: 'Show notifications in this browser' }).click()
  await martin.getByText('This browser shows notifications while Millrace is open.').waitFor()
  await hasStarted
  await martin.evaluate('document.hasFocus = () => false')

  const key = `SO-${Date.now()}`
  const instanceId = await start('sign-off', key)
  await expect
    .poll(() => martin.evaluate<Shown[]>('window.shownNotifications'))
    .toContainEqual({ title: 'Sign the plan off', body: expect.stringContaining('Assigned to you'), came })
  // Without a reload.
  await martin.getByRole('button', { name: /\d+ new notifications?/ }).click()
  const entry = martin.getByRole('menuitem', { name: new RegExp(`Sign the plan off.*${key}`) })
  await entry.waitFor()
  await martin.getByRole('menuitem', { name: 'Show all notifications' }).click()
  await martin.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  await martin
    .getByRole('row', { name: new RegExp(key) })
    .getByRole('img', { name: 'Not read yet' })
    .waitFor()
  await expectAccessible(martin)

  const { text, links } = await findMail(key)
  expect(text).toContain('Dear Martin, Sign the plan off is yours: ')
  expect(links.map(({ searchParams }) => searchParams.get('outcome'))).toEqual(['choice:good', 'choice:bad'])
  expect(links[0]?.origin).toBe(new URL(inject('serverUrl')).origin)
  const path = `${links[0]?.pathname}${links[0]?.search}`
  const anybody = await visit({ width: 360 })
  await anybody.goto(path)
  await anybody.getByText('Send the answer “Good”?').waitFor()
  await expectAccessible(anybody)
  // A second window, as of a program that looks through mails: nothing happens.
  expect(await listTasks(instanceId)).toHaveLength(1)
  await anybody.getByRole('button', { name: 'Good' }).click()
  await anybody.getByText('Your answer was saved').waitFor()
  expect(await listTasks(instanceId)).toEqual([])
  await anybody.goto(path)
  await anybody.getByText('The task was already answered with this link. You do not have to do anything.').waitFor()
  // What is done has nothing to tell any more.
  await martin.getByRole('row', { name: new RegExp(key) }).waitFor({ state: 'detached' })
})

interface Shown {
  readonly title: string
  readonly body: string
  /** The event of the browser for the notification. */
  readonly came: 'show' | 'error' | null
}

/** The browser that npm brings has nowhere to show notifications: it allows none and fails each. One of the machine shows them. */
const came = process.env.CHROMIUM_PATH ? 'show' : 'error'
const allow =
  came === 'show'
    ? ''
    : "static permission = 'default'; static async requestPermission() { return (this.permission = 'granted') }"

/**
 * What the browser is given, and what comes of it, stands in `shownNotifications`. As a text, because the types of the
 * browser are not those of this program.
 */
const watchNotifications = `(() => {
  window.shownNotifications = []
  window.Notification = class extends Notification {
    ${allow}
    constructor(title, options) {
      super(title, options)
      const shown = { title: this.title, body: this.body, came: null }
      window.shownNotifications.push(shown)
      for (const came of ['show', 'error']) this.addEventListener(came, () => { shown.came = came })
    }
  }
})()`

/** The mail about an instance, and the links in it by which its task is answered. */
async function findMail(key: string): Promise<{ text: string; links: URL[] }> {
  const folder = inject('mailFolder')
  const find = () =>
    readdirSync(folder)
      .map((name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { text: string }).text)
      .map((text) =>
        text
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      )
      .find((text) => text.includes('Sign the plan off') && text.includes(key))
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  const text = find() ?? ''
  const addresses = [...text.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
  const links = addresses.map((address) => new URL(address))
  return { text, links: links.filter(({ pathname }) => pathname.endsWith('/task/answer')) }
}
