import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { prepareDataFolder, readOrCreateSecret, readOrKeepTimeZone } from './data-folder.ts'
import { canReach } from './postgres/account.ts'

const folders: string[] = []
const makeFolder = (mode = 0o755) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-data-'))
  chmodSync(folder, mode)
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('prepareDataFolder', () => {
  it('is .data in the project', () => {
    const project = makeFolder()
    expect(prepareDataFolder(readConfig({}), project)).toBe(join(project, '.data'))
  })

  it.runIf(process.getuid?.() === 0)('lies elsewhere for root when only the owner may enter the project', () => {
    const project = makeFolder(0o700)
    const folder = prepareDataFolder(readConfig({}), project)
    folders.push(folder)
    expect(folder).toMatch(/^\/var\/lib\/millrace\/millrace-data-\w+-[0-9a-f]{8}$/)
    expect(prepareDataFolder(readConfig({}), project)).toBe(folder)
  })

  it('is what MILLRACE_DATA says, made with the folders above it', () => {
    const folder = join(makeFolder(), 'a', 'b')
    expect(prepareDataFolder(readConfig({ MILLRACE_DATA: folder }), '/nowhere')).toBe(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o711)
  })

  it('says why it cannot be created', () => {
    const file = join(makeFolder(), 'file')
    writeFileSync(file, '')
    expect(() => prepareDataFolder(readConfig({ MILLRACE_DATA: join(file, 'x') }), '/nowhere')).toThrow(
      /^The data folder .* could not be created: ENOTDIR.*\. Set MILLRACE_DATA to another folder\.$/,
    )
    expect(() => prepareDataFolder(readConfig({ MILLRACE_DATA: file }), '/nowhere')).toThrow(/: EEXIST/)
  })

  it.runIf(process.platform === 'linux')('says so too where nobody can make one', () => {
    expect(() => prepareDataFolder(readConfig({ MILLRACE_DATA: '/proc/a/b' }), '/nowhere')).toThrow(/: ENOENT/)
  })
})

describe('readOrCreateSecret', () => {
  it('generates one that stays, for the owner only', () => {
    const folder = makeFolder()
    const secret = readOrCreateSecret(readConfig({}), folder)
    expect(secret).toHaveLength(43)
    expect(readOrCreateSecret(readConfig({}), folder)).toBe(secret)
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  })

  it('takes that of the configuration and writes none', () => {
    const folder = makeFolder()
    const secret = 'a secret that is long enough to be one'
    expect(readOrCreateSecret(readConfig({ MILLRACE_SECRET: secret }), folder)).toBe(secret)
    expect(() => readFileSync(join(folder, 'secret'))).toThrow('ENOENT')
  })
})

describe('readOrKeepTimeZone', () => {
  it('keeps the zone of the first start, whatever a later machine says', () => {
    const folder = makeFolder()
    expect(readOrKeepTimeZone(readConfig({}), folder, 'Europe/Berlin')).toBe('Europe/Berlin')
    expect(readOrKeepTimeZone(readConfig({}), folder, 'UTC')).toBe('Europe/Berlin')
    expect(readOrKeepTimeZone(readConfig({ MILLRACE_TIME_ZONE: 'Asia/Kathmandu' }), folder)).toBe('Asia/Kathmandu')
  })

  it('says so when the file has something else', () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'time-zone'), 'Middle/Earth')
    expect(() => readOrKeepTimeZone(readConfig({}), folder)).toThrow(/“Middle\/Earth”.*Set MILLRACE_TIME_ZONE/)
  })
})

describe('canReach', () => {
  it('needs the right to enter every folder on the way', () => {
    const outer = makeFolder(0o755)
    const inner = join(outer, 'inner')
    mkdirSync(inner)
    const nobody = { uid: 65_534, gid: 65_534 }
    expect(canReach(inner, nobody)).toBe(true)
    chmodSync(outer, 0o750)
    expect(canReach(inner, nobody)).toBe(false)
    expect(canReach(inner, { uid: statSync(outer).uid, gid: 1 })).toBe(true)
    expect(canReach(inner, { uid: 12_345, gid: statSync(outer).gid })).toBe(true)
  })
})
