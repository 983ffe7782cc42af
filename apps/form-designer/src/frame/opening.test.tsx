import { useMantineContext } from '@mantine/core'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildDesign } from '../testing/build-design.ts'
import { createMemoryPort } from '../testing/memory-port.ts'
import { renderDesigner } from '../testing/render-designer.tsx'

const drawn: string[] = []
vi.mock('../canvas/node-look.tsx', () => ({
  NodeLook: ({ node }: { node: { id: string } }) => {
    drawn.push(node.id)
    return <span>{node.id}</span>
  },
}))
vi.mock('../../../web/src/components/forms/fields/select-field.tsx', () => ({
  SelectField: ({ field, id }: { field: { key: string }; id: string }) => {
    // As all of Mantine's inputs do.
    useMantineContext()
    drawn.push(field.key)
    return <input id={id} aria-label={field.key} />
  },
}))

beforeEach(() => {
  drawn.length = 0
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
