import { api, type PackageImport, type PackageImportDetails, type PackagePlanItem } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleAdmin'] as const
const page = '/admin/importexport'
const shop = { kind: 'application', key: 'shop', name: 'Shop', application: null } as const
const order = { kind: 'form', key: 'order-form', name: 'Order form', application: 'shop' } as const
const row: PackageImport = {
  ...{ id: 'import-1', fileName: 'shop.millrace', fileSize: 12_000, state: 'read', message: null, total: 3, done: 0 },
  origin: { workplace: 'Halden Works', createdAt: '2026-11-20T16:05:00.000Z', createdBy: 'aylin.d' },
  ...{ createdAt: '2026-11-21T09:00:00.000Z', createdBy: ines, endedAt: null },
  ...{ source: null, reason: null, endedBy: null },
  counts: { created: 0, updated: 0, same: 0, skipped: 0 },
}
const item = (more: Partial<PackagePlanItem>): PackagePlanItem => ({
  ...{
    kind: 'form',
    key: 'order-form',
    name: 'Order form',
    stamp: null,
    result: 'new',
    message: null,
    differences: [],
  },
  ...{ differenceCount: 0, canRename: true, canReplace: true },
  ...more,
})
const details: PackageImportDetails = {
  ...row,
  signature: { fingerprint: 'aaaa bbbb', trust: 'here', isOfInstallation: true },
  items: [
    item({ kind: 'application', key: 'shop', name: 'Shop' }),
    item({
      ...{ result: 'conflict', message: 'It was changed here since the last import.', differenceCount: 1 },
      differences: [{ field: 'design.root.0.props.label', before: 'Name', after: 'Full name' }],
    }),
    item({ kind: 'group', key: 'sales', name: 'Sales', result: 'same', canRename: false }),
  ],
  users: [{ name: 'ann', usedBy: ['Order'] }],
  groups: [],
  connections: [],
  groupChoices: [],
  setUp: [{ kind: 'application', key: 'shop', name: 'Shop', message: 'Deploy the application.', id: null }],
  canRollBack: false,
}
const contents = answer(api.packages.contents, () => ({ items: [shop, order], isMore: false }))
const imports = answer(api.packages.imports, () => [row])
const inbox = answer(api.packages.inbox, () => [])
const preview = answer(api.packages.preview, () => ({
  items: [
    { ...shop, isChosen: true, neededBy: null },
    { ...order, isChosen: false, neededBy: 'Shop' },
  ],
  notes: ['“Order” names a decision “discount”, which does not exist.'],
}))
const people = answer(api.absences.findPeople, () => [ines])
const one = (more: Partial<PackageImportDetails> = {}): Answer[] => [
  answer(api.packages.get, () => ({ ...details, ...more })),
  people,
]

describe('the page of packages', () => {
  it('shows what can be exported, what comes with it, and the last imports', async () => {
    const { user, network } = await renderApp(page, { roles, answers: [contents, imports, inbox, preview] })
    expect(
      screen.queryByRole('button', { name: 'Export package', hidden: true })?.hasAttribute('disabled') ?? true,
    ).toBe(true)
    await user.click(await screen.findByRole('checkbox', { name: 'Shop' }))
    await screen.findByText('The package will contain 2 items:')
    screen.getByText(/needed by Shop/)
    screen.getByText(/does not exist/)
    const table = screen.getByRole('table', { name: 'Last imports' })
    expect(within(table).getByRole('link', { name: 'shop.millrace' }).getAttribute('href')).toBe(
      `${page}?import=import-1`,
    )
    expect(network.callsTo(api.packages.preview).at(-1)?.body).toEqual({
      items: [{ kind: 'application', key: 'shop' }],
      withRows: false,
    })
    expect(await findViolations()).toEqual([])
  })

  it('shows the packages of sources that wait, each with the way to it and to its source', async () => {
    const source = { id: 'one', name: 'Test' }
    const waiting = answer(api.packages.inbox, () => [{ ...row, createdBy: null, source }])
    await renderApp(page, { roles, answers: [contents, answer(api.packages.imports, () => []), waiting] })
    const table = within(await screen.findByRole('table', { name: 'Waiting for approval' }))
    expect(table.getByRole('link', { name: 'shop.millrace' }).getAttribute('href')).toBe(`${page}?import=import-1`)
    expect(table.getByRole('link', { name: 'Test' }).getAttribute('href')).toBe('/admin/package-sources/one')
    expect(await findViolations()).toEqual([])
  })

  it('says what will be there while there is nothing, and shows a failure', async () => {
    const nothing = answer(api.packages.contents, () => ({ items: [], isMore: false }))
    const failing = answer(api.packages.imports, () => refuse('internal', 'A fault of the program.'))
    await renderApp(page, { roles, answers: [nothing, failing, inbox] })
    await screen.findByText(/No items to export yet/)
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching the imports')
  })

  it('says in a sentence why a package is refused', async () => {
    const refusing = answer(api.packages.read, () => refuse('package.invalid', 'The signature is missing.'))
    const { user } = await renderApp(page, { roles, answers: [contents, imports, inbox, refusing] })
    await screen.findByRole('checkbox', { name: 'Shop' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await user.upload(input as HTMLInputElement, new File(['x'], 'shop.millrace'))
    await user.click(screen.getByRole('button', { name: 'Check package' }))
    await screen.findByText('The package was not accepted')
  })
})

describe('an import', () => {
  const address = `${page}?import=import-1`

  it('starts when each conflict is decided and each name is mapped', async () => {
    const start = answer(api.packages.start, () => undefined)
    const { user, network } = await renderApp(address, { roles, answers: [...one(), start] })
    await screen.findByRole('heading', { level: 1, name: 'Import shop.millrace' })
    screen.getByText('2 choices are missing')
    const button = screen.getByRole('button', { name: 'Start import' })
    expect(button.hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Show differences of Order form' }))
    screen.getByText('Full name')
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('combobox', { name: 'Action for Order form' }))
    await user.click(await screen.findByRole('option', { name: 'Rename' }))
    await user.clear(screen.getByRole('textbox', { name: 'New key of Order form' }))
    await user.type(screen.getByRole('textbox', { name: 'New key of Order form' }), 'order-2')
    await user.click(screen.getByRole('checkbox', { name: 'Keep “ann”' }))
    await screen.findByText('All choices are made')
    await user.click(button)
    await waitFor(() => expect(network.callsTo(api.packages.start)).toHaveLength(1))
    expect(network.callsTo(api.packages.start)[0]?.body).toEqual({
      items: [{ kind: 'form', key: 'order-form', action: 'rename', newKey: 'order-2', newName: 'Order form' }],
      ...{ users: { ann: '' }, groups: {}, connections: {}, trust: false },
    })
  })

  it('asks whether an unknown installation is trusted', async () => {
    const unknown = {
      signature: { fingerprint: 'cccc dddd', trust: 'unknown' as const, isOfInstallation: false },
      users: [],
      items: [],
    }
    const { user } = await renderApp(address, { roles, answers: one(unknown) })
    await screen.findByText(/cccc dddd/)
    screen.getByText('1 choice is missing')
    await user.click(screen.getByRole('checkbox', { name: 'Trust packages with this key' }))
    await screen.findByText('All choices are made')
  })

  it('asks whether another workplace of the installation is trusted, and names it', async () => {
    const unknown = { signature: { fingerprint: 'aaaa bbbb', trust: 'unknown' as const, isOfInstallation: true } }
    const { user } = await renderApp(address, { roles, answers: one({ ...unknown, users: [], items: [] }) })
    await screen.findByText(`Do you trust the workplace “${details.origin.workplace}”?`)
    await user.click(screen.getByRole('checkbox', { name: 'Trust packages of this workplace' }))
    await screen.findByText('All choices are made')
  })

  it('shows how it went and what is to be set up, and is rolled back after a question', async () => {
    const done = { state: 'done' as const, canRollBack: true, counts: { created: 3, updated: 0, same: 1, skipped: 0 } }
    const changed = answer(api.packages.rollBack, () => refuse('package.changed', '“Sales” was changed.'))
    const { user } = await renderApp(address, { roles, answers: [...one(done), changed] })
    await screen.findByText('3 new, 0 updated, 1 the same, 0 skipped.')
    screen.getByText(/Deploy the application/)
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Roll back import' }))
    const dialog = await screen.findByRole('dialog', { name: 'Roll back this import?' })
    await user.click(within(dialog).getByRole('button', { name: 'Roll back import' }))
    await within(dialog).findByText('The import was not rolled back')
  })

  it('shows its progress, why it failed, and that it no longer exists', async () => {
    let now: Partial<PackageImportDetails> = { state: 'running', done: 1 }
    const changing = answer(api.packages.get, () => ({ ...details, ...now }))
    await renderApp(address, { roles, answers: [changing] })
    await screen.findByText('Importing 1 of 3 items')
    now = { state: 'failed', message: '“Order”: Expected a name. Nothing was imported.' }
    await screen.findByText('Nothing was imported')
  })

  it('of a source is dismissed with a reason, or approved', async () => {
    const dismiss = answer(api.packages.dismiss, () => undefined)
    const { user, network } = await renderApp(address, {
      roles,
      answers: [...one({ source: { id: 'one', name: 'Test' } }), dismiss, contents, imports, inbox],
    })
    await screen.findByRole('button', { name: 'Approve and import' })
    expect(screen.queryByRole('button', { name: 'Cancel import' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Dismiss package' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss “shop.millrace”?' }))
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Dismiss package' })
    expect(button.disabled).toBe(true)
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Not now')
    await user.click(button)
    await screen.findByRole('table', { name: 'Last imports' })
    expect(network.callsTo(api.packages.dismiss)[0]?.body).toEqual({ reason: 'Not now' })
  })

  it('does not exist under another address', async () => {
    const gone = answer(api.packages.get, () => refuse('thing.not-found', 'None.'))
    await renderApp(address, { roles, answers: [gone] })
    await screen.findByRole('heading', { name: 'Import not found' })
  })
})
