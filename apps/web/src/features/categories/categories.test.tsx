import { type AnswerOf, api } from '@millrace/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ines } from '../../testing/things.ts'

type Data = AnswerOf<typeof api.categoryDesigns.get>
type Category = Data['categories'][number]

const create = (id: string, more: Partial<Category> = {}): Category => ({
  id,
  name: id,
  description: '',
  icon: null,
  roles: [],
  groups: [],
  parentId: null,
  revision: 1,
  updatedAt: '2026-11-19T08:00:00.000Z',
  updatedBy: ines,
  designs: 0,
  ...more,
})
const data: Data = {
  categories: [
    create('Finance', { description: 'Money.', groups: ['clerks'], designs: 2 }),
    create('Travel', { parentId: 'Finance' }),
    create('People'),
  ],
  processes: [
    { key: 'invoice', name: 'Invoice approval', categoryId: 'Finance' },
    { key: 'absence', name: 'Absence request', categoryId: null },
  ],
  groups: [{ key: 'clerks', name: 'Clerks' }],
}
const all = answer(api.categoryDesigns.get, () => data)
const open = (search: string, ...answers: Answer[]) =>
  renderApp(`/design/categories${search}`, { roles: ['RoleDesign'], answers })

describe('the page of categories', () => {
  it('shows the tree with the number of processes, and opens one', async () => {
    const { user } = await open('', all)
    const tree = within(await screen.findByRole('tree', { name: 'Categories' }))
    expect(tree.getAllByRole('treeitem').map((item) => item.getAttribute('data-value'))).toEqual([
      'Finance',
      'Travel',
      'People',
    ])
    tree.getByRole('img', { name: 'Restricted' })
    await screen.findByRole('heading', { name: 'No category selected' })
    await user.click(tree.getByText('Finance'))
    await screen.findByRole('heading', { level: 2, name: 'Finance' })
    expect(location.search).toBe('?category=Finance')
    screen.getByText('Invoice approval')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Finance')
    expect(await findViolations()).toEqual([])
  })

  it('says so when there are none, and when they cannot be fetched', async () => {
    const { network, user } = await open(
      '',
      answer(api.categoryDesigns.get, () => refuse('internal', 'A fault.')),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching Categories')
    network.answer(answer(api.categoryDesigns.get, () => ({ ...data, categories: [] })))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No categories yet' })
  })

  it('shows the changes of somebody who saved a category first, and keeps the entries', async () => {
    const { user, network } = await open(
      '?category=Finance',
      all,
      answer(api.categoryDesigns.save, () =>
        refuse('thing.changed', 'Expected it as it was.', [{ where: 'updatedBy', message: 'Ada' }]),
      ),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Description' }), ' Ours.')
    await user.click(screen.getByRole('button', { name: 'Save category' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Ada')
    const theirs = create('Finance', { name: 'Finances', description: 'Money.', groups: ['clerks'], revision: 2 })
    network.answer(answer(api.categoryDesigns.get, () => ({ ...data, categories: [theirs] })))
    await user.click(screen.getByRole('button', { name: 'Load these changes' }))
    await screen.findByText('Name: Finance → Finances')
    await user.click(screen.getByRole('button', { name: 'Save category' }))
    await waitFor(() =>
      expect(network.callsTo(api.categoryDesigns.save)[1]?.body).toMatchObject({
        ...{ name: 'Finances', description: 'Money. Ours.', revision: 2 },
      }),
    )
  })

  it('creates a category below another, and keeps what was typed when its name is taken', async () => {
    const { user, network } = await open(
      '?new=1&below=Finance',
      all,
      answer(api.categoryDesigns.create, () => refuse('thing.name-taken', 'A category has this name already')),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Loans')
    await user.click(screen.getByRole('button', { name: 'Create category' }))
    expect((await screen.findByRole('alert')).textContent).toContain('A category has this name already')
    expect(network.callsTo(api.categoryDesigns.create).map(({ body }) => body)).toEqual([
      { name: 'Loans', description: '', icon: null, roles: [], groups: [], parentId: 'Finance' },
    ])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Loans')
  })

  it('saves what was changed, with the revision that it was started with', async () => {
    const { user, network } = await open(
      '?category=Finance',
      all,
      answer(api.categoryDesigns.save, () => create('Finance', { revision: 2 })),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Description' }), ' More.')
    await user.click(screen.getByRole('button', { name: 'Save category' }))
    await screen.findByText('Category saved')
    expect(network.callsTo(api.categoryDesigns.save).map(({ body }) => body)).toEqual([
      { name: 'Finance', description: 'Money. More.', icon: null, roles: [], groups: ['clerks'], revision: 1 },
    ])
  })

  it('moves with Alt and the arrow keys, and says where to', async () => {
    const { network } = await open(
      '',
      all,
      answer(api.categoryDesigns.move, () => undefined),
    )
    const people = (await screen.findAllByRole('treeitem')).find((item) => item.dataset.value === 'People')
    if (people === undefined) throw new Error('Expected People.')
    fireEvent.keyDown(people, { key: 'ArrowDown', code: 'ArrowDown', altKey: true })
    fireEvent.keyDown(people, { key: 'ArrowRight', code: 'ArrowRight', altKey: true })
    await waitFor(() =>
      expect(network.callsTo(api.categoryDesigns.move).map(({ body }) => body)).toEqual([
        { parentId: 'Finance', before: null },
      ]),
    )
    await screen.findByText('People moved: in Home, 2 of 2')
  })

  it('says what is in the way of deleting one', async () => {
    const message = 'The category is in use: 1 deployed process. Move them first.'
    const { user } = await open(
      '?category=Finance',
      all,
      answer(api.categoryDesigns.remove, () => refuse('category.in-use', message)),
    )
    await user.click(await screen.findByRole('button', { name: 'Delete category' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Finance?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete category' }))
    await dialog.findByText(message)
  })

  it('takes a process out of a category', async () => {
    const { user, network } = await open(
      '?category=Finance',
      all,
      answer(api.categoryDesigns.placeProcess, () => undefined),
    )
    await user.click(await screen.findByRole('button', { name: 'Remove Invoice approval from the category' }))
    await screen.findByText('Invoice approval moved to Home')
    expect(network.callsTo(api.categoryDesigns.placeProcess).map(({ body }) => body)).toEqual([{ categoryId: null }])
  })

  it('says that a category no longer exists', async () => {
    await open('?category=Gone', all)
    await screen.findByRole('heading', { name: 'Category not found' })
  })
})
