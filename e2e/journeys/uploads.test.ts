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

it('ten files are uploaded at once, each with its progress; one is cancelled, a cut is retried', async () => {
  await deploy('filing.bpmn', model, { 'filing.form.json': JSON.stringify(form) })
  const rosa = await visitAs('rosa', '/category/view/Home')
  await rosa.getByRole('link', { name: 'File the plans', exact: true }).click()
  const line = await slowLine(rosa)

  await line.slow()
  await choose(
    rosa,
    Array.from({ length: 10 }, (_, index) => `plan-${index}.txt`),
  )
  const bars = rosa.getByRole('progressbar')
  await expect.poll(() => bars.count()).toBe(10)
  await expect.poll(() => bars.evaluateAll(countUnderWay)).toBeGreaterThan(0)

  // By the keyboard alone.
  await rosa.getByRole('button', { name: 'Cancel the upload of plan-9.txt' }).focus()
  await rosa.keyboard.press('Enter')
  await rosa.getByText('Upload of plan-9.txt cancelled.').waitFor()
  expect(await rosa.locator(':focus').getAttribute('aria-label')).toBe('Choose files: Plans')

  await line.mend()
  const links = rosa.getByRole('link', { name: /^plan-\w\.txt$/ })
  await expect.poll(() => links.count()).toBe(9)

  // The connection is cut each time, so the page's own second try does not help.
  await rosa.route('**/api/files', (route) => route.abort('connectionreset'))
  await choose(rosa, ['plan-a.txt', 'plan-b.txt'])
  const failed = rosa.getByText(/^The upload of plan-\w\.txt failed\. Try again, or remove the file\.$/)
  await expect.poll(() => failed.count()).toBe(2)
  await expectAccessible(rosa)
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByText('The files are still being uploaded.').first().waitFor()
  await rosa.unroute('**/api/files')
  takeComplaints()
  await rosa.getByRole('button', { name: 'Retry the upload of plan-a.txt' }).click()
  await expect.poll(() => links.count()).toBe(10)
  await rosa.getByRole('button', { name: 'Remove plan-b.txt' }).click()
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByText('Process started').waitFor()
})

async function choose(page: Page, names: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files: Plans' }).click()
  const buffer = Buffer.alloc(700 * kilobyte, 'x')
  await (await chooser).setFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer })))
}

const countUnderWay = (bars: { getAttribute(name: string): string | null }[]) =>
  bars.filter((bar) => Number(bar.getAttribute('value')) > 0).length

/** The line of a page, which can be made slow. */
async function slowLine(page: Page) {
  const session = await page.context().newCDPSession(page)
  const set = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput,
    })
  return {
    slow: () => set(60 * kilobyte),
    mend: () => set(-1),
  }
}
