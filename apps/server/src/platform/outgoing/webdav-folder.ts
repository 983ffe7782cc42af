import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parseXml, walk, type XmlElement } from '@millrace/xml'
import { type FileHttp, finish, useContent } from './file-http.ts'
import {
  byName,
  checkPath,
  existingFile,
  type FileFacts,
  type FileParts,
  inPieces,
  isFileName,
  isTemporaryName,
  missingFile,
  noAppend,
  type OpenFolder,
  temporaryName,
  tooManyFiles,
} from './open-folder.ts'
import { OutgoingFailure } from './outgoing-failure.ts'
import { readLimited } from './read-limited.ts'

interface Place {
  /** The address that paths are behind, without a slash at its end. */
  readonly base: URL
  /** The path of the folder, as it was entered. */
  readonly folder: string
  readonly username: string
  readonly secret: string
  readonly change: { isStarted: boolean }
}

const final = { isFinal: true } as const
const longestListing = 8 * 1024 * 1024
/** Contents up to this size are sent with their length, which some servers need. */
const pieceSize = 1024 * 1024

/** A resource of a WebDAV server. */
interface Resource {
  readonly isFolder: boolean
  readonly facts: FileFacts
  /** The names of its path, decoded. */
  readonly names: readonly string[]
}

/** Opens a folder of a WebDAV server (RFC 4918). The protocol cannot append. */
export function openWebDavFolder(http: FileHttp, place: Place): OpenFolder & { checkFolder(): Promise<void> } {
  const { base, folder, username, secret, change } = place
  const { host } = base
  const authorization = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
  const basePath = base.pathname.replace(/(?<!\/)\/+$/, '')
  const urlOf = (path: string, { isFolder = false } = {}) => {
    checkPath(path, folder, { isFolder })
    const names = [...folder.split('/'), ...path.split('/')].filter((name) => name !== '')
    const way = names.map((name) => `/${encodeURIComponent(name)}`).join('')
    return new URL(`${base.origin}${basePath}${way}${isFolder ? '/' : ''}`)
  }
  const ask = (method: string, url: URL, headers: Record<string, string | number> = {}, body?: FileParts) =>
    http.send({ method, url, headers: { authorization, ...headers }, ...(body && { body }) })

  /** Refuses an answer in words. Statuses that mean the same for all methods. */
  const refuse = ({ statusCode: status = 0 }: IncomingMessage, path: string): OutgoingFailure => {
    if (status === 401)
      return new OutgoingFailure(`Expected ${host} to let “${username}” in, but it refuses. Check the sign-in.`, final)
    if (status === 403)
      return new OutgoingFailure(`Expected “${username}” to be permitted to do this, but ${host} refuses.`, final)
    // 409: the folder above is not there.
    if (status === 404 || status === 409 || status === 410) return missingFile(path, folder)
    if (status === 412) return existingFile(path, folder)
    if (status === 423)
      return new OutgoingFailure(`Expected to change “${path}” in ${folder}, but somebody has locked it.`)
    if (status === 405 || status === 501)
      return new OutgoingFailure(`Expected ${host} to speak WebDAV, but it does not (status ${status}).`, final)
    const isPassing = status >= 500 && status !== 507
    return new OutgoingFailure(`Expected ${host} to carry out the request, but it refuses (status ${status}).`, {
      isFinal: !isPassing && status !== 429,
      mayHaveArrived: isPassing && change.isStarted,
    })
  }
  /** Refuses all but a success. An answer for several resources says that some of it was not done. */
  const need = (answer: IncomingMessage, path: string): IncomingMessage => {
    const { statusCode: status = 0 } = answer
    if (status >= 200 && status < 300 && status !== 207) return answer
    answer.destroy()
    throw refuse(answer, path)
  }

  const propfind = async (url: URL, depth: '0' | '1', path: string): Promise<readonly Resource[]> => {
    const answer = await ask(
      'PROPFIND',
      url,
      { depth, 'content-type': 'application/xml; charset=utf-8', 'content-length': question.length },
      once(question),
    )
    if (answer.statusCode !== 207) {
      answer.destroy()
      const isSuccess = answer.statusCode !== undefined && answer.statusCode < 300
      throw isSuccess
        ? new OutgoingFailure(`Expected ${host} to speak WebDAV, but it does not (status ${answer.statusCode}).`, final)
        : refuse(answer, path)
    }
    const parsed = parseXml((await readLimited(answer, longestListing)).toString('utf8'))
    if (!parsed.ok || parsed.root.name !== 'multistatus')
      throw new OutgoingFailure(`Expected an answer of WebDAV from ${host}, but it cannot be read.`, final)
    return parsed.root.children.flatMap((response) => readResponse(response, url) ?? [])
  }

  const findResource = async (path: string): Promise<Resource | null> => {
    try {
      const [found] = await propfind(urlOf(path), '0', path)
      return found ?? null
    } catch (error) {
      if (error instanceof OutgoingFailure && error.detail?.code === 'missing') return null
      throw error
    }
  }
  const needFile = async (path: string): Promise<void> => {
    const found = await findResource(path)
    if (found === null) throw missingFile(path, folder)
    if (found.isFolder) throw new OutgoingFailure(`Expected a file “${path}”, but it is something else.`, final)
  }
  const move = async (from: string, to: string, { replaces, path }: { replaces: boolean; path: string }) => {
    change.isStarted = true
    const headers = { destination: urlOf(to).href, overwrite: replaces ? 'T' : 'F' }
    finish(need(await ask('MOVE', urlOf(from), headers), path))
  }
  const put = async (path: string, parts: FileParts): Promise<number> => {
    const pieces = inPieces(parts, pieceSize)
    const first = await pieces.next()
    const second = first.done === true ? first : await pieces.next()
    let bytes = 0
    const counted = async function* () {
      for await (const piece of after(
        first.done === true ? [] : [first.value],
        second.done === true ? [] : [second.value],
        pieces,
      )) {
        bytes += piece.length
        yield piece
      }
    }
    const length = first.done === true ? 0 : first.value.length
    const headers: Record<string, string | number> =
      second.done === true ? { 'content-length': length } : { 'transfer-encoding': 'chunked' }
    const type = { 'content-type': 'application/octet-stream' }
    finish(need(await ask('PUT', urlOf(path), { ...headers, ...type }, counted()), path))
    return bytes
  }

  return {
    checkFolder: async () => {
      const [found] = await propfind(urlOf('', { isFolder: true }), '0', folder)
      if (found?.isFolder !== true)
        throw new OutgoingFailure(`Expected a folder ${folder}, but it is something else.`, final)
    },
    read: async (path, use) => useContent(need(await ask('GET', urlOf(path)), path), use),
    find: async (path) => {
      const found = await findResource(path)
      return found === null || found.isFolder ? null : { ...found.facts, name: path.slice(path.lastIndexOf('/') + 1) }
    },
    list: async (path, most) => {
      const url = urlOf(path, { isFolder: true })
      const above = namesOf(url) ?? []
      const found = await propfind(url, '1', path)
      // One of them is the folder.
      if (found.length > most + 1) throw tooManyFiles(most)
      return found
        .filter(({ isFolder, names, facts }) => {
          // The other side names them: what is not directly in the folder is none of its files.
          const isHere = names.length === above.length + 1 && above.every((name, at) => name === names[at])
          return !isFolder && isHere && isFileName(facts.name) && !isTemporaryName(facts.name)
        })
        .map(({ facts }) => facts)
        .sort(byName)
    },
    write: async (path, parts, mode) => {
      if (mode === 'append') throw noAppend(path, 'WebDAV')
      checkPath(path, folder)
      const found = await findResource(path)
      if (found?.isFolder === true)
        throw new OutgoingFailure(`Expected a file “${path}”, but it is something else.`, final)
      if (found !== null && mode === 'refuse') throw existingFile(path, folder)
      const temporary = [...path.split('/').slice(0, -1), temporaryName(randomUUID())].join('/')
      try {
        const bytes = await put(temporary, parts)
        await move(temporary, path, { replaces: mode === 'replace', path })
        return bytes
      } catch (error) {
        if (error instanceof OutgoingFailure && error.detail?.code !== 'missing')
          await ask('DELETE', urlOf(temporary)).then(finish, () => {})
        throw error instanceof OutgoingFailure && error.detail?.code === 'missing' ? missingFile(path, folder) : error
      }
    },
    move: async (path, target, { replaces }) => {
      checkPath(target, folder)
      await needFile(path)
      const there = await findResource(target)
      if (there?.isFolder === true)
        throw new OutgoingFailure(`Expected a file “${target}”, but it is something else.`, final)
      if (there !== null && !replaces) throw existingFile(target, folder)
      await move(path, target, { replaces, path: target })
    },
    remove: async (path) => {
      // A folder would go with all that is in it.
      await needFile(path)
      change.isStarted = true
      finish(need(await ask('DELETE', urlOf(path)), path))
    },
  }
}

const question = Buffer.from(
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/></prop></propfind>',
)

/** A resource of an answer; null for one that is not there, or that cannot be read. */
function readResponse(response: XmlElement, asked: URL): Resource | null {
  if (response.name !== 'response') return null
  const href = response.children.find(({ name }) => name === 'href')?.text.trim() ?? ''
  const url = URL.parse(href, asked.href)
  const names = url === null ? null : namesOf(url)
  const props = response.children.filter(({ name, children }) => name === 'propstat' && isFound(children))
  if (names === null || props.length === 0) return null
  const found = new Map<string, XmlElement>()
  for (const prop of props)
    for (const element of walk(prop)) if (element.uri === 'DAV:') found.set(element.name, element)
  const time = Date.parse(found.get('getlastmodified')?.text.trim() ?? '')
  return {
    isFolder: found.get('resourcetype')?.children.some(({ name }) => name === 'collection') === true,
    facts: {
      name: names.at(-1) ?? '',
      size: Number(found.get('getcontentlength')?.text.trim() ?? 0) || 0,
      modified: new Date(Number.isNaN(time) ? 0 : time),
    },
    names,
  }
}

function isFound(children: readonly XmlElement[]): boolean {
  const status = children.find(({ name }) => name === 'status')?.text ?? ''
  return /^\s*HTTP\/[\d.]+ 2\d\d/.test(status)
}

/** The decoded names of a path; null when they cannot be decoded. A slash in a name stays part of it. */
function namesOf({ pathname }: URL): readonly string[] | null {
  try {
    return pathname
      .split('/')
      .filter((name) => name !== '')
      .map((name) => decodeURIComponent(name))
  } catch {
    return null
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function* after(
  first: readonly Buffer[],
  second: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield* first
  yield* second
  yield* rest
}
