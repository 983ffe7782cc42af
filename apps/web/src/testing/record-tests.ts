import type { Call, Role } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from './find-violations.ts'
import { type Answer, refuse } from './network.ts'
import { renderApp } from './render-app.tsx'
import { createPage, ines } from './things.ts'

interface Place<Calls> {
  /** Of the list: `/usersgroups/groups`. */
  readonly path: string
  readonly roles: readonly Role[]
  /** In sentences: `user property`. */
  readonly noun: string
  readonly calls: Calls
}

interface ListCalls {
  readonly list: Call
  readonly listCount: Call
}

interface RecordCalls extends ListCalls {
  readonly create: Call
  readonly get: Call
  readonly save: Call
  readonly disable?: Call
  readonly restore?: Call
  readonly remove?: Call
}

interface One {
  readonly id: string
  readonly name: string
  readonly revision: number
}

const at = '2030-01-07T09:00:00.000Z'

/** The creation, last change and revision of a record. */
export const written = { revision: 3, createdAt: at, createdBy: ines, updatedAt: at, updatedBy: ines }

const to = (call: Call, reply: () => unknown): Answer => ({ call, reply })

/** What the server answers to a list of these rows. */
function listed({ list, listCount }: ListCalls, rows: object[]): Answer[] {
  return [
    to(list, () => createPage(rows)),
    to(listCount, () => ({ total: rows.length, isCapped: false, isPartial: false })),
  ]
}

const main = (name: string) => screen.findByRole('heading', { level: 1, name })
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
const way = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    .getAllByRole('link')
    .at(-1) as Element

interface ListPage extends Place<ListCalls> {
  /** Several of them: `user properties`. */
  readonly many: string
  /** With the id `one` and the name `First`. */
  readonly row: object
  /** What else its row shows. */
  readonly shows: readonly string[]
  /** The head of a column that it is sorted by, and its name. */
  readonly sorted?: readonly [head: string, name: string]
}

/** Declares the tests of the list page of a record kind. */
export function testListPage({
  path,
  roles,
  noun,
  many,
  calls,
  row: first,
  shows,
  sorted: [head, sort] = ['Created', 'created'],
}: ListPage): void {
  describe(`the page of ${many}`, () => {
    it('lists them, and leads to each and to a new one', async () => {
      await renderApp(path, { roles, answers: listed(calls, [first]) })
      const row = within(await screen.findByRole('row', { name: /First/ }))
      for (const text of shows) row.getByText(text)
      expect(row.getByRole('link', { name: 'First' }).getAttribute('href')).toBe(`${path}/one`)
      expect(screen.getByRole('link', { name: `New ${noun}` }).getAttribute('href')).toBe(`${path}/new`)
      expect(await findViolations()).toEqual([])
    })

    it('sorts and filters at the server, as the address says', async () => {
      const { user, network } = await renderApp(`${path}?name=f`, { roles, answers: listed(calls, [first]) })
      await screen.findByRole('button', { name: 'Name begins with f' })
      await user.click(screen.getByRole('button', { name: `${head}, column menu` }))
      await user.click(await screen.findByRole('menuitem', { name: 'Sort descending' }))
      await waitFor(() => expect(network.callsTo(calls.list).at(-1)?.query).toEqual({ name: 'f', sort: `-${sort}` }))
    })

    it('says so when there are none', async () => {
      await renderApp(path, { roles, answers: listed(calls, []) })
      await screen.findByRole('heading', { name: `No ${many} yet` })
    })

    it('shows a failure with its cause, and can be tried again', async () => {
      const failed = to(calls.list, () => refuse('internal', 'A fault of the program.'))
      const { user, network } = await renderApp(path, { roles, answers: [...listed(calls, []), failed] })
      expect((await screen.findByRole('alert')).textContent).toContain(`Error while fetching ${many}`)
      network.answer(...listed(calls, [first]))
      await user.click(screen.getByRole('button', { name: 'Retry' }))
      await screen.findByRole('row', { name: /First/ })
    })
  })
}

interface RecordPage extends Place<RecordCalls> {
  /** With the id `one`, the name `First` and the revision 3. */
  readonly first: One
  readonly row: object
  /** What else the page asks for. */
  readonly parts?: readonly Answer[]
  /** What it says beside its fields. */
  readonly facts?: readonly string[]
  /** Texts that a new one needs beside its name, by the labels of their fields. */
  readonly fill?: Readonly<Record<string, string>>
  /** The bodies of the calls that save it with another name, and that create it with its name. */
  readonly saved: unknown
  readonly created: unknown
}

/** Declares the tests of the page of a record, and of the page of a new one. */
export function testRecordPage(page: RecordPage): void {
  const { path, noun, calls, first, row, parts = [], facts = ['Id', 'Created', 'Created by'] } = page
  const one = (more: object = {}) => to(calls.get, () => ({ ...first, ...more }))
  const list = listed(calls, [row])
  const open = (place: string, ...answers: Answer[]) =>
    renderApp(`${path}${place}`, { roles: page.roles, answers: [...parts, ...answers] })

  describe(`the page of one ${noun}`, () => {
    it('shows its name, its fields and who created it', async () => {
      await open('/one', one())
      await main('First')
      expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(facts)
      expect((await nameField()).value).toBe('First')
      expect(await findViolations()).toEqual([])
    })

    it('leads back to the list as it was', async () => {
      const { user } = await open('?name=f&sort=-created', ...list, one())
      await user.click(await screen.findByRole('link', { name: 'First' }))
      await main('First')
      await user.click(way())
      await screen.findByRole('button', { name: 'Name begins with f' })
      expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ name: 'f', sort: '-created' })
    })

    it('saves what was changed, with the revision that it began with', async () => {
      const second = { name: 'Second', revision: 4 }
      const save = to(calls.save, () => {
        network.answer(one(second))
        return { ...first, ...second }
      })
      const { user, network } = await open('/one', one(), save)
      const name = await nameField()
      await user.clear(name)
      await user.type(name, 'Second')
      await user.click(screen.getByRole('button', { name: `Save ${noun}` }))
      await main('Second')
      expect(network.callsTo(calls.save)[0]?.body).toEqual(page.saved)
    })

    it('keeps what was entered when it is not saved, and asks before it is left behind', async () => {
      const message = 'Another one has this name already'
      const save = to(calls.save, () => refuse('thing.name-taken', message, [{ where: 'name', message }]))
      const { user } = await open('/one', ...list, one(), save)
      const name = await nameField()
      await user.type(name, ' one')
      await user.click(screen.getByRole('button', { name: `Save ${noun}` }))
      await screen.findByText(message, { selector: '.mantine-InputWrapper-error' })
      expect(name.value).toBe('First one')
      await user.click(way())
      await screen.findByRole('dialog', { name: 'Leave without sending?' })
    })

    const { disable, restore, remove } = calls
    if (disable !== undefined && restore !== undefined)
      it('is disabled with a reason, locked then, and restored', async () => {
        const disabled = { at, by: ines, reason: 'Not needed' }
        const { user, network } = await open(
          '/one',
          one(),
          to(disable, () => {
            network.answer(one({ disabled }))
            return { ...first, disabled }
          }),
          to(restore, () => {
            network.answer(one())
            return first
          }),
        )
        await user.click(await screen.findByRole('button', { name: 'Disable' }))
        const dialog = within(await screen.findByRole('dialog', { name: 'Disable “First”?' }))
        await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Not needed')
        await user.click(dialog.getByRole('button', { name: `Disable ${noun}` }))
        await screen.findByText('Disabled by Ines Duarte')
        expect(network.callsTo(disable)[0]?.query).toEqual({ deletedReason: 'Not needed' })
        expect((await nameField()).readOnly).toBe(true)
        await user.click(screen.getByRole('button', { name: 'Restore' }))
        await waitFor(() => expect(screen.queryByText('Disabled by Ines Duarte')).toBeNull())
      })
    if (remove !== undefined)
      it('is removed after a question, which leads to its list', async () => {
        const { user, network } = await open(
          '/one',
          ...list,
          one(),
          to(remove, () => undefined),
        )
        await user.click(await screen.findByRole('button', { name: `Remove ${noun}` }))
        const dialog = within(await screen.findByRole('dialog', { name: 'Remove “First”?' }))
        await user.click(dialog.getByRole('button', { name: `Remove ${noun}` }))
        await waitFor(() => expect(location.pathname).toBe(path))
        expect(network.callsTo(remove).map(({ params }) => params)).toEqual([{ id: 'one' }])
      })

    it('says so when it does not exist', async () => {
      await open(
        '/nothing',
        to(calls.get, () => refuse('thing.not-found', 'Expected one, but there is none.')),
      )
      await screen.findByRole('heading', { name: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found` })
    })
  })

  describe(`the page of a new ${noun}`, () => {
    it('creates it, and leads to its page', async () => {
      const { user, network } = await open(
        '/new',
        to(calls.create, () => first),
        one(),
      )
      await user.type(await nameField(), 'First')
      for (const [label, text] of Object.entries(page.fill ?? {}))
        await user.type(screen.getByRole('textbox', { name: label }), text)
      await user.click(screen.getByRole('button', { name: `Create ${noun}` }))
      await waitFor(() => expect(location.pathname).toBe(`${path}/one`))
      expect(network.callsTo(calls.create)[0]?.body).toEqual(page.created)
    })
  })
}
