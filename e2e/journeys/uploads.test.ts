import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { deploy } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { takeComplaints, visitAs } from './visit.ts'

const model = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="filing" name="File the plans" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" camunda:formKey="millrace:deployment:filing.form.json" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`
const plans = { label: 'Plans', maxfiles: 12, maxfilesize: 2, filetypes: ['txt'] }
const form = { schema: 2, id: 'filing', root: [{ id: 'n1', type: 'file', key: 'plans', props: plans }] }

const kilobyte = 1024

it('ten files are uploaded at once, each with its progress; one is cancelled, a cut is tried again', async () => {
  await deploy('filing.bpmn', model, { 'filing.form.json': JSON.stringify(form) })
  const rosa = await visitAs('rosa', '/category/view/Home')
  await rosa.getByRole('link', { name: 'File the plans', exact: true }).click()
  const line = await slowLine(rosa)

  await line.slow()
  const names = Array.from({ length: 10 }, (_, index) => `plan-${index}.txt`)
  const chooser = rosa.waitForEvent('filechooser')
  await rosa.getByRole('button', { name: 'Choose files: Plans' }).click()
  await (await chooser).setFiles(
    names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(700 * kilobyte, 'x') })),
  )
  const bars = rosa.getByRole('progressbar')
  await expect.poll(() => bars.count()).toBe(10)
  await expect.poll(() => bars.evaluateAll(countUnderWay)).toBeGreaterThan(0)

  // By the keyboard alone.
  await rosa.getByRole('button', { name: 'Cancel the upload of plan-9.txt' }).focus()
  await rosa.keyboard.press('Enter')
  await rosa.getByText('The upload of plan-9.txt is cancelled.').waitFor()
  expect(await rosa.locator(':focus').getAttribute('aria-label')).toBe('Choose files: Plans')

  await line.cut()
  const failed = rosa.getByText(/^The upload of plan-\d\.txt failed\. Try again, or remove the file\.$/)
  await expect.poll(() => failed.count()).toBe(9)
  await expectAccessible(rosa)
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByText('The files are still being uploaded.').first().waitFor()
  await line.mend()
  takeComplaints()
  for (let left = 9; left > 0; left--) {
    await rosa
      .getByRole('button', { name: /^Try again to upload/ })
      .first()
      .click()
    await expect.poll(() => failed.count()).toBe(left - 1)
  }
  await expect.poll(() => rosa.getByRole('link', { name: /^plan-\d\.txt$/ }).count()).toBe(9)
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByText('Process started').waitFor()
})

const countUnderWay = (bars: { getAttribute(name: string): string | null }[]) =>
  bars.filter((bar) => Number(bar.getAttribute('value')) > 0).length

/** The line of a page, which can be made slow and be cut. */
async function slowLine(page: Page) {
  const session = await page.context().newCDPSession(page)
  const set = (uploadThroughput: number, offline = false) =>
    session.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  return {
    slow: () => set(60 * kilobyte),
    cut: () => set(-1, true),
    mend: () => set(-1),
  }
}
