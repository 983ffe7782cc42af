import { api, type ThemeData, type UserTheme } from '@millrace/contract'
import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endPreview } from '../../lib/theme/preview-store.ts'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const roles = ['RoleAdmin'] as const
const data: ThemeData = {
  productName: 'Halden Flow',
  logo: null,
  favicon: null,
  themeCode: 'works',
  menuOnTop: false,
  fixedFooter: false,
}
const works: UserTheme = {
  id: 'theme-1',
  code: 'works',
  name: 'Halden Works',
  variables: '{"light":{"accent":"#7a2e4d"}}',
  usedBy: 0,
}
const nordic: UserTheme = { id: 'theme-2', code: 'nordic', name: 'Halden Nordic', variables: '{}', usedBy: 2 }
const siteData = answer(api.themes.get, () => data)
const listOf = (...themes: UserTheme[]) =>
  answer(api.themes.list, () => ({ error: false, message: null, data: themes }))
const saved = (theme: UserTheme) =>
  answer(api.themes.saveTheme, () => ({ error: false, message: 'Theme saved successfully', data: theme }))

const sheetOfTheme = () => document.querySelector('style[data-theme]')?.textContent ?? ''

async function openDialog(themes: UserTheme[] = [works, nordic], answers: Parameters<typeof renderApp>[1] = {}) {
  const app = await renderApp('/admin/themes', {
    roles,
    answers: [siteData, listOf(...themes), ...(answers.answers ?? [])],
  })
  await app.user.click(await screen.findByRole('button', { name: 'Customize and manage themes' }))
  const dialog = await screen.findByRole('dialog', { name: 'Customize and manage themes' })
  return { ...app, dialog: within(dialog) }
}

afterEach(() => {
  vi.useRealTimers()
  focusManager.setFocused(undefined)
  endPreview()
  document.querySelector('style[data-theme]')?.remove()
})

describe('the look of the workplace', () => {
  it('is shown unchanged', async () => {
    await renderApp('/admin/themes', { roles, answers: [siteData, listOf(works)] })
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Product name' })).value).toBe('Halden Flow')
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Theme' }).value).toBe('Halden Works')
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Menu on top/ }).checked).toBe(false)
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
    expect(document.title).toBe('Themes | Halden Flow')
  })

  it('is saved as far as it was changed', async () => {
    const { user, network } = await renderApp('/admin/themes', {
      roles,
      answers: [siteData, listOf(works), answer(api.themes.save, () => ({ ...data, menuOnTop: true }))],
    })
    await user.click(await screen.findByRole('switch', { name: /^Menu on top/ }))
    screen.getByText('1 unsaved change')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByText('Theme saved successfully')
    const body = network.callsTo(api.themes.save)[0]?.body as FormData
    expect([...body]).toEqual([['menuOnTop', 'true']])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
  })

  it('keeps what is typed when it is asked for again and cannot be fetched', async () => {
    const { user, network } = await renderApp('/admin/themes', { roles, answers: [siteData, listOf(works)] })
    await user.type(await screen.findByRole('textbox', { name: 'Product name' }), ' 2')
    network.answer(answer(api.themes.get, () => refuse('internal', 'A fault.')))
    // As whoever comes back from another window after a while.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
    act(() => {
      focusManager.setFocused(false)
      focusManager.setFocused(true)
    })
    await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Product name' }).value).toBe('Halden Flow 2')
  })

  it('takes a logo of an allowed type and size, and refuses others before they are sent', async () => {
    globalThis.URL.createObjectURL = () => 'blob:logo'
    globalThis.URL.revokeObjectURL = () => {}
    const { user } = await renderApp('/admin/themes', { roles, answers: [siteData, listOf()] })
    await screen.findByRole('button', { name: 'Choose logo' })
    const [logo] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
    if (!logo) throw new Error('Expected a place for the logo, but there is none.')
    await user.upload(logo, new File([new Uint8Array(512_001)], 'big.png', { type: 'image/png' }))
    await screen.findByText('You cannot upload file with size more than 0.5mb')
    await user.upload(logo, new File(['x'], 'logo.svg', { type: 'image/svg+xml' }))
    await screen.findByText('logo.svg, not saved yet')
    screen.getByText('1 unsaved change')
  })

  it('loses its logo at once, or says why not', async () => {
    const withLogo = answer(api.themes.get, () => ({ ...data, logo: '/api/admin/themes-api/logo?v=1' }))
    const { user, network } = await renderApp('/admin/themes', {
      roles,
      answers: [withLogo, listOf(), answer(api.themes.removeLogo, () => refuse('internal', 'A fault of the program.'))],
    })
    await user.click(await screen.findByRole('button', { name: 'Remove logo' }))
    await screen.findByText('Error while removing logo')
    network.answer(siteData)
    network.answer(answer(api.themes.removeLogo, () => data))
    await user.click(screen.getByRole('button', { name: 'Remove logo' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove logo' })).toBeNull())
  })

  it('keeps what was entered when it is refused', async () => {
    const { user } = await renderApp('/admin/themes', {
      roles,
      answers: [siteData, listOf(), answer(api.themes.save, () => refuse('request.invalid', 'Expected plain text.'))],
    })
    await user.type(await screen.findByRole('textbox', { name: 'Product name' }), '<b>')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Enter plain text.')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Product name' }).value).toBe('Halden Flow<b>')
  })
})

describe('the themes', () => {
  it('begin with the way to make the first one', async () => {
    const { dialog } = await openDialog([])
    dialog.getByRole('heading', { name: 'No custom themes yet' })
    expect(dialog.getAllByRole('button', { name: 'Add new' }).length).toBeGreaterThan(0)
  })

  it('are added with name and code, under preview mode', async () => {
    const { user, network, dialog } = await openDialog([works], { answers: [saved(nordic)] })
    await user.click(dialog.getByRole('button', { name: 'Add new' }))
    await screen.findByRole('button', { name: 'Exit preview mode' })
    await user.click(dialog.getByRole('button', { name: 'Save theme' }))
    dialog.getByText('Enter a name.')
    dialog.getByText('Enter a code.')
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Halden Nordic')
    await user.type(dialog.getByRole('textbox', { name: 'Code' }), 'nordic')
    const accent = dialog.getByRole('textbox', { name: 'Accent' })
    await user.clear(accent)
    await user.type(accent, '#1C55A6')
    await waitFor(() => expect(sheetOfTheme()).toContain('--app-accent:#1c55a6'))
    dialog.getByText('3 unsaved changes')
    network.answer(listOf(works, nordic))
    await user.click(dialog.getByRole('button', { name: 'Save theme' }))
    await screen.findByText('Theme saved successfully')
    expect(network.callsTo(api.themes.saveTheme)[0]?.body).toEqual({
      name: 'Halden Nordic',
      code: 'nordic',
      variables: '{"light":{"accent":"#1c55a6"}}',
    })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Exit preview mode' })).toBeNull())
    await dialog.findByRole('heading', { name: 'Halden Nordic' })
  })

  it('are asked for before their changes are dropped', async () => {
    const { user, dialog } = await openDialog([works])
    await user.click(dialog.getByRole('button', { name: 'Edit' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2')
    for (const button of ['Discard', 'Close themes']) {
      await user.click(dialog.getByRole('button', { name: button }))
      const asked = within(await screen.findByRole('dialog', { name: 'Discard the changes to this theme?' }))
      await user.click(asked.getByRole('button', { name: 'Keep editing' }))
      expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Halden Works 2')
    }
  })

  it('are edited without their code', async () => {
    const { user, network, dialog } = await openDialog([works], { answers: [saved(works)] })
    await user.click(dialog.getByRole('button', { name: 'Edit' }))
    expect(dialog.queryByRole('textbox', { name: 'Code' })).toBeNull()
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2')
    await user.click(dialog.getByRole('button', { name: 'Save theme' }))
    await screen.findByText('Theme saved successfully')
    expect(network.callsTo(api.themes.saveTheme)[0]?.body).toEqual({
      id: 'theme-1',
      name: 'Halden Works 2',
      variables: works.variables,
    })
  })

  it('say at the field what the server says of it', async () => {
    const message = 'Theme cannot be created as theme name already exists'
    const { user, dialog } = await openDialog([works], {
      answers: [answer(api.themes.saveTheme, () => refuse('thing.name-taken', message))],
    })
    await user.click(dialog.getByRole('button', { name: 'Edit' }))
    await user.click(dialog.getByRole('button', { name: 'Save theme' }))
    await dialog.findByText(message)
    expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
  })

  it('want one to be picked before it is edited or deleted', async () => {
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: /^Default/ }))
    await user.click(dialog.getByRole('button', { name: 'Edit' }))
    dialog.getByText('Please select a theme to edit or create new theme')
    await user.click(dialog.getByRole('button', { name: 'Delete theme' }))
    dialog.getByText('Please select a theme to delete')
  })

  it('warn of colours that are hard to read, and offer better ones', async () => {
    const { user, dialog } = await openDialog([works])
    await user.click(dialog.getByRole('button', { name: 'Edit' }))
    const secondary = dialog.getByRole('textbox', { name: 'Secondary text' })
    await user.clear(secondary)
    await user.type(secondary, '8D8489')
    dialog.getByText('1 colour has low contrast')
    await user.click(dialog.getByRole('button', { name: /^Use #[0-9A-F]{6} \(4\.\d : 1\)$/ }))
    expect(dialog.queryByText('1 colour has low contrast')).toBeNull()
  })

  it('break no rule of accessibility, looked at or edited', async () => {
    const { user, dialog } = await openDialog()
    expect(await findViolations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Edit' }))
    expect(await findViolations()).toEqual([])
  })

  it('name an invalid colour, and keep the last good one', async () => {
    const { user, dialog } = await openDialog([works])
    await user.click(dialog.getByRole('button', { name: 'Edit' }))
    const desk = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Page background' })
    await user.clear(desk)
    await user.type(desk, 'url(x)')
    dialog.getByText('Enter six hexadecimal digits, for example #006D7D.')
    expect(sheetOfTheme()).toContain('--app-desk:#f4f5f7')
  })

  it('are restored when preview mode is left, and when the dialog is closed', async () => {
    const { user, dialog } = await openDialog()
    await waitFor(() => expect(sheetOfTheme()).toContain('--app-accent:#7a2e4d'))
    await user.click(dialog.getByRole('button', { name: /^Halden Nordic/ }))
    await user.click(dialog.getByRole('button', { name: 'Preview' }))
    await waitFor(() => expect(sheetOfTheme()).not.toContain('#7a2e4d'))
    await user.click(screen.getByRole('button', { name: 'Exit preview mode' }))
    await waitFor(() => expect(sheetOfTheme()).toContain('--app-accent:#7a2e4d'))
    await user.click(dialog.getByRole('button', { name: 'Preview' }))
    await user.click(dialog.getByRole('button', { name: 'Close themes' }))
    await waitFor(() => expect(sheetOfTheme()).toContain('--app-accent:#7a2e4d'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Exit preview mode' })).toBeNull()
  })

  it('are deleted by their name when someone uses them', async () => {
    const { user, network, dialog } = await openDialog([works, nordic], {
      answers: [
        answer(api.themes.removeTheme, () => ({ error: false, message: 'Theme deleted successfully', data: null })),
      ],
    })
    await user.click(dialog.getByRole('button', { name: /^Halden Nordic/ }))
    await user.click(dialog.getByRole('button', { name: 'Delete theme' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete theme Halden Nordic?' }))
    question.getByText('2 users have chosen it')
    expect(question.getByRole<HTMLButtonElement>('button', { name: 'Delete theme' }).disabled).toBe(true)
    await user.type(question.getByRole('textbox'), 'Halden Nordic')
    network.answer(listOf(works))
    await user.click(question.getByRole('button', { name: 'Delete theme' }))
    await screen.findByText('Theme deleted successfully')
    expect(network.callsTo(api.themes.removeTheme)[0]?.params).toEqual({ id: 'theme-2' })
    await waitFor(() => expect(dialog.queryByRole('button', { name: /^Halden Nordic/ })).toBeNull())
  })
})

describe('a user’s own theme', () => {
  const profile = (themeCode: string) =>
    answer(api.profile.get, () => ({
      user: { id: '1', username: 'ines', firstName: null, lastName: null, email: null },
      customer_reference: null,
      organisation_reference: null,
      themeCode,
      language: null,
    }))

  it('goes before the workplace’s, as long as it exists', async () => {
    const dark: UserTheme = { ...nordic, variables: '{"light":{"desk":"#123456"}}' }
    await renderApp('/admin/themes', { roles, answers: [siteData, listOf(works, dark), profile('nordic')] })
    await waitFor(() => expect(sheetOfTheme()).toContain('--app-desk:#123456'))
  })

  it('gives way when it no longer exists', async () => {
    await renderApp('/admin/themes', { roles, answers: [siteData, listOf(works), profile('gone')] })
    await waitFor(() => expect(sheetOfTheme()).toContain('--app-accent:#7a2e4d'))
  })
})
