import { type Role, roles } from '@millrace/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type MenuSection, specifiedRoutes } from '../../../apps/web/src/testing/specified-routes.ts'
import { addUsers } from '../add-users.ts'
import { isSoak } from '../on-phone.ts'
import { settle, signIn, visit } from '../visit.ts'
import { expectArrival, goWithin } from './go-within.ts'
import { expectPageHead, hasOwnBar } from './page-head.ts'

const work: readonly MenuSection[] = ['Start process', 'My Processes', 'My Tasks']

const home = '/category/view/Home'
/** Where those land whom no page is for: the advanced variants of a role open none. */
const help = { pathname: '/help', heading: 'Help' }

interface Person {
  /** The sections of the menu. */
  readonly sections: readonly MenuSection[]
  /** After signing in. */
  readonly lands: { readonly pathname: string; readonly heading: string | null }
}

/** Users with one role of the specification each, and no other. */
const people = {
  RoleUser: { sections: work, lands: { pathname: home, heading: 'Start process' } },
  RoleProcessAdmin: {
    sections: ['Process Engine'],
    lands: { pathname: '/processengine/deployment', heading: 'Deployments' },
  },
  RoleDesign: { sections: ['Design'], lands: { pathname: '/design/applications', heading: 'Applications' } },
  RoleIntegration: {
    sections: ['Integrate'],
    lands: { pathname: '/integrate/externalsystems', heading: 'External Systems' },
  },
  RoleUserAdmin: { sections: ['Users & Groups'], lands: { pathname: '/usersgroups/users', heading: 'Users' } },
  RoleAdmin: {
    sections: ['Administration'],
    lands: { pathname: '/admin/dashboard', heading: 'Dashboard' },
  },
  RoleFullAPI: { sections: [], lands: help },
  AdvRoleUser: { sections: work, lands: help },
  AdvRoleAdmin: { sections: [], lands: help },
  AdvRoleDesign: { sections: [], lands: help },
  AdvRoleIntegration: { sections: [], lands: help },
  AdvRoleUserAdmin: { sections: [], lands: help },
} as const satisfies Record<Role, Person>

beforeAll(async () => {
  const alone = roles.map((role) => ({ username: nameOf(role), roles: [role] }))
  const both = ['RoleUser', 'RoleUserAdmin', 'RoleAdmin'] as const
  await addUsers([...alone, { username: nameOf('nobody'), roles: [] }, { username: nameOf('both'), roles: both }])
})

it('without a session every page of the route table asks to sign in, and is what comes after it', async () => {
  const page = await visit()
  await page.goto('/login')
  await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
  for (const { path } of specifiedRoutes.filter((_, index) => isSoak || index % 4 === 0)) {
    await goWithin(page, path)
    await expect.poll(() => readReturnUrl(page), { interval: 10 }).toBe(path)
    await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
  }
})

describe.each(roles.map((role) => [role, people[role]] as const))(
  'who has nothing but %s',
  (role, { sections, lands }) => {
    it('lands on a page of theirs, walks pages that they may see, each with its head, and is let into no other', async () => {
      const page = await visit()
      await page.goto('/')
      await signIn(page, nameOf(role))
      await expectArrival(page, lands)
      await settle(page)
      expect(await page.evaluate<string[]>(readSections)).toEqual(sections)
      for (const { path, title, roles: needed } of listOwn(role)) {
        await goWithin(page, path)
        await expectArrival(page, { pathname: path, heading: title })
        await settle(page)
        expect([path, needed, await page.getByText('This page has stopped').count()]).toEqual([path, needed, 0])
        if (!hasOwnBar(path)) await expectPageHead(page, { path, title })
      }
      for (const { path } of listRefused(role)) {
        await goWithin(page, path)
        await expectArrival(page, { pathname: '/unauthorizedError', heading: 'Not authorized' })
      }
      await goWithin(page, '/notFound')
      await expectArrival(page, { pathname: '/notFound', heading: 'Page not found' })
      // Whatever refuses or misses a page, there is a way on.
      await page.getByRole('link', { name: 'Home' }).click()
      await expectArrival(page, lands)
    })
  },
)

it('who is refused a page goes back to where they were, or home', async () => {
  const page = await visit()
  await page.goto('/admin/themes')
  await signIn(page, nameOf('RoleAdmin'))
  await expectArrival(page, { pathname: '/admin/themes', heading: null })
  await goWithin(page, '/design/forms')
  await expectArrival(page, { pathname: '/unauthorizedError', heading: 'Not authorized' })
  await page.getByRole('button', { name: 'Go back' }).click()
  await expectArrival(page, { pathname: '/admin/themes', heading: null })
  await page.goto('/design/forms')
  await expectArrival(page, { pathname: '/unauthorizedError', heading: 'Not authorized' })
  await page.getByRole('link', { name: 'Home' }).click()
  await expectArrival(page, people.RoleAdmin.lands)
})

it('who signs in for a page that is not theirs reads so, and finds the way to one that is', async () => {
  const page = await visit()
  await page.goto('/processengine/jobs')
  await signIn(page, nameOf('RoleUser'))
  await expectArrival(page, { pathname: '/unauthorizedError', heading: 'Not authorized' })
  await page.getByRole('link', { name: 'Home' }).click()
  await expectArrival(page, { pathname: home, heading: 'Start process' })
})

it('who has no role at all lands on the help, and is let into no page', async () => {
  const page = await visit()
  await page.goto('/')
  await signIn(page, nameOf('nobody'))
  await expectArrival(page, { pathname: '/help', heading: 'Help' })
  await page.getByText('Your roles open no pages').waitFor()
  await page.goto('/tasks/assigned')
  await expectArrival(page, { pathname: '/unauthorizedError', heading: 'Not authorized' })
})

it('who administers users and the product finds the roles in the menu, and the process engine by its address', async () => {
  const page = await visit()
  await page.goto('/usersgroups/roles')
  await signIn(page, nameOf('both'))
  await expectArrival(page, { pathname: '/usersgroups/roles', heading: 'Roles' })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  expect(
    await menu
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Users & Groups' }) })
      .getByRole('link')
      .allTextContents(),
  ).toEqual(['Users', 'User Properties', 'Groups', 'Hierarchies', 'Roles'])
  expect(await menu.getByRole('button', { name: 'Process Engine' }).count()).toBe(0)
  await page.goto('/processengine/jobs')
  await expectArrival(page, { pathname: '/processengine/jobs', heading: 'Jobs' })
  await page.goto('/')
  await expectArrival(page, { pathname: home, heading: 'Start process' })
})

/**
 * Pages that a role opens: all by `npm run soak`, else every fifth, and another fifth with the next role. Every page is
 * opened by a user of the sample application in `accessibility.test.ts`.
 */
function listOwn(role: Role) {
  const own = specifiedRoutes.filter((one) => one.roles.includes(role))
  return isSoak ? own : own.filter((_, index) => (index + turnOf(role)) % 5 === 0)
}

/**
 * Pages that a role does not open: all by `npm run soak`, else every tenth, and another tenth with the next role, so that
 * each page is refused to about one of them. Every page by every role: `apps/web/src/app/page-roles.test.ts`.
 */
function listRefused(role: Role) {
  const refused = specifiedRoutes.filter(({ roles, path }) => !roles.includes(role) && path !== home)
  return isSoak ? refused : refused.filter((one) => (specifiedRoutes.indexOf(one) + turnOf(role)) % 10 === 0)
}

const turnOf = (role: Role) => roles.indexOf(role)

function nameOf(role: string): string {
  return `has-${role.toLowerCase()}`
}

function readReturnUrl(page: Page): Promise<string | null> {
  return page.evaluate<string | null>(`sessionStorage.getItem('returnUrl')`)
}

const readSections = `[...document.querySelectorAll('nav[aria-label="Main menu"] > div > ul > li')].map((section) =>
  section.querySelector('a, button').querySelector('span').textContent)`
