import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { inflate } from '@sparticuz/chromium'

// A program of its own, started by browser.ts: the package unpacks into the temporary folder of its process, so the
// process has to be one whose temporary folder is where we want the browser.
const packed = path.join(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')
for (const file of await readdir(packed)) await inflate(path.join(packed, file))
