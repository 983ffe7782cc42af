import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stubDrawing } from '../../testing/stub-drawing.ts'
import { createViewer, type DiagramViewer } from './create-viewer.ts'
import { readDrawing } from './read-drawing.ts'
import { readModel } from './read-model.ts'

const fixtures = join(import.meta.dirname, '../../features/modeller/fixtures')
let stub: ReturnType<typeof stubDrawing>
let viewer: DiagramViewer

beforeAll(() => {
  stub = stubDrawing()
  viewer = createViewer(document.createElement('div'))
})
afterAll(() => {
  viewer.destroy()
  stub.undo()
})

it.each([
  'prefixed-references',
  'empty-page',
  'unknown-page',
  'vendor-documentation',
  'no-namespace',
  'undrawn-process',
])('a process is drawn with all of its steps: %s', async (name) => {
  const definitions = await readDrawing(viewer, readFileSync(join(fixtures, `${name}.bpmn`), 'utf8'))
  const { drawing, shapes, steps } = readModel(definitions, 'bake')
  expect(drawing).not.toBe(null)
  expect(steps.map(({ id }) => id)).toEqual(expect.arrayContaining(['order', 'mix', 'sold']))
  expect([...shapes.keys()]).toEqual(expect.arrayContaining(['order', 'mix', 'sold', 'mix_in', 'mix_out']))
})
