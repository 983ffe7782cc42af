import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** `npm run dev`: the server, started again after each change, and the browser application with hot reload. */
const root = join(import.meta.dirname, '..')

const children = [
  run(['--watch-preserve-output', '--watch', 'apps/server/src/main.ts'], root),
  run([join(root, 'node_modules/vite/bin/vite.js')], join(root, 'apps/web')),
]
// Ctrl-C reaches the children by themselves; a signal to this process alone has to be handed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
await Promise.race(children.map((child) => once(child, 'exit')))
for (const child of children) child.kill()

function run(args: readonly string[], cwd: string): ChildProcess {
  return spawn(process.execPath, args, { cwd, stdio: 'inherit' })
}
