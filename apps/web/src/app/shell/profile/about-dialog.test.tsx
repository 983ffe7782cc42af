import { api } from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, answer, refuse } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'

async function openAbout(...answers: Answer[]): Promise<HTMLElement> {
  const { user } = await renderApp('/help', { roles: ['RoleUser', 'RoleDesign'], answers })
  await user.click(screen.getByRole('button', { name: 'Ines Duarte' }))
  await user.click(await screen.findByRole('menuitem', { name: 'About' }))
  return screen.findByRole('dialog', { name: 'About' })
}

/** Each row as it is read: what it is, and what it says. */
function readRows(dialog: HTMLElement): Record<string, string> {
  return Object.fromEntries(
    [...dialog.querySelectorAll('dt')].map((label) => [label.textContent, label.nextElementSibling?.textContent ?? '']),
  )
}

describe('the About dialog', () => {
  it('has every row of the specification, in its words and its order', async () => {
    const dialog = await openAbout(
      answer(api.about.about, () => ({
        userName: 'ines.duarte',
        firstName: 'Ines',
        lastName: 'Duarte',
        userRole: 'RoleDesign,RoleUser',
        modellerVersion: '1',
        licenseKey: 'ABC-123',
        appsAllowed: '25',
        expiryDate: '2031-12-09',
      })),
      answer(api.about.info, () => ({
        build: { name: 'Millrace', version: '1.2.3', number: '7' },
        git: { commit: { id: '616f419' } },
      })),
    )
    await within(dialog).findByText('616f419')
    await within(dialog).findByText('Halden Works')
    expect(Object.entries(readRows(dialog))).toEqual([
      ['Username', 'ines.duarte'],
      ['User full name', 'Ines Duarte'],
      ['User roles', 'RoleDesign, RoleUser'],
      ['Product/Build', 'Millrace 1.2.3 (7)'],
      ['Licence number', 'ABC-123'],
      ['Licensed applications', '25'],
      ['Licence expiry', '09/12/2031'],
      ['Git information', '616f419'],
      ['Selected Workplace', 'Halden Works'],
    ])
  })

  it('says that there is no licence where there is none', async () => {
    const rows = readRows(await openAbout())
    for (const label of ['Licence number', 'Licensed applications', 'Licence expiry']) expect(rows[label]).toBe('None')
  })

  it('says in the words of the catalogue what could not be had', async () => {
    const dialog = await openAbout(answer(api.about.info, () => refuse('internal', 'A fault of the program.')))
    await within(dialog).findByText('Error while fetching actuator information')
  })

  it('says so when it has nothing to show', async () => {
    const dialog = await openAbout(answer(api.about.about, () => refuse('internal', 'A fault of the program.')))
    await within(dialog).findByText('Error while fetching about information')
  })
})
