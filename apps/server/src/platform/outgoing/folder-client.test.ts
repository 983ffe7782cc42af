import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createFolderClient } from './folder-client.ts'
import { createFolderWriter } from './folder-writer.ts'
import type { FileParts } from './open-folder.ts'

let top: string
let root: string
beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'millrace-folders-')))
  root = join(top, 'root')
  await mkdir(join(root, 'in', 'deep'), { recursive: true })
  await mkdir(join(root, 'data'))
  await mkdir(join(top, 'root-beside'))
  for (const path of ['secret.txt', 'root-beside/secret.txt', 'root/outer.txt', 'root/data/secret.txt'])
    await writeFile(join(top, path), 'a secret')
  await writeFile(join(root, 'in', 'prices.csv'), 'a,b')
  await writeFile(join(root, 'in', 'deep', 'more.csv'), 'c,d')
  await symlink(join(top, 'secret.txt'), join(root, 'in', 'link.txt'))
  await symlink('../outer.txt', join(root, 'in', 'up.txt'))
  await symlink('deep', join(root, 'in', 'inner'))
  await symlink(top, join(root, 'in', 'out'))
  await symlink(join(root, 'nothing'), join(root, 'in', 'broken'))
  await symlink(root, join(top, 'way'))
})
afterAll(() => rm(top, { recursive: true }))

const timeoutMs = 30_000
const read = async (folder: string, path: string, roots = [root]) =>
  createFolderClient({ roots, closed: [join(root, 'data')] }).open({ folder, timeoutMs }, (opened) =>
    opened.read(path, readAll),
  )
const readAll = async (parts: FileParts) => {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all).toString()
}
const fails = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (failure: unknown) => failure,
  )
  expect(error).toMatchObject({ name: 'OutgoingFailure' })
  return (error as Error).message.replaceAll(root, 'ROOT').replaceAll(top, 'TOP')
}

describe('a folder of this machine', () => {
  it('is read with what is in it, also by links that stay in it', async () => {
    const folder = join(root, 'in')
    expect(await read(folder, 'prices.csv')).toBe('a,b')
    expect(await read(folder, 'deep/more.csv')).toBe('c,d')
    expect(await read(folder, 'inner/more.csv')).toBe('c,d')
    expect(await read(`${root}/`, 'in/prices.csv')).toBe('a,b')
    // What is allowed may be a link itself.
    expect(await read(join(top, 'way', 'in'), 'prices.csv', [join(top, 'way')])).toBe('a,b')
    expect(await read(folder, 'prices.csv', [join(top, 'way')])).toBe('a,b')
  })

  it.each(['../outer.txt', 'deep/../../outer.txt', 'link.txt', 'up.txt', 'out/secret.txt', '.', 'x\0.csv'])(
    'is not left by %j',
    async (path) => {
      expect(await fails(read(join(root, 'in'), path))).toBe(
        `Expected a file inside ROOT/in, but “${path}” leads out of it.`,
      )
    },
  )

  it('is not left by a whole path', async () => {
    expect(await fails(read(join(root, 'in'), join(top, 'secret.txt')))).toContain('leads out of it')
    expect(await fails(read(join(root, 'in'), join(root, 'in', 'prices.csv')))).toContain('leads out of it')
  })

  it.each([
    ['beside the root', '/../root-beside'],
    ['that a link leads out to', '/in/out'],
    ['above it', '/..'],
    ['that stays closed', '/data'],
    ['with a NUL', '/in\0'],
    ['that is nowhere', '/../nowhere'],
  ])('%s is not allowed, and nothing is notified of it', async (_, path) => {
    expect(await fails(read(`${root}${path}`, 'secret.txt'))).toMatch(
      /^Expected a permitted folder, but .* is not permitted\. An administrator can permit it with MILLRACE_FILE_ROOTS\.$/s,
    )
  })

  it('that stays closed is not read by way of another', async () => {
    expect(await fails(read(root, 'data/secret.txt'))).toContain('leads out of it')
  })

  it('is not read where none is allowed', async () => {
    expect(await fails(read(root, 'outer.txt', []))).toContain('but no folder is permitted')
  })

  it('says what is not there, or is no file', async () => {
    const folder = join(root, 'in')
    expect(await fails(read(folder, 'gone.csv'))).toBe('Expected a file “gone.csv” in ROOT/in, but there is none.')
    expect(await fails(read(folder, 'broken'))).toContain('but there is none')
    expect(await fails(read(folder, 'deep'))).toBe('Expected a file “deep”, but it is something else.')
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(await fails(read(folder, 'pipe'))).toBe('Expected a file “pipe”, but it is something else.')
    const client = createFolderClient({ roots: [root] })
    await client.check({ folder, timeoutMs })
    expect(await fails(client.check({ folder: join(folder, 'prices.csv'), timeoutMs }))).toContain('something else')
    expect(await fails(client.check({ folder: join(root, 'gone'), timeoutMs }))).toContain('but there is none')
  })

  it('says when it takes too long', async () => {
    const never = createFolderClient({ roots: [root] }).open({ folder: root, timeoutMs: 5 }, (opened) =>
      opened.read('outer.txt', () => new Promise(() => {})),
    )
    expect(await fails(never)).toBe('Expected ROOT to answer within 5 ms, but it did not.')
  })

  it('is read as it was opened when it is replaced meanwhile', async () => {
    const path = join(root, 'moving.txt')
    await writeFile(path, 'the first')
    const client = createFolderClient({ roots: [root] })
    const text = await client.open({ folder: root, timeoutMs }, (opened) =>
      opened.read('moving.txt', async (parts) => {
        await rename(path, join(root, 'moved.txt'))
        await symlink(join(top, 'secret.txt'), path)
        return readAll(parts)
      }),
    )
    expect(text).toBe('the first')
    expect(await fails(read(root, 'moving.txt'))).toContain('leads out of it')
  })
})

it('writes nothing outside when a folder becomes a link after it was checked', async () => {
  const place = await realpath(await mkdtemp(join(tmpdir(), 'millrace-swap-')))
  onTestFinished(() => rm(place, { recursive: true }))
  for (const name of ['root', 'root/in', 'outside']) await mkdir(join(place, name))
  const inside = join(place, 'root')
  const writer = createFolderWriter({
    folder: inside,
    signal: new AbortController().signal,
    change: { isStarted: false },
    openFolder: () => Promise.resolve(inside),
    follow: async () => {
      await rename(join(inside, 'in'), join(inside, 'was'))
      await symlink(join(place, 'outside'), join(inside, 'in'))
      return join(inside, 'in')
    },
  })
  async function* parts() {
    yield Buffer.from('x')
  }
  await expect(writer.write('in/a.txt', parts(), 'replace')).rejects.toThrow('leads out of it')
  expect(await readdir(join(place, 'outside'))).toEqual([])
})

it('says that a file cannot be moved to another disk', async (context) => {
  const other = '/dev/shm'
  const [one, two] = await Promise.all([top, other].map((path) => stat(path).catch(() => null)))
  if (one == null || two == null || one.dev === two.dev) context.skip('needs a second disk')
  const place = await mkdtemp(join(other, 'millrace-disk-'))
  onTestFinished(() => rm(place, { recursive: true }))
  await writeFile(join(root, 'far.txt'), 'x')
  const writer = createFolderWriter({
    folder: '/',
    signal: new AbortController().signal,
    change: { isStarted: false },
    openFolder: () => Promise.resolve('/'),
    follow: (_, { path }) => Promise.resolve(join('/', path)),
  })
  const move = writer.move(join(root, 'far.txt').slice(1), join(place, 'far.txt').slice(1), { replaces: false })
  expect(await fails(move)).toContain('Choose a folder on the same disk.')
})
