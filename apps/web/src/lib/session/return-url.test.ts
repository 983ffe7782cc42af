import { afterEach, describe, expect, it } from 'vitest'
import {
  readReturnUrl,
  saveCoreLogoutUrl,
  savePreviousUrl,
  saveReturnUrl,
  takeCoreLogoutUrl,
  takePreviousUrl,
  takeReturnUrl,
} from './return-url.ts'

afterEach(() => sessionStorage.clear())

describe('the address after signing in', () => {
  it('is the one that was kept, once, else Home', () => {
    saveReturnUrl('/tasks/unclaimed?view=overdue#list')
    expect(readReturnUrl()).toBe('/tasks/unclaimed?view=overdue#list')
    expect(takeReturnUrl()).toBe('/tasks/unclaimed?view=overdue#list')
    expect(takeReturnUrl()).toBe('/category/view/Home')
  })

  it.each([
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/login?returnUrl=/login',
    '/logout',
    '/sessionLogout',
    '/unauthorizedError',
    '/category/view/PreHome?user=rosa',
  ])('is never %s', (url) => {
    saveReturnUrl(url)
    expect(takeReturnUrl()).toBe('/category/view/Home')
  })
})

describe('the address where the application could not start', () => {
  it('is nothing when it could', () => {
    expect(takePreviousUrl()).toBeNull()
    savePreviousUrl('/admin/audit')
    expect(takePreviousUrl()).toBe('/admin/audit')
    expect(takePreviousUrl()).toBeNull()
  })

  it('is nothing where it leads out of the product', () => {
    savePreviousUrl('https://evil.example/')
    expect(takePreviousUrl()).toBeNull()
  })
})

it('the address at which the provider ends its session is one of the web', () => {
  saveCoreLogoutUrl('https://id.example/end?hint=1')
  expect(takeCoreLogoutUrl()).toBe('https://id.example/end?hint=1')
  saveCoreLogoutUrl('javascript:alert(1)')
  expect(takeCoreLogoutUrl()).toBeNull()
})
