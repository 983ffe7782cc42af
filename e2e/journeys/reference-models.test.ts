import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { compareModels, type ElementDifference } from '../../packages/bpmn/src/compare/index.ts'
import { readBpmn } from '../../packages/bpmn/src/index.ts'
import { decodeXml, parseXml, walk } from '../../packages/xml/src/index.ts'
import { createProcess, modellerOf } from './design.ts'
import { takeComplaints, visit } from './visit.ts'

/*
 * Files of a folder are taken into the modeller, shown, and given out again:
 *   MILLRACE_MODELS=~/bpmn-miwg-test-suite/Reference npm run unit -- --config e2e/vitest.config.ts reference-models
 * Without a folder it is that of the sample applications.
 */
const folder =
  process.env.MILLRACE_MODELS ?? path.join(import.meta.dirname, '../../apps/server/src/operations/samples/models')
const names = (await readdir(folder, { recursive: true }))
  .filter((name) => /\.(?:bpmn|bpmn20\.xml)$/.test(name))
  .toSorted()

it(`all ${names.length} models of the folder are shown, and given out as they came in`, {
  timeout: 60_000 + names.length * 20_000,
}, async () => {
  expect(names.length).toBeGreaterThan(0)
  const page = await visit({ as: 'dario' })
  await page.goto(modellerOf(await createProcess(page, 'Reference')))
  await page.getByRole('region', { name: 'Diagram of the process' }).locator('.djs-shape').first().waitFor()
  const lost: string[] = []
  const files = await Promise.all(names.map(async (name) => ({ name, bytes: await readFile(path.join(folder, name)) })))
  for (const { name, bytes } of [...files, inLatin(files[0]?.bytes)]) {
    const decoded = decodeXml(bytes)
    if (!decoded.ok) throw new Error(`${name}: ${decoded.message}`)
    // What XML makes of an id with spaces around it.
    const xml = decoded.text.replaceAll(/(\sid=")\s*([^"]*?)\s*"/g, '$1$2"')
    const file = xml === decoded.text ? bytes : Buffer.from(xml.replace(/^<\?xml[^>]*\?>/, ''))
    // The others are still of interest when one is not shown.
    const given = await takeThrough(page, file).catch((error: unknown) => String(error).split('\n', 2).join(' '))
    lost.push(...listLosses(xml, given).map((loss) => `${name}: ${loss}`))
  }
  expect(lost).toEqual([])
  // Of a flow that begins or ends at nothing bpmn-js says so, and draws the rest.
  expect(
    takeComplaints().filter((complaint) => !/failed to import|unhandled error in event listener/.test(complaint)),
  ).toEqual([])
})

/** Returns the file in another encoding, with the matching declaration. */
function inLatin(bytes = Buffer.from('')): { name: string; bytes: Buffer } {
  const xml = bytes
    .toString()
    .replace(/^<\?xml[^>]*\?>/, '')
    .replace(/(<\w*:?startEvent [^>]*?)(?: name="[^"]*")?( |\/?>)/, '$1 name="Prüfung"$2')
  const name = 'in ISO-8859-1'
  return { name, bytes: Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, 'latin1') }
}

/** Takes a file in, has its steps arranged where it does not say where they are drawn, and gives out what has become of it. */
async function takeThrough(page: Page, buffer: Buffer): Promise<string> {
  await page.evaluate(`for (const old of document.querySelectorAll('.djs-container')) old.dataset.old = ''`)
  const file = { name: 'process.bpmn', mimeType: 'application/xml', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  const shown = page.locator('.djs-container:not([data-old]) .djs-shape').first()
  const arrange = page.getByRole('button', { name: 'Arrange steps' })
  await shown.or(arrange).first().waitFor({ state: 'attached' })
  if ((await arrange.count()) > 0) {
    await arrange.click()
    await shown.waitFor({ state: 'attached' })
  }
  await page.getByRole('button', { name: 'More actions' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as BPMN' }).click(),
  ])
  await page.getByRole('menu').waitFor({ state: 'detached' })
  return readFile(await download.path(), 'utf8')
}

/** What is different in meaning, in what is drawn, or in how many elements there are of each kind. */
function listLosses(before: string, after: string): string[] {
  const comparison = compareModels(before, after)
  const differences = comparison.ok
    ? comparison.differences.filter(isLoss).map((one) => JSON.stringify(one).slice(0, 400))
    : [`the file of ${comparison.unreadable} cannot be read`]
  const [was, is] = [readBpmn(before), readBpmn(after)]
  const means = was.ok && is.ok && present(was.document.processes) !== present(is.document.processes)
  const [had, has] = [countElements(before), countElements(after)]
  const fewer = [...had].filter(([kind, count]) => (has.get(kind) ?? 0) < count)
  return [
    ...differences,
    ...(means ? ['it means something else'] : []),
    ...fewer.map(([kind, count]) => `${kind}: ${count} became ${has.get(kind) ?? 0}`),
  ]
}

/**
 * What is written in another way by everybody who writes with bpmn-js: what BPMN takes for granted is left out, and what
 * stands in a closed sub-process has a plane of its own. As many shapes and edges have to be there as before.
 */
function isLoss({ kind, properties }: ElementDifference): boolean {
  if (kind === 'moved') return false
  const isGranted = ({ path, before, after }: ElementDifference['properties'][number]) =>
    after === null && granted.get(path.at(-1)?.name ?? '') === before?.text
  return !(kind === 'changed' && properties.every(isGranted))
}

const granted: ReadonlyMap<string, string> = new Map([
  ['expressionLanguage', 'http://www.w3.org/1999/XPath'],
  ['typeLanguage', 'http://www.w3.org/2001/XMLSchema'],
  ['completionQuantity', '1'],
  ['startQuantity', '1'],
  ['gatewayDirection', 'Unspecified'],
  ['eventGatewayType', 'Exclusive'],
  ['isCollection', 'false'],
  ['minimum', '0'],
  ['textFormat', 'text/plain'],
])

/** Without what texts have around them, which is left out beside CDATA. */
function present(processes: unknown): string {
  return JSON.stringify(processes, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value))
}

function countElements(xml: string): Map<string, number> {
  const parsed = parseXml(xml)
  const counts = new Map<string, number>()
  if (parsed.ok)
    for (const { uri, name } of walk(parsed.root)) {
      // An expression may be written as any of the two.
      const kind = `{${uri}}${name === 'formalExpression' ? 'expression' : name}`
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
  return counts
}
