import { beforeAll, expect, it } from 'vitest'
import { doubleCheck } from '../fixtures/double-check.bpmn.ts'
import { demoPassword } from '../start-server.ts'
import { expectFocus, pressTo, tabTo } from './by-keyboard.ts'
import { deploy } from './engine-rest.ts'
import { openWithClock } from './shell/slow-clock.ts'
import { settle, visit } from './visit.ts'

/** One person does all of it: the form at the start, and the task. */
const byKeys = doubleCheck
  .replaceAll('double-check', 'by-keys')
  .replace('name="Double check"', 'name="By keys"')
  .replace(
    '<startEvent id="begun">',
    `<startEvent id="begun"><extensionElements><camunda:formData>
      <camunda:formField id="parcel" label="Parcel" type="string"><camunda:validation><camunda:constraint name="required" /></camunda:validation></camunda:formField>
    </camunda:formData></extensionElements>`,
  )

beforeAll(() => deploy('by-keys.bpmn', byKeys))

it('all of a piece of work is done with the keyboard alone, from signing in to the print', async () => {
  const page = await visit()
  const { keyboard } = page
  await page.goto('/')
  await tabTo(page, page.getByLabel('User name'))
  await keyboard.type('rosa')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.type(demoPassword)
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()
  await settle(page)

  // The palette: what is typed at once is not lost.
  await keyboard.press('Control+k')
  await keyboard.type('by keys')
  await page.getByRole('dialog').getByRole('button', { name: 'By keys' }).waitFor()
  await keyboard.press('Enter')
  await expectFocus(page, page.getByRole('heading', { level: 1, name: 'By keys' }))
  await settle(page)

  // Sent without what it needs, the form leads to what is missing.
  await tabTo(page, page.getByRole('textbox', { name: /Parcel/ }))
  await keyboard.press('Control+Enter')
  await page.getByText('This field is required.', { exact: true }).waitFor()
  await expectFocus(page, page.getByRole('textbox', { name: /Parcel/ }))
  await keyboard.type('Forty belts')
  await keyboard.press('Control+Enter')
  await page.getByText('Process started').waitFor()
  await expectFocus(page, page.getByRole('heading', { level: 1, name: 'Started By Me' }))

  await keyboard.press('g')
  await keyboard.press('u')
  await expectFocus(page, page.getByRole('heading', { level: 1, name: 'Unclaimed' }))
  const row = page.getByRole('link', { name: /Check the delivery\s*By keys/ })
  await tabTo(page, row)
  await keyboard.press('Enter')
  const title = page.getByRole('heading', { level: 2, name: 'Check the delivery' })
  await expectFocus(page, title)
  await settle(page)
  await tabTo(page, page.getByRole('button', { name: 'Claim', exact: true }))
  // What can be taken back is offered for five seconds: they hardly begin while the form comes.
  await openWithClock(page, async () => {
    await keyboard.press('Enter')
    await expectFocus(page, page.getByRole('textbox', { name: /Note/ }))
    // What was done last is taken back from within the form, and done again.
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await keyboard.press('Alt+z')
    await page.getByText('Task released').waitFor()
    await page.getByRole('button', { name: 'Claim', exact: true }).waitFor()
  })
  await page.clock.resume()
  await keyboard.press('c')
  await expectFocus(page, page.getByRole('textbox', { name: /Note/ }))
  await keyboard.type('All of them are here')
  await keyboard.press('Control+Enter')
  await page.getByText('Task completed').waitFor()
  await settle(page)

  // The instance is found in the list of those who began it.
  await keyboard.press('g')
  await keyboard.press('s')
  await expectFocus(page, page.getByRole('heading', { level: 1, name: 'Started By Me' }))
  await settle(page)
  // Others may have begun something since.
  await pressTo(page, 'j', page.getByRole('row', { name: /By keys.*Completed/ }).getByRole('link'))
  await keyboard.press('Enter')
  await expectFocus(page, page.getByRole('heading', { level: 1, name: /By keys/ }))
  await page.locator('svg [data-element-id=check]').waitFor()
  await settle(page)

  // The drawing is followed by its list: a step that is chosen there is chosen in the drawing and in the tree.
  await tabTo(page, page.getByRole('button', { name: 'Show list' }))
  await keyboard.press('Enter')
  const steps = page.getByRole('table', { name: 'Steps of the process and their state' })
  await tabTo(page, steps.getByRole('button', { name: 'Check the delivery' }))
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Show all steps' }).first().waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Show diagram' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await page.locator('svg [data-element-id=check].selected').waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Show all steps' }).first())
  await keyboard.press('Enter')
  await page.locator('svg [data-element-id=check]:not(.selected)').waitFor()
  await page.getByRole('button', { name: 'Show all steps' }).first().waitFor({ state: 'detached' })
  expect(await page.locator('body:focus').count()).toBe(0)

  // As the browser's print preview has it.
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
  expect((await page.pdf()).length).toBeGreaterThan(10_000)
  await page.emulateMedia({ media: 'screen' })
  await keyboard.press('Escape')
  await expectFocus(page, page.getByRole('heading', { level: 1, name: 'Started By Me' }))
})
