import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createTestApp } from '@millrace/server/testing'
import { afterAll, describe, expect, it } from 'vitest'

const webFolder = mkdtempSync(join(tmpdir(), 'millrace-web-'))
mkdirSync(join(webFolder, 'assets'))
writeFileSync(join(webFolder, 'index.html'), '<html><meta name="api-base" content=""><p>the page</p></html>')
writeFileSync(join(webFolder, 'favicon.svg'), '<svg/>')
writeFileSync(join(webFolder, 'assets/index-abc.js'), 'run()')
writeFileSync(join(webFolder, 'assets/index-abc.js.gz'), gzipSync('run()'))
afterAll(() => rmSync(webFolder, { recursive: true }))

const { app } = await createTestApp({ webFolder })
const get = (url: string, headers: Record<string, string> = { accept: 'text/html,*/*' }) => app.inject({ url, headers })

describe('the browser application', () => {
  it.each(['/', '/index.html', '/tasks/assigned', '/category/view/Home', '/applications/1.2/x?y=1', '/apiary'])(
    'is its page at %s, never from a cache unasked',
    async (url) => {
      const { statusCode, headers, body } = await get(url)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      expect(body).toContain('the page')
    },
  )

  it('shows the page where the calls are', async () => {
    expect((await get('/')).body).toContain('<meta name="api-base" content="/api">')
  })

  it('has files that are named by their content for ever', async () => {
    const { headers, body } = await get('/assets/index-abc.js', { accept: '*/*' })
    expect([headers['cache-control'], body]).toEqual(['public, max-age=31536000, immutable', 'run()'])
  })

  it('has files compressed where the browser takes them so', async () => {
    const { headers, rawPayload } = await get('/assets/index-abc.js', { accept: '*/*', 'accept-encoding': 'gzip' })
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(gunzipSync(rawPayload).toString()).toBe('run()')
  })

  it('asks again for other files', async () => {
    expect((await get('/favicon.svg', { accept: '*/*' })).headers['cache-control']).toBe('no-cache')
  })

  it.each([
    ['/assets/gone.js', '*/*'],
    ['/api/nothing', 'text/html'],
    ['/api', 'text/html'],
    ['/engine-rest/nothing', 'application/json'],
    ['/nothing', 'application/json'],
  ])('is not the answer to %s as %s', async (url, accept) => {
    const { statusCode, headers } = await get(url, { accept })
    expect(statusCode).toBeGreaterThanOrEqual(401)
    expect(headers['content-type'] ?? '').not.toContain('html')
  })

  it.each(['/../../package.json', '/%2e%2e/%2e%2e/etc/passwd', '/assets/..%2f..%2fsecret', '/assets/%00'])(
    'gives no file from elsewhere: %s',
    async (url) => {
      const { body, statusCode } = await get(url, { accept: '*/*' })
      expect(body).not.toMatch(/root:|"name"/)
      expect([200, 400, 403, 404]).toContain(statusCode)
    },
  )

  it('takes no change', async () => {
    expect(
      (await app.inject({ method: 'POST', url: '/tasks/assigned', headers: { accept: 'text/html' } })).statusCode,
    ).toBe(404)
  })
})
