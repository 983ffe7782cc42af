import { createHash } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasOpenssh, openOpenssh } from '@millrace/server/testing/openssh-server'
import { afterAll, expect, it } from 'vitest'
import { readAllowedAddresses } from './addresses.ts'
import { createFolderClient } from './folder-client.ts'
import type { FileParts, OpenFolder } from './open-folder.ts'
import { createRemoteFolders, type RemotePlace } from './remote-folders.ts'

/** `npm run soak` passes a gigabyte on; every run passes some megabytes on. */
const isSoak = process.env.MILLRACE_SOAK === '1'
const size = isSoak ? 1_073_741_824 : 16_777_216
const timeoutMs = 600_000

const folder = await realpath(await mkdtemp(join(tmpdir(), 'millrace-large-')))
afterAll(() => rm(folder, { recursive: true }))
const local = createFolderClient({ roots: [], writable: [folder] })
const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const remote = createRemoteFolders({ allowed })

/** Different content at each place, so that a part in another order is another file. */
async function* createContent(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += 65_536) {
    const part = Buffer.alloc(65_536, at / 65_536)
    part.writeUInt32BE(at / 65_536)
    yield part
  }
}

async function digestOf(parts: FileParts): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** Writes a file, copies it to another folder, and reads it there, while the memory is measured. */
async function passOn(name: string, from: OpenFolder, to: OpenFolder): Promise<void> {
  const startedAt = performance.now()
  let most = 0
  const least = process.memoryUsage().rss
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  try {
    expect(await from.write('large.bin', createContent(), 'replace')).toBe(size)
    expect(await from.read('large.bin', (parts) => to.write('copy.bin', parts, 'replace'))).toBe(size)
    expect(await to.read('copy.bin', digestOf)).toBe(await digestOf(createContent()))
  } finally {
    clearInterval(timer)
  }
  const grown = Math.round((most - least) / 1_048_576)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (isSoak) console.log(`${name}: ${size} bytes written, copied and read in ${seconds} s, ${grown} MB more memory`)
  // The whole file has 1,024 MB; a short run only shows that it passes.
  expect(grown).toBeLessThan(200)
}

it('a large file passes through a folder of the server with flat memory', { timeout: timeoutMs }, async () => {
  await local.open({ folder, timeoutMs }, (open) => passOn('Folder', open, open))
})

it.skipIf(!hasOpenssh)(
  'a large file passes to and from an OpenSSH server with flat memory',
  { timeout: timeoutMs },
  async () => {
    const server = await openOpenssh()
    try {
      const place: RemotePlace = {
        ...{
          place: 'sftp',
          host: '127.0.0.1',
          port: server.port,
          username: server.username,
          secret: server.privateKey,
        },
        ...{ signIn: 'key', hostKey: '', trust: 'pinned', folder: server.folder, timeoutMs },
        ...{ baseUrl: '', bucket: '', region: '', ftpsMode: 'explicit' },
      }
      const hostKey = (await remote.check(place)) ?? ''
      await local.open({ folder, timeoutMs }, (from) =>
        remote.open({ ...place, hostKey }, (to) => passOn('OpenSSH', from, to)),
      )
    } finally {
      await server.close()
    }
  },
)
