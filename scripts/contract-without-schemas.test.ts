import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '@millrace/contract'
import { expect, it } from 'vitest'
import { root } from './run-tool.ts'

/** In a process of its own, because the plugin imports files as Node does and not as tests do. */
const script = `
  import { globSync } from 'node:fs'
  import { join } from 'node:path'
  import { contractWithoutSchemas } from './apps/web/build/contract-without-schemas.ts'
  const folder = join(process.cwd(), 'packages/contract/src')
  const { load } = contractWithoutSchemas()
  const written = {}
  for (const file of globSync(['*.ts', 'messages/**/*.ts'], { cwd: folder }))
    if (!file.endsWith('.test.ts')) written[file] = await load(join(folder, file))
  console.log(JSON.stringify(written))`

const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
  cwd: join(root),
  maxBuffer: 64 * 1024 * 1024,
})
const written: Readonly<Record<string, string | null>> = JSON.parse(stdout)

it('keeps the texts of the product, with any ending of their names', () => {
  const texts = Object.entries(written).filter(([file]) => file.startsWith('messages/'))
  expect(texts.length).toBeGreaterThan(50)
  for (const [file, text] of texts) expect([file, text?.includes('makeCalls(') ?? false]).toEqual([file, false])
})

it('writes each call of the contract', () => {
  const text = Object.values(written).join('\n')
  for (const { path } of Object.values(api).flatMap((group) => Object.values<{ readonly path: string }>(group)))
    expect(text).toContain(JSON.stringify(path))
})
