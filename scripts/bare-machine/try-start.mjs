import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * `node scripts/bare-machine/try-start.mjs`, in a checkout after `npm ci`: runs `npm start` on a free port, signs in as
 * whoever reads what it prints, opens the first page, stops it by Ctrl-C, and prints how long it took. Fails where
 * something of it is left. Runs on the machine's own Node, from 18 on.
 */
const mark = `TRY_START=${process.pid}.${Date.now()}`
const began = performance.now()
const server = spawn('npm', ['start'], {
  env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', TRY_START: mark.slice('TRY_START='.length) },
  stdio: ['ignore', 'pipe', 'pipe'],
  detached: true,
})
let output = ''
for (const stream of [server.stdout, server.stderr])
  stream.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
    output += part
  })
const ended = once(server, 'close')

const [, url = ''] = await printed(/Millrace is at (http:\S+)/)
const seconds = ((performance.now() - began) / 1000).toFixed(1)
const [, password = ''] = await printed(/Sign in as admin with the password (\S+)/)
const options = await fetch(`${url}/api/auth/sign-in-options`)
const token = /XSRF-TOKEN=([^;]+)/.exec(options.headers.get('set-cookie') ?? '')?.[1] ?? ''
const signedIn = await fetch(`${url}/api/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token },
  body: JSON.stringify({ username: 'admin', password }),
})
const page = await fetch(url)
const hasPage = (await page.text()).includes('<script')
const running = listProcesses().length
process.kill(-(server.pid ?? 0), 'SIGINT')
const [code, signal] = await ended
const left = listProcesses()
console.log(
  `start: ready after ${seconds} s, sign-in ${signedIn.status}, page ${hasPage ? page.status : 'missing'}, stopped with ${code ?? signal}, processes ${running}, left ${left.length}`,
)
if (signedIn.status !== 200 || !hasPage || running === 0 || left.length > 0) {
  console.log(output, left)
  process.exitCode = 1
}

/** @param {RegExp} words */
async function printed(words) {
  for (;;) {
    const match = words.exec(output)
    if (match !== null) return match
    if (server.exitCode !== null) throw new Error(`Expected npm start to run, but it ended and printed: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Whatever was started by us has our mark in its environment. */
function listProcesses() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readProcess(name, 'environ').includes(mark))
    .map((pid) => readProcess(pid, 'cmdline').replaceAll('\0', ' '))
}

/**
 * @param {string} pid
 * @param {string} file
 */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
