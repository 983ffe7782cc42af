import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { announceSessionEnding } from '../../../web/src/lib/session/session-ending.ts'
import type { DesignSave } from '../designer-port.ts'
import { buildDesign } from '../testing/build-design.ts'
import { createMemoryPort } from '../testing/memory-port.ts'
import { renderDesigner } from '../testing/render-designer.tsx'

const designerJson = buildDesign([{ id: 'a', type: 'text', key: 'name', label: 'Name' }])
const other = buildDesign([{ id: 'a', type: 'date', key: 'name', label: 'Needed by' }])
const port = (options: Parameters<typeof createMemoryPort>[0] = {}) => createMemoryPort({ designerJson, ...options })
type User = Awaited<ReturnType<typeof renderDesigner>>['user']

const openDialog = async (user: User, entry: string, title: string) => {
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
  return within(await screen.findByRole('dialog', { name: title }))
}

afterEach(() => vi.useRealTimers())

describe('a design', () => {
  it('is opened without a mark of a change, with what the page passes in hidden fields', async () => {
    let isDirty = () => true
    await renderDesigner({ port: port({ timeout: 900 }), onGuard: (given) => (isDirty = given) })
    screen.getByText('Version 1')
    expect(isDirty()).toBe(false)
    const hidden = [...document.querySelectorAll<HTMLInputElement>('input[type=hidden]')]
    expect(Object.fromEntries(hidden.map(({ id, value }) => [id, value]))).toEqual({
      applicationId: 'a1',
      formId: 'f1',
      formTemplateId: '',
      formName: 'Purchase request',
      isTemplate: 'false',
      sessionTimeout: '900',
      contextPath: '',
    })
    expect(screen.queryByText('This form has no design yet')).toBeNull()
  })

  it('that is empty is reported as an error, with the next step', async () => {
    await renderDesigner({ port: createMemoryPort() })
    await screen.findByText('This form has no design yet')
    screen.getByText('Select a component on the left, or import a form.')
    screen.getByText('Not saved yet')
  })

  it('is saved with what it compiles to, and says so', async () => {
    let isDirty = () => true
    const { user, port: server } = await renderDesigner({ port: port(), onGuard: (given) => (isDirty = given) })
    await user.click(screen.getByRole('button', { name: 'Number' }))
    screen.getByText('Version 1, changed')
    expect(isDirty()).toBe(true)
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText('Form designer saved successfully')
    screen.getByText('Version 2')
    expect(isDirty()).toBe(false)
    const [saved] = server.saved
    expect(JSON.parse(saved?.designerJson ?? '').root).toHaveLength(2)
    expect(JSON.parse(saved?.renderedJson ?? '')).toMatchObject({ schema: 2, hash: expect.any(String) })
    expect(saved).toMatchObject({ version: 1, token: 'own' })
    // What was undone back to what was saved is not changed.
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    screen.getByText('Version 2, changed')
    await user.click(screen.getByRole('button', { name: 'Redo' }))
    screen.getByText('Version 2')
  })

  it('is one version, however often it is saved without a change between', async () => {
    const { user, port: server } = await renderDesigner({ port: port() })
    await user.click(screen.getByRole('button', { name: 'Number' }))
    await user.dblClick(screen.getByRole('button', { name: 'Save version' }))
    await screen.findByText('Version 2')
    await user.keyboard('{Control>}s{/Control}')
    expect(server.saved).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.click(screen.getByRole('button', { name: 'Save version' }))
    await screen.findByText('Version 3')
    expect(server.saved).toHaveLength(2)
  })

  it('that is changed and saved while it is being saved is the next version', async () => {
    const server = port()
    const turns: (() => void)[] = []
    const slow = {
      ...server,
      save: (given: DesignSave) => new Promise<void>((go) => turns.push(go)).then(() => server.save(given)),
    }
    const { user } = await renderDesigner({ port: slow })
    await user.click(screen.getByRole('button', { name: 'Number' }))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(turns).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Checkbox' }))
    await user.keyboard('{Control>}s{/Control}')
    act(() => turns[0]?.())
    await waitFor(() => expect(turns).toHaveLength(2))
    act(() => turns[1]?.())
    await screen.findByText('Version 3')
    expect(server.saved.map(({ version, designerJson }) => [version, JSON.parse(designerJson).root.length])).toEqual([
      [1, 2],
      [2, 3],
    ])
  })

  it('that the server refuses stays unchanged', async () => {
    const { user, port: server } = await renderDesigner({ port: port() })
    await user.click(screen.getByRole('button', { name: 'Number' }))
    server.failure = new Error('The line is down.')
    await user.click(screen.getByRole('button', { name: 'Save version' }))
    await screen.findByText('Could not process your request')
    screen.getByText('The line is down. Your changes are kept.')
    screen.getByText('Version 1, changed')
  })

  it('that cannot run is not sent: its problems are shown', async () => {
    const { user, port: server } = await renderDesigner({ port: port() })
    await user.click(await screen.findByRole('group', { name: 'Text “Name”' }))
    await user.clear(screen.getByRole('textbox', { name: 'Key' }))
    await user.click(screen.getByRole('button', { name: 'Save version' }))
    await screen.findByText('1 problem prevents the form from running. Fix it, then save.')
    await screen.findByRole('region', { name: 'Checks' })
    expect(server.saved).toEqual([])
  })
})

describe('the keys', () => {
  it('are all reported by the question mark, unless it is typed, and by the menu', async () => {
    const { user } = await renderDesigner({ port: port() })
    await user.click(screen.getByRole('searchbox', { name: 'Search components' }))
    await user.keyboard('?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{Backspace}')
    await user.click(await screen.findByRole('group', { name: 'Text “Name”' }))
    await user.keyboard('?')
    const title = 'Keyboard shortcuts of the form designer'
    const rows = within(await screen.findByRole('dialog', { name: title })).getAllByRole('definition')
    expect(rows.map((row) => [...row.querySelectorAll('kbd')].map((key) => key.textContent).join(' '))).toEqual([
      '/',
      '↑ ↓',
      'Shift ↑ Shift ↓',
      'Alt ↑ Alt ↓',
      'Alt → Alt ←',
      'F2',
      'Ctrl C Ctrl X Ctrl V',
      'Ctrl D',
      'Delete',
      'Esc',
      'Ctrl Z',
      'Ctrl Y',
      'Ctrl S',
      '?',
    ])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openDialog(user, 'Keyboard shortcuts (?)', title)
  })
})

describe('the history', () => {
  it('compares versions and restores one', async () => {
    const { user, outline } = await renderDesigner({ port: port() })
    await user.click(screen.getByRole('button', { name: 'Number' }))
    await user.click(screen.getByRole('button', { name: 'Save version' }))
    await screen.findByText('Version 2')
    await user.click(screen.getByRole('button', { name: 'History' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'History' }))
    await user.click(await dialog.findByRole('button', { name: 'Compare version 1' }))
    const comparison = within(await dialog.findByRole('region', { name: 'From version 1 to the current version' }))
    expect(comparison.getByRole('listitem').textContent).toContain('Added: Number “Number”')
    await user.click(dialog.getByRole('button', { name: 'Restore version 1' }))
    await screen.findByText('Version 3')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await outline()).toEqual(['Name'])
  })
})

describe('another design', () => {
  it('of a form is imported, which marks this one as changed', async () => {
    const { user, outline } = await renderDesigner({ port: port({ forms: { Order: other } }) })
    const dialog = await openDialog(user, 'Import form…', 'Choose a form')
    await user.click(await dialog.findByRole('button', { name: 'Save' }))
    dialog.getByText('Select an entry first.')
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Form' }), 'Order (Purchasing)')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Version 1, changed')
    expect(await outline()).toEqual(['Name', 'Needed by'])
  })

  it.each([
    ['Append template…', 'false', ['Name', 'Needed by']],
    ['Replace by template…', 'true', ['Needed by']],
  ])('of a template: %s', async (entry, flag, expected) => {
    const { user, outline } = await renderDesigner({ port: port({ templates: { Dates: other } }) })
    const dialog = await openDialog(user, entry, 'Choose a template')
    expect(document.querySelector<HTMLInputElement>('input[name=replaceDesign]')?.value).toBe(flag)
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Form template' }), 'Dates')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Version 1, changed')
    expect(await outline()).toEqual(expected)
  })
})

describe('a file', () => {
  it('is read with a report, line by line, and imported', async () => {
    const server = port()
    server.readFile = async (text) => ({
      format: 'form-js',
      designerJson: text,
      mapped: 1,
      notes: [{ at: 'components[1]', kind: 'left-out', message: 'There is nothing like iframe.' }],
    })
    const { user, outline, findViolations } = await renderDesigner({ port: server })
    const dialog = await openDialog(user, 'Import file…', 'Import a file')
    expect(dialog.queryByRole('button', { name: 'Import' })).toBeNull()
    await user.upload(dialog.getByLabelText('Choose file…', { selector: 'input' }), new File([other], 'leave.form'))
    await dialog.findByText('“leave.form” is a form of form-js. 1 component was read.')
    const [, row] = dialog.getAllByRole('row')
    expect(row?.textContent).toBe('components[1]Left out: There is nothing like iframe.')
    expect(await findViolations()).toEqual([])
    screen.getByText('Version 1')
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    await screen.findByText('Version 1, changed')
    expect(await outline()).toEqual(['Name', 'Needed by'])
  })

  it('that is no form says so, and changes nothing', async () => {
    const { user } = await renderDesigner({ port: port() })
    const dialog = await openDialog(user, 'Import file…', 'Import a file')
    await user.upload(dialog.getByLabelText('Choose file…', { selector: 'input' }), new File(['x'], 'x.json'))
    await dialog.findByText('Expected a form, but this server reads none.')
    screen.getByText('Version 1')
  })
})

it('where the form is used is reported, and what it was created with is remembered', async () => {
  const server = port({ templates: { Dates: other } })
  server.listUses = async () => ({
    processes: [{ process: 'Ordering', version: 3, elementId: 'check', step: 'Check the order' }],
    forms: [{ id: 'x', name: 'Customer', application: 'Sales' }],
  })
  const { user, findViolations } = await renderDesigner({ port: server })
  const dialog = await openDialog(user, 'Used by', 'Used by')
  await dialog.findByText('Ordering, version 3: Check the order')
  dialog.getByText('Customer (Sales)')
  expect(await findViolations()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  const choose = await openDialog(user, 'Append template…', 'Choose a template')
  await user.selectOptions(await choose.findByRole('combobox', { name: 'Form template' }), 'Dates')
  await user.click(choose.getByRole('button', { name: 'Save' }))
  await user.click(screen.getByRole('button', { name: 'Save version' }))
  await screen.findByText('Version 2')
  expect(JSON.parse(server.saved[0]?.designerJson ?? '').settings.takenFrom).toEqual(['Dates'])
})

describe('auto save', () => {
  it('is set with its limits', async () => {
    const { user, port: server, findViolations } = await renderDesigner({ port: port({ timeout: 900 }) })
    const dialog = await openDialog(user, 'Auto save…', 'Auto save')
    dialog.getByText('Interval value is in seconds and max value:1760, min value:60')
    const interval = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Interval' })
    expect(interval.disabled).toBe(true)
    await user.click(dialog.getByRole('switch', { name: 'Auto save' }))
    expect(interval.value).toBe('60')
    for (const [value, fault] of [
      ['59', 'Enter 60 or more.'],
      ['1761', 'Enter 1760 or less.'],
      ['891', 'Enter 890 or less: the session ends before that.'],
    ] as const) {
      await user.clear(interval)
      await user.type(interval, value)
      await user.click(dialog.getByRole('button', { name: 'Save' }))
      await dialog.findByText(fault)
    }
    expect(await findViolations()).toEqual([])
    await user.clear(interval)
    await user.type(interval, '120')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Auto save data updated successfully')
    expect(server.autoSave).toEqual({ isOn: true, interval: 120 })
  })

  it('keeps what is not saved when its time has come', async () => {
    const server = port()
    server.autoSave = { isOn: true, interval: 60 }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { user } = await renderDesigner({ port: server })
    await screen.findByText('auto save every 60 s')
    await act(async () => vi.advanceTimersByTime(60_000))
    expect(server.kept).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Number' }))
    await act(async () => vi.advanceTimersByTime(59_000))
    expect(server.kept).toEqual([])
    await act(async () => vi.advanceTimersByTime(1_000))
    expect(server.kept.map((text) => JSON.parse(text).root.length)).toEqual([2])
    await screen.findByText(/recovery copy saved at \d\d:\d\d:\d\d, auto save every 60 s/)
    screen.getByText('Version 1, changed')
  })
})

describe('work that was not saved', () => {
  it('is offered again, and restored', async () => {
    const first = await renderDesigner({ port: port() })
    await first.user.click(screen.getByRole('button', { name: 'Number' }))
    await expect.poll(() => Object.keys(localStorage)).toContain('millrace.design.halden.user-1.f1')
    const { cleanup } = await import('@testing-library/react')
    cleanup()
    const { user, outline } = await renderDesigner({ port: port() })
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore unsaved changes?' }))
    await user.click(dialog.getByRole('button', { name: 'Restore changes' }))
    await screen.findByText('Version 1, changed')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await outline()).toEqual(['Name', 'Number'])
  })

  it('comes back also while another user is editing the design', async () => {
    const first = await renderDesigner({ port: port() })
    await first.user.click(screen.getByRole('button', { name: 'Number' }))
    await expect.poll(() => Object.keys(localStorage)).toContain('millrace.design.halden.user-1.f1')
    const { cleanup } = await import('@testing-library/react')
    cleanup()
    const { user, outline } = await renderDesigner({ port: port({ lockedBy: 'Tomasz Wieczorek' }) })
    await screen.findByText('Tomasz Wieczorek is editing this form')
    await user.click(screen.getByRole('button', { name: 'Restore changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await outline()).toEqual(['Name', 'Number'])
  })

  it('is offered beside a version that somebody saved since, with both times and what differs', async () => {
    const first = await renderDesigner({ port: port() })
    await first.user.click(screen.getByRole('button', { name: 'Number' }))
    await expect.poll(() => Object.keys(localStorage)).toContain('millrace.design.halden.user-1.f1')
    const { cleanup } = await import('@testing-library/react')
    cleanup()
    const server = port()
    await server.save({ designerJson: other, renderedJson: '', version: 1, token: null })
    const { user } = await renderDesigner({ port: server })
    const dialog = within(await screen.findByRole('dialog', { name: 'Your unsaved changes are older than version 2' }))
    dialog.getByText(/You started your changes from version 1\. The designer shows version 2\./)
    await dialog.findByText(/Ines Duarte saved version 2 on 24\/11\/2026/)
    dialog.getByText(/“Needed by”/)
    await user.click(dialog.getByRole('button', { name: 'Keep version 2' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getAllByText('Needed by')
    expect(Object.keys(localStorage)).not.toContain('millrace.design.halden.user-1.f1')
  })

  it('that the server kept is discarded', async () => {
    const { user } = await renderDesigner({ port: port({ autoSaved: other }) })
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore unsaved changes?' }))
    await user.click(dialog.getByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getByText('Version 1')
  })
})

it('a design that another user is at can be looked at, and taken over', async () => {
  const { user, said } = await renderDesigner({ port: port({ lockedBy: 'Petra Novak' }) })
  await screen.findByText('Petra Novak is editing this form')
  await user.click(screen.getByRole('button', { name: 'Number' }))
  expect(said()).toBe('Petra Novak is editing this form. Take it over first.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save version' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(screen.queryByText('Petra Novak is editing this form')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Number' }))
  expect(said()).toBe('Number added to the form')
  await act(async () => {})
})

it('a design that the same user has open in another window is not taken over without a message', async () => {
  const { user, said } = await renderDesigner({ port: port({ lockedBy: 'ines' }) })
  await screen.findByText('You have this form open in another window')
  await user.click(screen.getByRole('button', { name: 'Number' }))
  expect(said()).toBe('Another window of yours is editing this form. Take it over first.')
  await user.click(screen.getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(screen.queryByText('You have this form open in another window')).toBeNull())
  await act(async () => {})
})

it('keeps what is not saved as soon as the session is about to end', async () => {
  const { user } = await renderDesigner({ port: port() })
  vi.stubGlobal('requestIdleCallback', () => 0)
  await user.click(await screen.findByRole('button', { name: 'Number' }))
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('millrace.design.'))
  expect(kept()).toEqual([])
  act(() => announceSessionEnding())
  expect(kept()).toHaveLength(1)
})

it('a design that is taken over has the last saved version of the previous editor', async () => {
  const server = port({ lockedBy: 'Petra Novak' })
  const { user } = await renderDesigner({ port: server })
  await screen.findByText('Petra Novak is editing this form')
  await server.save({ designerJson: other, renderedJson: '', version: 1, token: null })
  await user.click(screen.getByRole('button', { name: 'Take over' }))
  await screen.findByText('Version 2')
  screen.getAllByText('Needed by')
  await user.click(screen.getByRole('button', { name: 'Save version' }))
  await screen.findByText(/^Version 3/)
  expect(server.saved.map(({ version }) => version)).toEqual([1, 2])
})

it('where there is room for one pane, somebody chooses which', async () => {
  const { user, findViolations } = await renderDesigner({ port: port(), width: 390 })
  expect(screen.queryByRole('searchbox', { name: 'Search components' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Components' }))
  await user.click(screen.getByRole('button', { name: 'Number' }))
  await user.click(screen.getByRole('radio', { name: 'Properties' }))
  screen.getByRole('heading', { level: 2, name: 'Number' })
  expect(await findViolations()).toEqual([])
})
