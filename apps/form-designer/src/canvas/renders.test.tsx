import { MantineProvider } from '@mantine/core'
import { designerTexts } from '@millrace/contract/designer-texts'
import { act, render, screen } from '@testing-library/react'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../../web/src/testing/stub-browser.ts'
import { buildDocument } from '../testing/build-design.ts'

const drawn: string[] = []
// Files share what they import: here what draws is loaded anew, over a look that counts, and forgotten after it.
vi.resetModules()
vi.doMock('./node-look.tsx', () => ({ NodeLook: CountingLook }))
await import('../polyfills.ts')
const { addTexts } = await import('../../../web/src/lib/languages.ts')
const { moveTo } = await import('../store/actions.ts')
const { DesignerStore } = await import('../store/designer-store.ts')
const { StoreContext } = await import('../store/use-designer.ts')
const { Canvas } = await import('./canvas.tsx')

function CountingLook({ node }: { node: { id: string } }) {
  drawn.push(node.id)
  return <span>{node.id}</span>
}

beforeEach(() => {
  drawn.length = 0
})
afterAll(() => {
  vi.doUnmock('./node-look.tsx')
  vi.resetModules()
})

const fields = Array.from({ length: 299 }, (_, index) => ({ id: `n${index}`, type: 'text', key: `k${index}` }))
const document = buildDocument([...fields, { id: 's', type: 'section', children: [] }])

function open() {
  stubBrowser()
  addTexts('translation', designerTexts)
  const store = new DesignerStore(document)
  render(
    <MantineProvider env="test">
      <StoreContext value={store}>
        <Canvas device="desktop" zoom={100} onRename={() => {}} />
      </StoreContext>
    </MantineProvider>,
  )
  return store
}

it('of 300 fields a drag over forty of them and its drop draw no more than 10 items', () => {
  const store = open()
  expect(drawn).toHaveLength(300)
  drawn.length = 0
  for (let index = 100; index < 140; index++)
    act(() => store.showDrop({ node: `n${index}`, edge: 'top', text: 'Drop Text here' }))
  act(() => {
    store.showDrop(null)
    moveTo(store, 'n5', { parent: 's', index: 0 })
  })
  expect(screen.getByRole('group', { name: /Section/ }).textContent).toContain('n5')
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn.length).toBeLessThanOrEqual(10)
})

it('of 300 fields a key press in a property draws the one', () => {
  const store = open()
  act(() => store.select('n7'))
  drawn.length = 0
  act(() => void store.do({ kind: 'setProperty', id: 'n7', name: 'label', value: 'S' }, { merge: 'n7.label' }))
  expect(drawn).toEqual(['n7'])
})
