import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeLock, type Lock } from './lock-file.ts'
import { root } from './run-tool.ts'

/** `npm run node -- scripts/complete-lock.ts`, after npm has written package-lock.json. */
const file = join(root, 'package-lock.json')
const { lock, added } = completeLock(JSON.parse(readFileSync(file, 'utf8')) as Lock)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'No package was missing.' : `Added ${added.length}: ${added.join(', ')}`)
