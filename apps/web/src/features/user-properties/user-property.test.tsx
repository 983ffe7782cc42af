import { api, type UserProperty } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer } from '../../testing/network.ts'
import { testRecordPage, written } from '../../testing/record-tests.ts'
import { renderApp } from '../../testing/render-app.tsx'

const roles = ['RoleUser', 'RoleUserAdmin'] as const
const first: UserProperty = {
  ...written,
  id: 'one',
  name: 'First',
  key: 'first',
  type: 'text',
  isRequired: false,
  isUnique: false,
  choices: [],
  defaultValue: '',
  defaultDescription: '',
  viewers: 'everyone',
  editors: 'administrators',
  hasValues: false,
  disabled: null,
}
const one = (more: Partial<UserProperty> = {}) => answer(api.userProperties.get, () => ({ ...first, ...more }))

testRecordPage({
  path: '/usersgroups/userProperties',
  roles,
  noun: 'user property',
  calls: api.userProperties,
  first,
  row: { ...first, isDisabled: false },
  saved: expect.objectContaining({ name: 'Second', key: 'first', revision: 3 }),
  created: expect.objectContaining({ name: 'First', key: 'first', type: 'text' }),
})

describe('the fields of a user property', () => {
  it('keep the key, and the type while users have values', async () => {
    await renderApp('/usersgroups/userProperties/one', { roles, answers: [one({ hasValues: true })] })
    const key = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Key' })
    expect([key.value, key.readOnly]).toEqual(['first', true])
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Type' }).disabled).toBe(true)
  })

  it('take the default of a date as DD/MM/YYYY', async () => {
    const { user, network } = await renderApp('/usersgroups/userProperties/one', {
      roles,
      answers: [one({ type: 'date', defaultValue: '2030-01-31' }), answer(api.userProperties.save, () => first)],
    })
    const byDefault = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Default value' })
    expect(byDefault.value).toBe('31/01/2030')
    await user.clear(byDefault)
    await user.type(byDefault, '01/02/2030')
    await user.click(screen.getByRole('button', { name: 'Save user property' }))
    await waitFor(() =>
      expect(network.callsTo(api.userProperties.save)[0]?.body).toMatchObject({ defaultValue: '2030-02-01' }),
    )
  })

  it('offer the choices of a choice as its default, and none while it is unique', async () => {
    const choice: Partial<UserProperty> = { type: 'choice', choices: ['Red', 'Blue'], defaultValue: 'Red' }
    const { user } = await renderApp('/usersgroups/userProperties/one', { roles, answers: [one(choice)] })
    const byDefault = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Default value' })
    expect(byDefault.value).toBe('Red')
    await user.click(screen.getByRole('switch', { name: 'Unique' }))
    expect([byDefault.value, byDefault.disabled]).toEqual(['', true])
  })
})
