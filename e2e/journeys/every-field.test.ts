import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { everyFieldForm } from '../fixtures/every-field.ts'
import { deploy } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expectPaper } from './expect-paper.ts'
import { isSoak, phoneWidth } from './on-phone.ts'
import { visitAs } from './visit.ts'

const model = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="supplying" name="Admit a supplier" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" camunda:formKey="millrace:deployment:every.form.json" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="check" />
    <userTask id="check" name="Check the supplier" camunda:assignee="rosa" camunda:formKey="millrace:deployment:every.form.json" />
    <sequenceFlow id="f2" sourceRef="check" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

it.each(isSoak ? [1440, phoneWidth] : [1440])(
  'a form with every field and container is filled at %d px, and its values are kept',
  async (width) => {
    await deploy('supplying.bpmn', model, { 'every.form.json': JSON.stringify(everyFieldForm) })
    const rosa = await visitAs('rosa', '/category/view/Home', { width })
    await rosa.getByRole('link', { name: 'Admit a supplier', exact: true }).click()

    await rosa.getByText('Page 1 of 3').waitFor()
    await rosa.getByRole('button', { name: 'Next' }).click()
    await rosa.getByText('This field is required.', { exact: true }).waitFor()
    await fill(rosa, {
      Name: 'Brandt',
      'E-mail': 'a@brandt.example',
      'Web site': 'https://brandt.example',
      Telephone: '+49 30 90',
    })
    await rosa.getByRole('textbox', { name: 'Account number' }).pressSequentially('DE1234567890')
    await rosa.getByLabel('Access code', { exact: true }).fill('secret 7')
    await expectWhole(rosa)
    await rosa.getByRole('button', { name: 'Next' }).click()

    await rosa.getByRole('heading', { name: 'Choices' }).waitFor()
    await choose(rosa, 'Country', ['Portugal'])
    await rosa.getByRole('radio', { name: 'Lisbon' }).check()
    await choose(rosa, 'Goods', ['Paper', 'Pens'])
    await rosa.keyboard.press('Escape')
    await rosa.getByRole('checkbox', { name: 'Delivery' }).check()
    await rosa.getByRole('combobox', { name: 'Tags' }).pressSequentially('new,local,')
    await find(rosa, 'Buyers', { q: 'lindq', name: 'Fiona Lindqvist' })
    await find(rosa, 'Buyers', { q: 'novak', name: 'Petra Novak' })
    await find(rosa, 'Approver', { q: 'martin', name: 'Martin Oduya' })
    await find(rosa, 'Team', { q: 'fin', name: 'Finance' })
    await find(rosa, 'Readers', { q: 'user', name: 'RoleUser' })
    await rosa.getByRole('checkbox', { name: 'Urgent' }).check()
    await rosa.getByRole('radio', { name: '4 stars of 5' }).focus()
    await rosa.keyboard.press('Space')
    await rosa.getByRole('slider', { name: 'Our share' }).focus()
    await rosa.keyboard.press('ArrowRight')
    await fill(rosa, { Pieces: '12' })
    await rosa.getByRole('button', { name: 'Usual price' }).click()
    await rosa.getByRole('definition').filter({ hasText: '114.00 EUR' }).waitFor()
    await expectWhole(rosa)
    await rosa.getByRole('button', { name: 'Next' }).click()

    await rosa.getByText('Page 3 of 4').waitFor()
    await fill(rosa, { Day: '30/11/2026', From: '30/11/2026', To: '4/12/2026' })
    await rosa.getByRole('button', { name: 'Times', exact: true }).click()
    await fill(rosa, { Time: '9.30', Moment: '30/11/2026 16:00' })
    await rosa.getByRole('checkbox', { name: 'Monday evening' }).check()
    await expectWhole(rosa)
    await rosa.getByRole('button', { name: 'Next' }).click()

    await rosa.getByRole('button', { name: 'Add row: Lines' }).click()
    const drawer = rosa.getByRole('dialog', { name: 'Lines: Line 1' })
    await drawer.getByRole('textbox', { name: 'Thing' }).fill('Paper')
    await drawer.getByRole('textbox', { name: /^Cost/ }).fill('12.5')
    await rosa.keyboard.press('Escape')
    await rosa.getByRole('button', { name: 'Add row: Contacts' }).click()
    await rosa.keyboard.type('Ana')
    const story = rosa.getByRole('textbox', { name: 'Story' })
    await story.click()
    await rosa.keyboard.type('It is ')
    await rosa.keyboard.press('Control+b')
    await rosa.keyboard.type('good')
    await rosa.getByRole('textbox', { name: 'Remark' }).fill('None')
    await rosa.getByRole('tab', { name: 'Files' }).click()
    await attach(rosa, 'Plan', { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('A plan') })
    await attach(rosa, 'Photo', { name: 'place.png', mimeType: 'image/png', buffer: photo })
    await rosa.getByRole('img', { name: 'The place' }).waitFor()
    await draw(rosa)
    await expectWhole(rosa)
    await rosa.getByRole('button', { name: 'Start process' }).click()
    await rosa.getByText('Process started').waitFor()

    await rosa.goto('/tasks/assigned')
    await rosa
      .getByRole('link', { name: /Check the supplier/ })
      .first()
      .click()
    await rosa.getByText('Page 1 of 4').waitFor()
    expect(await rosa.getByRole('textbox', { name: 'Account number' }).inputValue()).toBe('DE12 3456 7890')
    expect(await rosa.getByLabel('Access code', { exact: true }).inputValue()).toBe('')
    for (const page of [2, 3, 4]) {
      await rosa.getByRole('button', { name: 'Next', exact: true }).click()
      await rosa.getByText(`Page ${page} of 4`).waitFor()
      // Kept by user name, shown by name.
      if (page === 2) expect(await rosa.getByRole('combobox', { name: 'Approver' }).inputValue()).toBe('Martin Oduya')
    }
    expect(await rosa.getByRole('textbox', { name: 'Story' }).innerHTML()).toContain(
      '<p>It is <strong>good</strong></p>',
    )
    await rosa.getByRole('img', { name: 'Signature' }).waitFor()

    await rosa.getByRole('textbox', { name: 'Remark' }).fill('Not sent yet')
    await expectPaper(rosa, {
      words: onPaper,
      pictures: ['The place', 'Our seal', 'Signature'],
      links: ['https://brandt.example'],
    })
    // The form is as it was.
    await rosa.getByText('Page 4 of 4').waitFor()
    expect(await rosa.getByRole('textbox', { name: 'Remark' }).inputValue()).toBe('Not sent yet')
  },
  // Hundreds of steps, each of which waits for a machine that has other things to do.
  300_000,
)

/** Headings and values of all pages, whichever of them is open. */
const onPaper = [
  ...['Who', 'The supplier', 'Account', 'What', 'Choices', 'Amounts', 'When', 'Days', 'Times', 'Hours', 'More'],
  ...['Brandt', 'a@brandt.example', 'https://brandt.example', '+49 30 90', 'DE12 3456 7890'],
  ...['Portugal', 'Lisbon', 'Paper, Pens', 'Delivery', 'new, local', 'Fiona Lindqvist, Petra Novak', 'Martin Oduya'],
  ...['Finance', 'RoleUser', '4 / 5', '5 %', '12', '114.00 EUR', '30/11/2026', '09:30', '30/11/2026 16:00:00'],
  ...[
    '30/11/2026 – 04/12/2026',
    '12.50 EUR',
    'Ana',
    'Attachments',
    'Texts',
    'It is good',
    'Not sent yet',
    'Files',
    'plan.txt',
    'place.png',
  ],
  'By signing you accept the rules.',
]

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page
      .getByRole('textbox', { name: new RegExp(`^${label}`) })
      .first()
      .fill(value)
}

async function choose(page: Page, label: string, choices: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  for (const choice of choices) await page.getByRole('option', { name: choice }).click()
}

/** Finds somebody by a piece of the name. */
async function find(page: Page, label: string, { q, name }: { q: string; name: string }): Promise<void> {
  await page.getByRole('combobox', { name: label }).pressSequentially(q)
  await page.getByRole('option', { name, exact: true }).click()
  await page.keyboard.press('Escape')
}

async function attach(
  page: Page,
  label: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: `Choose file: ${label}` }).click()
  await (await chooser).setFiles(file)
  await page.getByRole('link', { name: file.name }).waitFor()
}

/** Draws a line with the mouse. */
async function draw(page: Page): Promise<void> {
  const ground = page.getByText('Sign here')
  // Until nothing stands over it, such as the bar of buttons on a phone.
  await ground.hover({ position: { x: 1, y: 1 } })
  const box = await ground.boundingBox()
  if (box === null) throw new Error('Expected the ground to sign on, but it is not drawn.')
  await page.mouse.move(box.x - 20, box.y)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + 20, { steps: 5 })
  await page.mouse.move(box.x + 40, box.y - 10, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('img', { name: 'Signature' }).waitFor()
}

/** Nothing breaks a rule of accessibility, and nothing stands out at the side. */
async function expectWhole(page: Page): Promise<void> {
  await expectAccessible(page)
  const [inner, outer] = await page.evaluate<number[]>('[document.documentElement.scrollWidth, window.innerWidth]')
  expect(inner).toBeLessThanOrEqual(outer ?? 0)
}
