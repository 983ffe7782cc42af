import { act, render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { openTables } from './create-modeler.ts'
import { useOpened } from './use-opened.ts'

const opening = vi.hoisted(() => {
  // Files share their modules: another one may have loaded the editor with the real function.
  vi.resetModules()
  return { all: [] as { readonly source: string; readonly answer: () => void }[] }
})

vi.mock('./create-modeler.ts', () => ({
  openTables: ((_, source) => {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof openTables>>>()
    const modeler = {
      on: () => undefined,
      getViews: () => [],
      getActiveView: () => undefined,
      getActiveViewer: () => undefined,
      saveXML: async () => ({ xml: `${source} and a rule` }),
      destroy: () => undefined,
    }
    opening.all.push({ source, answer: () => resolve({ modeler, viewers: [] } as never) })
    return promise
  }) satisfies typeof openTables,
}))

function Sheet({ canEdit }: { canEdit: boolean }) {
  const [container, opened] = useOpened('a file', canEdit)
  return <section ref={container} data-kind={opened.kind} />
}

it('a decision keeps all that was done to it when the window changes once more while it is opened again', async () => {
  const page = render(<Sheet canEdit />)
  await expect.poll(() => opening.all.map(({ source }) => source)).toEqual(['a file'])
  await act(async () => opening.all[0]?.answer())
  await expect.poll(() => page.container.querySelector('section')?.dataset.kind).toBe('ready')
  page.rerender(<Sheet canEdit={false} />)
  await expect.poll(() => opening.all[1]?.source).toBe('a file and a rule')
  page.rerender(<Sheet canEdit />)
  await expect.poll(() => opening.all[2]?.source).toBe('a file and a rule')
})
