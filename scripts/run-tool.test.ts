import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { root } from './run-tool.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-tools-'))
afterEach(() => rmSync(folder, { recursive: true }))

it.skipIf(process.platform === 'win32')('ends the tools at a signal, and begins none after it', async () => {
  writeFileSync(join(folder, 'tool.mjs'), 'console.log(`tool ${process.pid}`); setInterval(() => {}, 1000)')
  writeFileSync(
    join(folder, 'runner.ts'),
    `import { runScript, stopToolsOnSignal } from ${JSON.stringify(join(root, 'scripts/run-tool.ts'))}
    stopToolsOnSignal((signal) => console.log(\`before \${signal}\`))
    const tool = ${JSON.stringify(join(folder, 'tool.mjs'))}
    console.log(\`results \${await runScript(tool)} \${await runScript(tool)}\`)`,
  )
  const runner = spawn(process.execPath, [join(folder, 'runner.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(runner, 'close')
  let output = ''
  runner.stdout.on('data', (part) => {
    output += String(part)
  })
  await expect.poll(() => output).toMatch(/^tool \d+\n$/)
  const pid = Number(output.match(/\d+/)?.[0])
  runner.kill('SIGTERM')
  runner.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(output).toBe(`tool ${pid}\nbefore SIGTERM\nresults false false\n`)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
