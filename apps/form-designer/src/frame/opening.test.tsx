import { useMantineContext } from '@mantine/core'
import { screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { buildDesign } from '../testing/build-design.ts'

const drawn: string[] = []
// Files share what they import: here what draws is loaded anew, over looks that count, and forgotten after it.
const counted = {
  '../canvas/node-look.tsx': { NodeLook: CountingLook },
  '../../../web/src/components/forms/fields/select-field.tsx': { SelectField: CountingField },
}
vi.resetModules()
for (const [path, parts] of Object.entries(counted)) vi.doMock(path, () => parts)
const { createMemoryPort } = await import('../testing/memory-port.ts')
const { renderDesigner } = await import('../testing/render-designer.tsx')

/** Counts what comes onto the page: React may begin to draw, be interrupted, and begin anew. */
const useCount = (name: string) => useEffect(() => void drawn.push(name))

function CountingLook({ node }: { node: { id: string } }) {
  useCount(node.id)
  return <span>{node.id}</span>
}

function CountingField({ field, id }: { field: { key: string }; id: string }) {
  // As all of Mantine's inputs do.
  useMantineContext()
  useCount(field.key)
  return <input id={id} aria-label={field.key} />
}

beforeEach(() => {
  drawn.length = 0
})
afterAll(() => {
  for (const path of Object.keys(counted)) vi.doUnmock(path)
  vi.resetModules()
})

const options = [{ value: 'a', label: 'A' }]
const fields = Array.from({ length: 60 }, (_, index) => ({
  id: `n${index}`,
  type: 'select',
  key: `k${index}`,
  options,
}))

it('of sixty fields each is drawn once when the designer opens, and once when its preview does', async () => {
  const server = createMemoryPort({ designerJson: buildDesign(fields) })
  const asked = Promise.withResolvers<void>()
  const listThemes = async () => {
    await asked.promise
    return server.listThemes()
  }
  const { user } = await renderDesigner({ port: { ...server, listThemes } })
  await user.click(await screen.findByText('Preview'))
  expect(drawn.filter((one) => one.startsWith('n'))).toEqual(fields.map(({ id }) => id))
  await screen.findByLabelText('k59')
  // The themes come when the form is there already.
  asked.resolve()
  await screen.findByText('Sea')
  expect(drawn.filter((one) => one.startsWith('k'))).toEqual(fields.map(({ key }) => key))
})
