import { expect, it } from 'vitest'
import { listTests } from './list-cells.ts'
import { readGuideCells } from './read-guide.ts'

const cells = readGuideCells()

it('the event table of the guide leads to each test of that name, and leaves none out', () => {
  const links = cells.flatMap(({ link }) => (link === null ? [] : [`${link.title} in ${link.file}`]))
  const tests = listTests().map(({ title, file }) => `${title} in ../../packages/engine/src/event-table/${file}`)
  expect(links.sort()).toEqual(tests.sort())
  for (const { event, position, link } of cells)
    if (link !== null) expect(link.title).toBe(`event table › ${event} › ${position}`)
})

it('the event table of the guide has every event of BPMN 2.0, table 10.93, and every position', () => {
  const events =
    'none, message, timer, signal, error, escalation, conditional, compensation, cancel, link, terminate, multiple, parallel multiple, variable listener'
  const positions = [
    'start',
    'start of an event sub-process',
    'start of an event sub-process, not interrupting',
    'intermediate catch',
    'boundary',
    'boundary, not interrupting',
    'intermediate throw',
    'end',
  ]
  expect([...new Set(cells.map(({ event }) => event))]).toEqual(events.split(', '))
  expect([...new Set(cells.map(({ position }) => position))]).toEqual(positions)
  expect(cells).toHaveLength(14 * 8)
})
