import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KeptPart, listLosses, type putBack } from '@millrace/bpmn/keep'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { act, render } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import '../../../lib/i18n.ts'
import { addTexts } from '../../../lib/languages.ts'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { stubDrawing } from '../../../testing/stub-drawing.ts'
import { type Opened, useOpened } from './use-opened.ts'

addTexts('translation', modellerTexts)

const keeps = vi.hoisted(() => {
  // Files share their modules: another one may have loaded the modeller with the real functions.
  vi.resetModules()
  return { isForgetful: false }
})

vi.mock('@millrace/bpmn/keep', async (load) => {
  const real = await load<typeof import('@millrace/bpmn/keep')>()
  const forgetful = (xml: string, parts: readonly KeptPart[], renamed?: ReadonlyMap<string, string>) =>
    keeps.isForgetful ? xml : real.putBack(xml, parts, renamed)
  return { ...real, putBack: forgetful satisfies typeof putBack }
})

const xml = readFileSync(join(import.meta.dirname, '../fixtures/no-namespace.bpmn'), 'utf8')
let opened: Opened = { kind: 'loading' }
let stub: ReturnType<typeof stubDrawing>

function Sheet({ canEdit }: { canEdit: boolean }) {
  const [container, now] = useOpened(xml, canEdit)
  opened = now
  return <section ref={container} />
}

beforeAll(() => {
  stub = stubDrawing()
})
afterAll(() => stub.undo())
beforeEach(() => stubBrowser())

it('a file is opened at once when all of it is kept', async () => {
  keeps.isForgetful = false
  render(<Sheet canEdit />)
  await expect.poll(() => opened.kind).toBe('ready')
  if (opened.kind === 'ready') expect(listLosses(xml, await opened.session.toXml())).toEqual([])
})

it('a file that would lose something asks before, and not where nothing can be changed', async () => {
  keeps.isForgetful = true
  const looking = render(<Sheet canEdit={false} />)
  await expect.poll(() => opened.kind).toBe('ready')
  looking.unmount()
  render(<Sheet canEdit />)
  await expect.poll(() => opened.kind).toBe('asking')
  if (opened.kind !== 'asking') return
  const { losses, agree } = opened
  expect(losses).toMatchObject([{ kind: 'element', part: 'oven', owner: 'Mix dough' }])
  act(agree)
  expect(opened.kind).toBe('ready')
})

it.each(['while the file is opened again', 'afterwards'])(
  'a file is saved when a save that was under way ends %s, because the window got narrower',
  async (when) => {
    keeps.isForgetful = false
    const page = render(<Sheet canEdit />)
    await expect.poll(() => opened.kind).toBe('ready')
    const before = opened.kind === 'ready' ? opened.session : null
    if (before === null) return
    const root = before.modeler.get('canvas').getRootElement()
    act(() => before.modeler.get('modeling').updateProperties(root as never, { name: 'Bread' }))
    const { mark } = before
    expect(before.getState().isSaved).toBe(false)
    page.rerender(<Sheet canEdit={false} />)
    if (when !== 'afterwards') act(() => before.markSaved(mark))
    await expect.poll(() => opened.kind === 'ready' && opened.session !== before).toBe(true)
    if (when === 'afterwards') act(() => before.markSaved(mark))
    expect(opened.kind === 'ready' && opened.session.getState().isSaved).toBe(true)
  },
)

it('a drawing keeps all that was done to it when the window changes once more while it is opened again', async () => {
  keeps.isForgetful = false
  const page = render(<Sheet canEdit />)
  await expect.poll(() => opened.kind).toBe('ready')
  const before = opened.kind === 'ready' ? opened.session : null
  if (before === null) return
  const root = before.modeler.get('canvas').getRootElement()
  act(() => before.modeler.get('modeling').updateProperties(root as never, { name: 'Bread' }))
  const isOpenedAgain = vi.spyOn(before, 'close')
  let isWide = false
  isOpenedAgain.mockImplementationOnce(() => {
    before.modeler.destroy()
    queueMicrotask(() => {
      isWide = true
      act(() => page.rerender(<Sheet canEdit />))
    })
  })
  page.rerender(<Sheet canEdit={false} />)
  await expect.poll(() => isWide && opened.kind === 'ready' && opened.session !== before).toBe(true)
  if (opened.kind !== 'ready') return
  expect(await opened.session.toXml()).toContain('name="Bread"')
  expect(opened.session.getState().isSaved).toBe(false)
})
