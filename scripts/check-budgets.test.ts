import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterEach, describe, expect, it } from 'vitest'
import { checkBudgets } from '../apps/web/build/check-budgets.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('the build of the browser application', () => {
  it('passes when it is small', async () => {
    await expect(buildPage({ 'main.js': "console.log('small')" })).resolves.toBeDefined()
  })

  it('fails when the scripts of the first load are too large', async () => {
    await expect(buildPage({ 'main.js': `console.log('${noise(220)}')` })).rejects.toThrow(
      /Expected the scripts of the first load to have at most 185\.5 kB, but they have 22\d\.\d kB\./,
    )
  })

  it('counts what the first script imports, but not what it loads later', async () => {
    const files = {
      'part.js': `export const part = '${noise(120)}'`,
      'other.js': `export const other = '${noise(120)}'`,
    }
    const main = "import { part } from './part.js'\n"
    await expect(
      buildPage({ ...files, 'main.js': `${main}import('./other.js').then(({ other }) => console.log(part, other))` }),
    ).resolves.toBeDefined()
    await expect(
      buildPage({ ...files, 'main.js': `${main}import { other } from './other.js'\nconsole.log(part, other)` }),
    ).rejects.toThrow('scripts of the first load')
  })

  it('fails when the styles of the first load are too large', async () => {
    const files = { 'main.js': "import './main.css'", 'main.css': `body::before { content: '${noise(45)}' }` }
    await expect(buildPage(files)).rejects.toThrow('Expected the styles of the first load to have at most 40.0 kB')
  })

  it('fails when a chunk that is loaded later is too large', async () => {
    const files = { 'main.js': "import('./later.js')", 'later.js': `console.log('${noise(150)}')` }
    await expect(buildPage(files)).rejects.toThrow(/Expected the assets\/later-.*\.js to have at most 127\.0 kB/)
  })

  it('fails when the engine of scripts gets in', async () => {
    const engine = 'node_modules/quickjs-emscripten-core/index.js'
    const files = { 'main.js': `import('./${engine}').then(console.log)`, [engine]: 'export const engine = 1' }
    await expect(buildPage(files)).rejects.toThrow(/Expected .*quickjs-emscripten-core.* on the server only/)
  })
})

/** Text that gzip makes about so many kilobytes of. */
function noise(kilobytes: number): string {
  return randomBytes(kilobytes * 1_000).toString('base64')
}

async function buildPage(files: Readonly<Record<string, string>>): Promise<unknown> {
  const root = mkdtempSync(join(tmpdir(), 'millrace-budget-'))
  folders.push(root)
  const page = '<!doctype html><script type="module" src="/main.js"></script>'
  for (const [name, content] of Object.entries({ 'index.html': page, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return build({ root, configFile: false, logLevel: 'silent', plugins: [checkBudgets()] })
}
