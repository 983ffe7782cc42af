import type { FormNode } from '@millrace/forms'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildDesign } from '../testing/build-design.ts'
import { createMemoryPort } from '../testing/memory-port.ts'
import { renderDesigner } from '../testing/render-designer.tsx'

const designerJson = buildDesign([
  { id: 'a', type: 'text', key: 'name', label: 'Name' },
  { id: 's', type: 'section', label: 'Items', children: [{ id: 'b', type: 'number', key: 'count', label: 'Count' }] },
  { id: 'c', type: 'date', key: 'needed', label: 'Needed by' },
])
const open = () => renderDesigner({ port: createMemoryPort({ designerJson }) })
const findNode = (name: string | RegExp) => screen.findByRole('group', { name })

describe('the palette', () => {
  it('adds a component behind what is selected, by a click and by Enter', async () => {
    const { user, outline, said } = await open()
    await user.click(await findNode('Text “Name”'))
    await user.click(screen.getByRole('button', { name: 'Checkbox' }))
    expect(said()).toBe('Checkbox added to the form')
    screen.getByRole('button', { name: 'Select' }).focus()
    await user.keyboard('{Enter}')
    expect(await outline()).toEqual(['Name', 'Checkbox', 'Select', 'Items', '  Count', 'Needed by'])
  })

  it('is searched, by the slash key too', async () => {
    const { user } = await open()
    await user.click(await findNode('Text “Name”'))
    await user.keyboard('/')
    const search = screen.getByRole('searchbox', { name: 'Search components' })
    await expect.poll(() => document.activeElement).toBe(search)
    await user.keyboard('radi')
    await expect.poll(() => screen.queryByRole('button', { name: 'Checkbox' })).toBeNull()
    screen.getByRole('button', { name: 'Radio' })
  })
})

describe('the keys on the canvas', () => {
  it('select, move, duplicate, remove and undo, and say what was done', async () => {
    const { user, outline, said } = await open()
    const canvas = screen.getByRole('group', { name: 'Form canvas' })
    canvas.focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(await findNode('Text “Name”'))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(said()).toBe('Text “Name” moved to position 2 in the form')
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect(said()).toBe('Text “Name” moved to position 2 in Section “Items”')
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}{Alt>}{ArrowUp}{/Alt}')
    expect(said()).toBe('Text “Name” is already first')
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    expect(said()).toBe('Text “Name” moved to position 2 in the form')
    await user.keyboard('{Control>}d{/Control}')
    expect(said()).toBe('Text “Name” duplicated')
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(await findNode('Date “Needed by”'))
    await user.keyboard('{Delete}')
    expect(said()).toBe('Date “Needed by” removed')
    await user.keyboard('{Control>}z{/Control}')
    expect(said()).toBe('Undone')
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    expect(said()).toBe('Redone')
    expect(await outline()).toEqual(['Items', '  Count', 'Name', 'Name'])
  })

  it('cut and paste between places', async () => {
    const { user, outline, said } = await open()
    await user.click(await findNode('Date “Needed by”'))
    await user.keyboard('{Control>}x{/Control}')
    expect(said()).toBe('Date “Needed by” cut')
    await user.click(await findNode('Section “Items”'))
    await user.keyboard('{Control>}v{/Control}')
    await expect.poll(said).toBe('Date “Needed by” pasted')
    expect(await outline()).toEqual(['Name', 'Items', '  Count', '  Needed by'])
  })

  it('lead to the label by F2, and what is typed there is undone at once', async () => {
    const { user } = await open()
    await user.click(await findNode('Text “Name”'))
    await user.keyboard('{F2}')
    const label = screen.getByRole('textbox', { name: 'Label' })
    await expect.poll(() => document.activeElement).toBe(label)
    await user.keyboard('Supplier')
    await findNode('Text “Supplier”')
    await user.keyboard('{Control>}z{/Control}')
    await findNode('Text “Name”')
  })
})

describe('the tools of a node', () => {
  it('move it, and remove it', async () => {
    const { user, outline } = await open()
    await user.click(await findNode('Text “Name”'))
    const tools = within(screen.getByRole('toolbar', { name: 'Actions for the selection' }))
    await user.click(tools.getByRole('button', { name: 'Move down' }))
    expect(await outline()).toEqual(['Items', '  Count', 'Name', 'Needed by'])
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await outline()).toEqual(['Items', '  Count', 'Needed by'])
  })

  it('move it anywhere by a dialog', async () => {
    const { user, outline } = await open()
    await user.click(await findNode('Date “Needed by”'))
    await user.click(screen.getByRole('button', { name: 'More actions for the selection' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Date “Needed by”' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Into' }), '– Section “Items”')
    await user.click(dialog.getByRole('button', { name: 'Move' }))
    expect(await outline()).toEqual(['Name', 'Items', '  Needed by', '  Count'])
  })

  it('make another type of it, which keeps what both have', async () => {
    const { user } = await open()
    await user.click(await findNode('Text “Name”'))
    await user.click(screen.getByRole('button', { name: 'More actions for the selection' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Long text' }))
    await findNode('Long text “Name”')
  })
})

it('says which node has a problem, and keeps the rules of accessibility', async () => {
  const { user, findViolations } = await open()
  expect(await findViolations()).toEqual([])
  await user.click(await findNode('Text “Name”'))
  await user.clear(screen.getByRole('textbox', { name: 'Key' }))
  await findNode(/Text “Name”, has a problem/)
  await screen.findByRole('button', { name: '1 problem' })
  expect(await findViolations()).toEqual([])
})

describe('several parts at once', () => {
  it('are selected by Shift and arrows, changed together, and put into a panel', async () => {
    const { user, outline, said, port, findViolations } = await open()
    screen.getByRole('group', { name: 'Form canvas' }).focus()
    await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{ArrowUp}{/Shift}')
    expect(said()).toBe('2 parts selected')
    const panel = within(screen.getByRole('complementary', { name: 'Properties' }))
    panel.getByRole('heading', { name: '2 parts selected' })
    await user.click(within(panel.getByRole('radiogroup', { name: 'Visible' })).getByRole('radio', { name: 'Never' }))
    await user.selectOptions(panel.getByRole('combobox', { name: 'On phones' }), '6')
    expect(await findViolations()).toEqual([])
    await user.click(panel.getByRole('button', { name: 'Wrap in a panel' }))
    expect(said()).toBe('2 parts wrapped in a panel.')
    expect(await outline()).toEqual(['Panel', '  Name', '  Items', '    Count', 'Needed by'])
    await user.click(screen.getByRole('button', { name: 'Save version' }))
    await expect.poll(() => port.saved.length).toBe(1)
    const [holder] = JSON.parse(port.saved[0]?.designerJson ?? '').root as readonly FormNode[]
    expect(holder?.children?.map(({ props, layout }) => [props.visible, layout.span.base])).toEqual([
      [false, 6],
      [false, 6],
    ])
    for (let step = 0; step < 3; step++) await user.keyboard('{Control>}z{/Control}')
    expect(await outline()).toEqual(['Name', 'Items', '  Count', 'Needed by'])
  })

  it('are selected by Shift and clicks, copied, duplicated and removed; the inner ones go with the outer', async () => {
    const { user, outline, said } = await open()
    await user.click(await findNode('Text “Name”'))
    await user.keyboard('{Shift>}')
    await user.click(await findNode('Section “Items”'))
    await user.click(await findNode('Number “Count”'))
    await user.keyboard('{/Shift}')
    expect(said()).toBe('3 parts selected')
    await user.keyboard('{Control>}d{/Control}')
    expect(await outline()).toEqual(['Name', 'Name', 'Items', '  Count', 'Items', '  Count', 'Needed by'])
    await user.click(await findNode('Date “Needed by”'))
    await user.keyboard('{Shift>}')
    await user.click((await screen.findAllByRole('group', { name: 'Text “Name”' }))[0] as HTMLElement)
    await user.keyboard('{/Shift}')
    expect(screen.getByRole('button', { name: 'Wrap in a panel' })).toHaveProperty('disabled', true)
    await user.keyboard('{Control>}c{/Control}{Delete}')
    expect(await outline()).toEqual(['Name', 'Items', '  Count', 'Items', '  Count'])
    screen.getByRole('group', { name: 'Form canvas' }).focus()
    await user.keyboard('{Control>}v{/Control}')
    expect(await outline()).toEqual(['Name', 'Items', '  Count', 'Items', '  Count', 'Name', 'Needed by'])
  })
})
