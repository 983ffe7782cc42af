import { api, type Binding } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ines } from '../../testing/things.ts'

const archive: Binding = {
  name: 'org.example.Archive',
  boundTo: { kind: 'expression', language: 'feel', text: 'amount > 10' },
  changedAt: '2026-11-19T08:00:00.000Z',
  changedBy: ines,
}
const printer: Binding = { ...archive, name: '${printer}', boundTo: { kind: 'external', topic: 'print' } }
const list = answer(api.bindings.list, () => [archive, printer])
const saved = answer(api.bindings.save, () => archive)

const address = '/processengine/bindings'
const open = (path: string, ...answers: Answer[]) => renderApp(path, { roles: ['RoleProcessAdmin'], answers })
const findDialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

describe('the bindings', () => {
  it('stand with what runs for each name', async () => {
    await open(address, list)
    const table = within(await screen.findByRole('table', { name: 'Bindings' }))
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .slice(0, 2)
            .map((cell) => cell.textContent),
        ),
    ).toEqual([
      ['org.example.Archive', 'An expression amount > 10'],
      ['${printer}', 'An external worker print'],
    ])
    expect(await findViolations()).toEqual([])
  })

  it('say so when there are none, and when they cannot be fetched', async () => {
    const { network, user } = await open(
      address,
      answer(api.bindings.list, () => refuse('internal', 'A fault.')),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching bindings')
    network.answer(answer(api.bindings.list, () => []))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No bindings yet' })
  })

  it('are added by name', async () => {
    const { user, network } = await open(address, list, saved)
    await user.click(await screen.findByRole('button', { name: 'Add binding' }))
    const dialog = await findDialog('Bind a class or bean')
    await user.click(dialog.getByRole('button', { name: 'Save binding' }))
    dialog.getByText('Enter the class or bean that the model names.')
    dialog.getByText('Enter an expression, a script or a topic.')
    await user.type(dialog.getByRole('textbox', { name: 'Class or bean' }), ' org.example.Printer ')
    await user.type(dialog.getByRole('textbox', { name: 'Expression' }), '1')
    await user.click(dialog.getByRole('button', { name: 'Save binding' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(network.callsTo(api.bindings.save).map(({ params, body }) => [params, body])).toEqual([
      [{ name: 'org.example.Printer' }, { kind: 'expression', language: 'uel', text: '1' }],
    ])
  })

  it('are not replaced by one that is added under the same name', async () => {
    const { user, network } = await open(address, list, saved)
    await user.click(await screen.findByRole('button', { name: 'Add binding' }))
    const dialog = await findDialog('Bind a class or bean')
    await user.type(dialog.getByRole('textbox', { name: 'Class or bean' }), 'org.example.Archive')
    await user.type(dialog.getByRole('textbox', { name: 'Expression' }), '1')
    await user.click(dialog.getByRole('button', { name: 'Save binding' }))
    dialog.getByText('This class or bean has a binding already. Edit that binding.')
    expect(network.callsTo(api.bindings.save)).toEqual([])
  })

  it('keep their language when they are edited, and give the focus back', async () => {
    const { user, network } = await open(address, list, saved)
    const edit = await screen.findByRole('button', { name: 'Edit the binding of org.example.Archive' })
    await user.click(edit)
    const dialog = await findDialog('Binding of “org.example.Archive”')
    const field = dialog.getByRole('textbox', { name: 'Expression' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.type(field, '0')
    await user.click(dialog.getByRole('button', { name: 'Save binding' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(network.callsTo(api.bindings.save)[0]?.body).toEqual({
      kind: 'expression',
      language: 'feel',
      text: 'amount > 100',
    })
    await waitFor(() => expect(document.activeElement).toBe(edit))
  })

  it('one whose answer comes late does not close the dialog of another', async () => {
    let arrive = () => {}
    const late = new Promise<Binding>((resolve) => {
      arrive = () => resolve(archive)
    })
    const { user } = await open(
      address,
      list,
      answer(api.bindings.save, () => late),
    )
    await user.click(await screen.findByRole('button', { name: 'Edit the binding of org.example.Archive' }))
    const first = await findDialog(/Archive/)
    await user.click(first.getByRole('button', { name: 'Save binding' }))
    await user.click(first.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: /^Edit the binding of .*printer/ }))
    await findDialog(/printer/)
    arrive()
    await screen.findByText('Binding saved')
    await findDialog(/printer/)
  })

  it('an address with a name asks what is to run for it', async () => {
    await open(`${address}?name=org.example.Printer`, list)
    const dialog = await findDialog('Binding of “org.example.Printer”')
    expect(dialog.queryByRole('textbox', { name: 'Class or bean' })).toBeNull()
  })

  it('an address whose name is empty shows the list alone', async () => {
    await open(`${address}?name=`, list)
    await screen.findByRole('table', { name: 'Bindings' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are removed after a question', async () => {
    const { user, network } = await open(
      address,
      list,
      answer(api.bindings.delete, () => undefined),
    )
    await user.click(await screen.findByRole('button', { name: 'Remove the binding of org.example.Archive' }))
    const dialog = await findDialog('Remove the binding of “org.example.Archive”?')
    await user.click(dialog.getByRole('button', { name: 'Remove binding' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(network.callsTo(api.bindings.delete)[0]?.params).toEqual({ name: 'org.example.Archive' })
  })
})
