import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findInstalledBrowser } from '../browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-browser-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the browser of the tests', () => {
  const debian11 = { platform: 'linux', arch: 'x64', glibc: '2.31', env: { PATH: `/nowhere:${folder}` } }

  it('is the one from npm where it runs, unless CHROMIUM_PATH names another', () => {
    const debian12 = { ...debian11, glibc: '2.36' }
    expect(findInstalledBrowser(debian12)).toBe(null)
    expect(findInstalledBrowser({ ...debian12, env: { CHROMIUM_PATH: '/opt/chrome' } })).toBe('/opt/chrome')
  })

  it('is one of the system elsewhere, and a sentence says so where there is none', () => {
    const machines = [debian11, { ...debian11, arch: 'arm64', glibc: '2.41' }, { ...debian11, glibc: null }]
    for (const machine of machines)
      expect(() => findInstalledBrowser(machine)).toThrow('run apt-get install chromium, or set CHROMIUM_PATH to one')
    const chromium = join(folder, 'chromium')
    writeFileSync(chromium, '')
    chmodSync(chromium, 0o755)
    for (const machine of machines) expect(findInstalledBrowser(machine)).toBe(chromium)
  })
})
