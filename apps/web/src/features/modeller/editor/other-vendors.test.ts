import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listLosses } from '@millrace/bpmn/keep'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import {
  attribute,
  decodeXml,
  defaultLimits,
  describeFault,
  localName,
  parseXml,
  walk,
  type XmlElement,
} from '@millrace/xml'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import '../../../lib/i18n.ts'
import { addTexts } from '../../../lib/languages.ts'
import { stubDrawing } from '../../../testing/stub-drawing.ts'
import { openModeler } from './create-modeler.ts'
import { DrawingSession } from './drawing-session.ts'

/*
 * Files in the manner of other vendors' tools; or all of a folder and those below it, with how many were kept:
 *   MODELS=/path/to/models npm run unit -- apps/web/src/features/modeller/editor/other-vendors.test.ts
 */
const own = join(import.meta.dirname, '../fixtures')
const folder = process.env.MODELS === undefined ? own : resolve(process.env.INIT_CWD ?? '.', process.env.MODELS)
const files = globSync('**/*.{bpmn,bpmn20.xml}', { cwd: folder }).toSorted()

addTexts('translation', modellerTexts)

let region: HTMLElement
let stub: ReturnType<typeof stubDrawing>
const opened: DrawingSession[] = []

beforeAll(() => {
  stub = stubDrawing()
})
afterAll(() => stub.undo())
beforeEach(() => {
  region = document.createElement('div')
  document.body.append(region)
})
afterEach(() => {
  for (const session of opened.splice(0)) session.close()
  region.remove()
})

const read = (name: string, from = own) => {
  const decoded = decodeXml(readFileSync(join(from, name)))
  if (!decoded.ok) throw new Error(decoded.message)
  return decoded.text
}

async function open(xml: string): Promise<DrawingSession> {
  const session = new DrawingSession(await openModeler(region, xml, true))
  opened.push(session)
  return session
}

/** What comes of a file that is opened and written unchanged. */
async function reopen(name: string, from = own) {
  try {
    const xml = read(name, from)
    const session = await open(xml)
    const written = await session.toXml()
    const drawn = session.modeler.get('elementRegistry').getAll().length
    return {
      written,
      drawn,
      losses: listLosses(xml, written),
      undrawn: session.undrawn,
      reported: session.losses,
      moved: session.moved,
    }
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  }
}

/** Shapes that are on the page of another element than before. */
function findMoved(before: string, after: string): string[] {
  const now = listPages(after)
  return [...listPages(before)]
    .filter(([shape, page]) => now.has(shape) && now.get(shape) !== page)
    .map(([shape]) => shape)
}

function listPages(xml: string): Map<string, string> {
  const parsed = parseXml(xml)
  if (!parsed.ok) throw new Error(describeFault(parsed.fault, defaultLimits))
  const planes = [...walk(parsed.root)].filter(({ name }) => name === 'BPMNPlane')
  const shapes = planes.flatMap((plane) => plane.children.map((shape) => [shape, plane] as const))
  const drawn = (element: XmlElement) => localName(attribute(element, 'bpmnElement') ?? '')
  return new Map(shapes.map(([shape, plane]) => [drawn(shape), drawn(plane)]))
}

/** bpmn-js says on the console what it cannot draw. The page says it, too. */
function silenceDrawing() {
  return vi.spyOn(console, 'error').mockImplementation(() => {})
}

describe.skipIf(process.env.MODELS === undefined)('a file that is opened and saved unchanged', () => {
  const counts = { whole: 0, reported: 0, refused: 0, undrawn: 0, withUndrawn: 0, moved: 0 }

  it.each(files)('loses nothing without a message: %s', async (name) => {
    const console = silenceDrawing()
    const result = await reopen(name, folder)
    console.mockRestore()
    if ('refused' in result) {
      const isUndrawn = result.refused === 'no diagram to display'
      counts[isUndrawn ? 'undrawn' : 'refused'] += 1
      if (!isUndrawn) expect(result.refused).toMatch(/^Line \d+: Expected|line \d+ has bytes/)
      return
    }
    counts[result.reported.length === 0 ? 'whole' : 'reported'] += 1
    if (result.undrawn.length > 0) counts.withUndrawn += 1
    if (result.moved.length > 0) counts.moved += 1
    // A shape on another page than in the file is one that the page names.
    if (result.moved.length === 0) expect(findMoved(read(name, folder), result.written)).toEqual([])
    expect(result.losses).toEqual(result.reported)
  })

  afterAll(() => globalThis.console.log(JSON.stringify(counts)))
})

describe.skipIf(process.env.MODELS !== undefined)('files in the manner of other vendors', () => {
  it.each([
    ['no-namespace', 0],
    ['undrawn-process', 5],
    ['line-without-element', 3],
    ['empty-page', 0],
    ['unknown-page', 0],
    ['prefixed-references', 0],
    ['vendor-documentation', 0],
    ['extension-documentation', 0],
    ['all-kinds', 0],
    ['unknown-message', 0],
    ['conversation', 3],
    ['vendor-drawing', 0],
    ['folded-sub-process', 0],
    ['letters-of-ids', 0],
  ])('are kept as a whole, and what is not drawn is said: %s', async (name, undrawn) => {
    const console = silenceDrawing()
    const result = await reopen(`${name}.bpmn`)
    expect(result).toMatchObject({ losses: [], reported: [] })
    expect('undrawn' in result && result.undrawn).toHaveLength(undrawn)
    expect('drawn' in result && result.drawn).toBeGreaterThan(5)
    expect(console.mock.calls).toEqual([])
    console.mockRestore()
  })

  it.each([
    [
      'illegal-id',
      'Line 9: Expected an id to begin with a letter or underscore and to have no spaces, but found “Pack it”',
    ],
    ['unknown-element', 'Line 9: Expected an element of BPMN 2.0, but there is none named “bakeTask”'],
    ['no-process', 'Line 2: Expected a process or a collaboration to draw, but the file has none.'],
  ])('are refused with a sentence that says where: %s', async (name, sentence) => {
    const console = silenceDrawing()
    const result = await reopen(`${name}.bpmn`)
    console.mockRestore()
    expect('refused' in result && result.refused).toContain(sentence)
  })

  it('name the collapsed sub-process whose steps move to a page of their own', async () => {
    const result = await reopen('folded-sub-process.bpmn')
    expect(result).toMatchObject({ moved: ['Mix dough'] })
    const again = await open('written' in result ? (result.written ?? '') : '')
    expect(again.moved).toEqual([])
  })

  it('have steps by ids with letters of any script, which can be changed and taken', async () => {
    const session = await open(read('letters-of-ids.bpmn'))
    const registry = session.modeler.get('elementRegistry')
    expect(['Bestellung_ä', '混ぜる', 'продано', 'in_混ぜる'].filter((id) => registry.get(id) === undefined)).toEqual(
      [],
    )
    expect(session.isIdTaken('混ぜる', null)).toBe(true)
    session.modeler.get('modeling').updateProperties(registry.get('混ぜる') as never, { name: 'Mix', id: 'Rühren' })
    const written = await session.toXml()
    expect(written).toContain('targetRef="Rühren"')
    expect(written).toContain('bpmnElement="Rühren"')
    expect(written).not.toContain('hidden.id.B')
  })

  it('draw a line to what a prefix names, and steps of a page that names another process', async () => {
    const prefixed = await open(read('prefixed-references.bpmn'))
    const registry = prefixed.modeler.get('elementRegistry')
    expect(['order', 'mix', 'late', 'mix_in', 'late_out'].filter((id) => registry.get(id) === undefined)).toEqual([])
    const page = await open(read('empty-page.bpmn'))
    expect(page.modeler.get('elementRegistry').get('bakery')).toBeDefined()
    expect(page.modeler.get('elementRegistry').get('mix')).toBeDefined()
  })
})

describe('what a person does to such a file', () => {
  it('leaves what is not drawn, and what belongs to a step goes with it', async () => {
    const xml = read('no-namespace.bpmn')
    const session = await open(xml)
    const mix = session.modeler.get('elementRegistry').get('mix') as never
    session.modeler.get('modeling').updateProperties(mix, { id: 'stir', name: 'Stir' })
    expect(await session.toXml()).toContain('<Shelf xmlns="" number="2"><Tin /></Shelf>')
    session.modeler.get('modeling').removeElements([session.modeler.get('elementRegistry').get('stir') as never])
    expect(await session.toXml()).not.toContain('Shelf')
    session.undo()
    session.undo()
    expect(listLosses(xml, await session.toXml())).toEqual([])
  })

  it('to a drawing with another one beside it keeps that one', async () => {
    const xml = read('undrawn-process.bpmn')
    const session = await open(xml)
    session.modeler.get('modeling').removeElements([session.modeler.get('elementRegistry').get('mix') as never])
    const lost = listLosses(xml, await session.toXml()) ?? []
    expect(lost.filter(({ owner }) => ['sweep', 'evening', 'clean', 'sweep_in'].includes(owner ?? ''))).toEqual([])
    expect(lost.some(({ owner }) => owner === 'Mix dough')).toBe(true)
  })

  it('to change the kind of a step keeps what vendors say of it, and draws it once', async () => {
    const session = await open(read('no-namespace.bpmn'))
    const mix = session.modeler.get('elementRegistry').get('mix') as never
    session.modeler.get('bpmnReplace').replaceElement(mix, { type: 'bpmn:UserTask' } as never)
    const written = await session.toXml()
    expect(written).toMatch(/<userTask id="mix"/)
    expect(written).toContain('<Shelf xmlns="" number="2">')
    expect(written.match(/bpmnElement="mix"/g)).toHaveLength(1)
  })

  it('is kept through saving and opening again, and again', async () => {
    const xml = read('all-kinds.bpmn')
    const once = await (await open(xml)).toXml()
    const twice = await (await open(once)).toXml()
    expect(listLosses(xml, twice)).toEqual([])
    expect(twice).toBe(once)
  })
})

it('a drawing that cannot be written says which element keeps it from that', async () => {
  const session = await open(read('prefixed-references.bpmn'))
  const mix: ModdleElement = session.modeler.get('elementRegistry').get('mix')?.businessObject
  const broken = session.create('bpmn:ExtensionElements', {
    values: [
      { $type: 'Lost', $descriptor: { isGeneric: true, name: 'lost:Lost', ns: { prefix: 'lost', localName: 'Lost' } } },
    ],
  })
  mix.set('extensionElements', broken)
  await expect(session.toXml()).rejects.toThrow(/^“Mix dough”: no namespace uri given for prefix <lost>/)
})
