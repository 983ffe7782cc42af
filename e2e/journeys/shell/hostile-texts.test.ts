import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { settle, visit, visitAs } from '../visit.ts'

/** A text that would run if a page took it for HTML. */
const hostile = `"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>{{7*7}}\${7*7}`
const address = 'javascript:window.hacked=1'

/** Answers a call as the server does, but for some of it: as if it were stored in spite of all checks. */
async function plant(page: Page, path: string, change: (body: Record<string, unknown>) => unknown): Promise<void> {
  await page.route(`**/api${path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Record<string, unknown>) })
  })
}

async function expectUnhurt(page: Page): Promise<void> {
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(await page.locator('img[src="x"], script:not([src], #early-parts)').count()).toBe(0)
  for (const url of await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
    expect(url ?? '').not.toMatch(/^javascript:(?!throw)/)
}

it('names that hold markup are shown as they are, and run nothing', async () => {
  const page = await visit({ as: 'adam' })
  await plant(page, '/admin/themes-api', (body) => ({ ...body, productName: hostile }))
  await plant(page, '/profiles', (body) => ({
    ...body,
    user: { ...(body.user as object), firstName: hostile, lastName: hostile },
    customer_reference: hostile,
  }))
  await plant(page, '/categories-menu', (body) => ({
    ...body,
    children: [{ name: hostile, count: 1, children: [] }],
  }))
  await plant(page, '/admin/themes-api/user-defined-theme/all', (body) => ({
    ...body,
    data: [{ id: 't', code: hostile, name: hostile, variables: '{}', usedBy: 0 }],
  }))
  await plant(page, '/usersgroups/usersAPI/init', (body) => ({
    ...body,
    ENABLE_PRIVACY_POLICY: true,
    PRIVACY_POLICY_LINK_NAME: hostile,
    PRIVACY_POLICY_LINK_URL: 'https://example.org/privacy',
  }))
  await page.goto('/category/view/Home')
  await settle(page)
  expect(await page.title()).toBe(`Start process | ${hostile}`)
  await page.getByRole('banner').getByText(hostile).first().waitFor()
  await page.getByRole('complementary').getByText(hostile).waitFor()
  await page.getByRole('contentinfo').getByText(hostile).first().waitFor()
  await expectUnhurt(page)
  for (const path of ['/user/profile', '/admin/themes']) {
    await page.goto(path)
    await settle(page)
    await expectUnhurt(page)
  }
})

it('a theme that holds more than colours changes nothing but colours', async () => {
  const page = await visit({ as: 'adam' })
  const variables = JSON.stringify({
    light: { accent: 'red;}</style><script>window.hacked=1</script>', desk: 'url(https://evil.example/x)' },
    font: `x; background: url(https://evil.example/y)`,
  })
  await plant(page, '/admin/themes-api', (body) => ({ ...body, themeCode: 'evil' }))
  await plant(page, '/admin/themes-api/user-defined-theme/all', (body) => ({
    ...body,
    data: [{ id: 't', code: 'evil', name: 'Evil', variables, usedBy: 0 }],
  }))
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/category/view/Home')
  await settle(page)
  await expectUnhurt(page)
  expect(requests.filter((url) => url.includes('evil.example'))).toEqual([])
  expect((await page.locator('style[data-theme]').allTextContents()).join()).not.toMatch(/evil\.example|<\/style>/)
})

it('addresses that would run something lead nowhere', async () => {
  const page = await visit({ as: 'adam' })
  await plant(page, '/usersgroups/usersAPI/init', (body) => ({
    ...body,
    MONITOR_ENABLED: true,
    MONITOR_URL: address,
    ENABLE_PRIVACY_POLICY: true,
    PRIVACY_POLICY_LINK_NAME: 'Privacy',
    PRIVACY_POLICY_LINK_URL: address,
    HELP_URL: address,
  }))
  await page.goto('/admin/audit')
  await settle(page)
  await page.getByRole('button', { name: /Adam Reyes/ }).click()
  await page.getByRole('menu').waitFor()
  await expectUnhurt(page)
})

it('a logo keeps what draws and loses what runs', async () => {
  const page = await visitAs('adam', '/admin/themes')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="window.hacked=1"><script>window.hacked=1</script><rect width="8" height="8" fill="#123456"/><image href="https://evil.example/x.png"/></svg>`
  const logo = await page.evaluate<string>(`(async () => {
    const form = new FormData()
    form.append('logo', new Blob([${JSON.stringify(svg)}], { type: 'image/svg+xml' }), 'logo.svg')
    const token = document.querySelector('meta[name="_csrf"]').content
    const header = document.querySelector('meta[name="_csrf_header"]').content
    const response = await fetch('/api/admin/themes-api', { method: 'POST', body: form, headers: { [header]: token } })
    return (await response.json()).logo
  })()`)
  try {
    const kept = await (await page.request.get(logo)).text()
    expect(kept).toContain('#123456')
    expect(kept).not.toMatch(/script|onload|evil/)
    await page.goto('/category/view/Home')
    await settle(page)
    await page.locator(`img[src="${logo}"]`).first().waitFor()
    const size = await page.evaluate<number>(`document.querySelector('img[src="${logo}"]').naturalWidth`)
    expect(size).toBeGreaterThan(0)
    await expectUnhurt(page)
  } finally {
    await page.evaluate(`fetch('/api/admin/themes-api/remove-logo', {
      method: 'POST', headers: { 'x-xsrf-token': document.querySelector('meta[name="_csrf"]').content } })`)
  }
})
