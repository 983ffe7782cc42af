import { expect, it } from 'vitest'
import { takeComplaints, visit } from './visit.ts'

// The other journeys fail on what a page complains about. These show that they would.

it('content that the page may not run is a complaint', async () => {
  const page = await visit()
  await page.goto('/login')
  await page.evaluate("document.head.append(Object.assign(document.createElement('script'), { text: 'run()' }))")
  await expect.poll(() => takeComplaints().join()).toContain('Content Security Policy')
})

it('an error on the console and one that nobody catches are complaints', async () => {
  const page = await visit()
  await page.goto('/login')
  await page.evaluate("console.error('a fault'); setTimeout(() => { throw new Error('another fault') })")
  const found: string[] = []
  await expect
    .poll(() => {
      found.push(...takeComplaints())
      return found.length
    })
    .toBe(2)
  expect(found.join()).toContain('a fault')
  expect(found.join()).toContain('another fault')
})

it('a file of the page that is missing is a complaint', async () => {
  const page = await visit()
  await page.goto('/login')
  await page.evaluate("fetch('/assets/no-such-file.js')")
  await expect.poll(() => takeComplaints().join()).toContain('404')
})
