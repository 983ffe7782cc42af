import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type FileChanges, packFolder, unpackInto, writePackage } from './package-folder.ts'
import { zip } from './testing/zip.ts'

/** Changes files until a call, which does half of its work: then the command was killed, and nothing happens any more. */
function killedAt(call: number): FileChanges & { readonly count: () => number } {
  let calls = 0
  const change = <Args extends readonly unknown[]>(
    whole: (...args: Args) => Promise<unknown>,
    half: (...args: Args) => Promise<unknown>,
  ) =>
    (async (...args: Args) => {
      calls += 1
      if (calls < call) return whole(...args)
      if (calls === call) await half(...args)
      throw new Error('killed')
    }) as never
  const nothing = async () => undefined
  return {
    count: () => calls,
    mkdir: change(mkdir as never, nothing),
    rm: change(rm as never, nothing),
    rename: change(rename as never, nothing),
    writeFile: change<[string, Buffer | string]>(writeFile, (path, bytes) =>
      writeFile(path, bytes.slice(0, bytes.length / 2)),
    ),
  }
}

const before = { 'package.json': '{"version":1}', 'form/order.json': '{"a":1}', 'theme/dawn.json': '{}' }
const after = {
  'package.json': '{"version":2}',
  'form/order.json': '{"a":2}',
  'form/bill.json': '{}',
  'theme/dawn.json': '{"b":1}',
}

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter(
    (entry) => entry.isFile() && !join(entry.parentPath, entry.name).slice(folder.length).includes('/.'),
  )
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const
      }),
    ),
  )
}

const temporary = () => mkdtemp(join(tmpdir(), 'package-folder-'))

it('writes a file whole or not at all, wherever the command is killed', async () => {
  for (let call = 1; ; call++) {
    const path = join(await temporary(), 'shop.millrace')
    await writePackage(path, Buffer.from('before'))
    const files = killedAt(call)
    const outcome = await writePackage(path, Buffer.from('the file after'), files).then(
      () => 'done',
      () => 'killed',
    )
    expect(await readFile(path, 'utf8')).toBe(outcome === 'done' ? 'the file after' : 'before')
    if (outcome === 'done') break
    // The next command is not disturbed by what the killed one has left.
    await writePackage(path, Buffer.from('later'))
    expect(await readdir(join(path, '..'))).toEqual(['shop.millrace'])
  }
})

it('writes a folder whole or not at all, wherever the command is killed', async () => {
  let killed = 0
  const left = new Set<string>()
  for (let call = 1; ; call++) {
    const folder = await temporary()
    await unpackInto(folder, await zip(before))
    await writeFile(join(folder, 'README.md'), 'of the repository')
    await mkdir(join(folder, '.git'))
    const files = killedAt(call)
    const outcome = await unpackInto(folder, await zip(after), files).then(
      () => 'done',
      () => 'killed',
    )
    // The next command that uses the folder sees one of the packages.
    await packFolder(folder)
    const found = await contentsOf(folder)
    const isAfter = found['package.json'] === after['package.json']
    expect([call, found]).toEqual([call, { 'README.md': 'of the repository', ...(isAfter ? after : before) }])
    left.add(isAfter ? 'after' : 'before')
    if (outcome === 'done') break
    killed += 1
    await unpackInto(folder, await zip(after))
    expect([call, await contentsOf(folder)]).toEqual([call, { 'README.md': 'of the repository', ...after }])
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual(['.git'])
  }
  expect([killed > 10, [...left].sort()]).toEqual([true, ['after', 'before']])
})

it('completes a folder only from a package that was written whole', async () => {
  const folder = await temporary()
  await unpackInto(folder, await zip(before))
  await mkdir(join(folder, '.package/new/form'), { recursive: true })
  await writeFile(join(folder, '.package/new/form/order.json'), 'half')
  await writeFile(join(folder, '.package/ready.json.part'), '["form"]')
  await packFolder(folder)
  expect(await contentsOf(folder)).toEqual(before)
})

it('replaces no symbolic link, device or folder by a file', async () => {
  const folder = await temporary()
  await writeFile(join(folder, 'target'), 'ours')
  await symlink(join(folder, 'target'), join(folder, 'link'))
  await symlink(join(folder, 'nowhere'), join(folder, 'dangling'))
  await symlink(join(folder, 'target'), join(folder, '.shop.part'))
  for (const name of ['link', 'dangling', 'shop'])
    await expect(writePackage(join(folder, name), Buffer.from('new'))).rejects.toThrow(/symbolic link.*Nothing was/)
  await expect(writePackage(folder, Buffer.from('new'))).rejects.toThrow(/is a folder\. End its path with \//)
  await expect(writePackage('/dev/null', Buffer.from('new'))).rejects.toThrow('is a symbolic link, a device')
  expect(await readFile(join(folder, 'target'), 'utf8')).toBe('ours')
  expect(await readlink(join(folder, 'link'))).toBe(join(folder, 'target'))
  expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true)
})

it('replaces no symbolic link in a folder, and writes nothing then', async () => {
  for (const name of ['form', 'package.json', '.package']) {
    const [folder, elsewhere] = [await temporary(), await temporary()]
    await mkdir(join(elsewhere, 'new'))
    await writeFile(join(elsewhere, 'ready.json'), '["theme"]')
    await symlink(elsewhere, join(folder, name))
    await expect(unpackInto(folder, await zip(before))).rejects.toThrow(/symbolic link.*Nothing was written/)
    expect(await readdir(folder)).toEqual([name])
    expect(await readlink(join(folder, name))).toBe(elsewhere)
  }
})

it('moves nothing from where links of an unfinished package lead', async () => {
  for (const name of ['new', 'ready.json']) {
    const [folder, elsewhere] = [await temporary(), await temporary()]
    await mkdir(join(elsewhere, 'new/form'), { recursive: true })
    await writeFile(join(elsewhere, 'new/form/private.txt'), 'private')
    await writeFile(join(elsewhere, 'ready.json'), '["form"]')
    await mkdir(join(folder, '.package'))
    for (const own of ['new', 'ready.json'])
      if (own === name) await symlink(join(elsewhere, own), join(folder, '.package', own))
      else if (own === 'new') await mkdir(join(folder, '.package/new/form'), { recursive: true })
      else await writeFile(join(folder, '.package/ready.json'), '["form"]')
    await expect(packFolder(folder)).rejects.toThrow(/symbolic link/)
    expect(await readFile(join(elsewhere, 'new/form/private.txt'), 'utf8')).toBe('private')
    expect(await readdir(folder)).toEqual(['.package'])
  }
})

it('does not take a reading error for a folder without an unfinished package', async () => {
  const folder = await temporary()
  await unpackInto(folder, await zip(before))
  // A reading error that root gets, too.
  await mkdir(join(folder, '.package/ready.json'), { recursive: true })
  await expect(packFolder(folder)).rejects.toThrow('EISDIR')
  await expect(unpackInto(folder, await zip(after))).rejects.toThrow('EISDIR')
  expect(await contentsOf(folder)).toEqual(before)
})
