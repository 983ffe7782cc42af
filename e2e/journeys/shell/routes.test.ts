import { expect, it } from 'vitest'
import { visitAs } from '../visit.ts'
import { expectArrival, goWithin } from './go-within.ts'

it('the breadcrumb and the help of a page lead where they say', async () => {
  const page = await visitAs('dario', '/design/applications')
  await goWithin(page, '/design/applications/7/appprocesses/8')
  await expectArrival(page, { pathname: '/design/applications/7/appprocesses/8', heading: 'Process' })
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Applications' }).click()
  await expectArrival(page, { pathname: '/design/applications', heading: 'Applications' })
  await goWithin(page, '/design/globalProcessProperties')
  await expectArrival(page, { pathname: '/design/globalProcessProperties', heading: 'Global Properties' })
  await goWithin(page, '/help/globalProperties')
  await page.getByRole('heading', { level: 1, name: 'Global Properties: help' }).waitFor()
  await page.getByText('RoleDesign').waitFor()
})

it('other addresses lead where the specification says', async () => {
  const page = await visitAs('rosa', '/category/view/Home')
  const cases: readonly [string, string, string][] = [
    ['/', '/category/view/Home', 'Start process'],
    ['/redirectTo/42', '/standalone/secure/tasks/viewtask/42', 'Task'],
    [
      '/standalone/external/processes/viewprocess/42',
      '/standalone/external/processes/viewprocess/42',
      'Page not found',
    ],
    ['/standalone/secure/processes/viewprocess/42', '/standalone/secure/processes/viewprocess/42', 'Start process'],
    ['/standalone/external/tasks/success', '/standalone/external/tasks/success', 'Sent'],
    ['/standalone/elsewhere/tasks/viewtask/42', '/standalone/elsewhere/tasks/viewtask/42', 'Page not found'],
    ['/category/view/PreHome?user=rosa', '/category/view/PreHome', 'Welcome, rosa'],
    ['/unauthorizedError', '/unauthorizedError', 'Not authorized'],
    ['/applications/anything/else', '/applications/anything/else', 'Not authorized'],
    ['/usersgroups/usersAPI/whatever', '/unauthorizedError', 'Not authorized'],
    ['/notFound', '/notFound', 'Page not found'],
    ['/no/such/page', '/no/such/page', 'Page not found'],
    ['/applicationError', '/applicationError', 'The application cannot be reached'],
    ['/help', '/help', 'Help'],
    ['/help/nonsense', '/help/nonsense', 'Help'],
  ]
  for (const [from, pathname, heading] of cases) {
    // The server gives the program for each of them, which is loaded once.
    const answer = await page.request.get(from)
    expect([from, answer.status(), answer.headers()['content-type']]).toEqual([from, 200, 'text/html; charset=utf-8'])
    await goWithin(page, from)
    await expectArrival(page, { pathname, heading })
  }
  await goWithin(page, '/unauthorizedError')
  await page.getByText('You are not authorized to access this page').waitFor()
  await goWithin(page, '/notFound')
  await page.getByText("If you're worried, get in touch with our support team").waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()
  await goWithin(page, '/sessionLogout')
  await page.getByRole('heading', { level: 1, name: 'You have been logged off' }).waitFor()
  await page.goto('/logout')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  expect(await page.title()).toBe('Sign in | Millrace')
})

it('an address that needs a session asks to sign in, and leads there afterwards', async () => {
  const page = await visitAs('dario', '/applications/7/appforms/8/formdesigner')
  await expectArrival(page, { pathname: '/applications/7/appforms/8/formdesigner', heading: 'Form designer' })
  await page.getByRole('link', { name: 'Back' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
  await goWithin(page, '/applications/7/appprocesses/8/modeller')
  await expectArrival(page, { pathname: '/applications/7/appprocesses/8/modeller', heading: 'Process modeller' })
  await page.getByRole('link', { name: 'Back' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
})
