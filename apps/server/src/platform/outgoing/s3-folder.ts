import { parseXml, type XmlElement } from '@millrace/xml'
import { type S3Client, S3Failure } from '../files/s3-client.ts'
import { finish, useContent } from './file-http.ts'
import {
  byName,
  checkPath,
  existingFile,
  type FileFacts,
  inPieces,
  missingFile,
  noAppend,
  type OpenFolder,
  tooManyFiles,
} from './open-folder.ts'
import { OutgoingFailure } from './outgoing-failure.ts'
import { readLimited } from './read-limited.ts'
import { bodyOf, encodeKey, escapeXml, readEntry, refuseError, textOf } from './s3-format.ts'

interface Place {
  readonly host: string
  readonly bucket: string
  /** The path of the folder, as it was entered. `/`: the whole bucket. */
  readonly folder: string
  readonly change: { isStarted: boolean }
}

const final = { isFinal: true } as const
/** The bytes of one part of a large file. Amazon S3 permits no smaller ones, and 10,000 parts. */
const pieceSize = 8 * 1024 * 1024
const longestAnswer = 5 * 1024 * 1024

/**
 * Opens a folder of an S3 bucket: the keys that begin with its path. Files appear when they are complete. The protocol
 * cannot move files, so a move is a copy and a deletion, and it cannot append.
 */
export function openS3Folder(
  send: S3Client,
  { host, bucket, folder, change }: Place,
): OpenFolder & { checkFolder(): Promise<void> } {
  const prefix = folder.replace(/^\/+|(?<!\/)\/+$/g, '')
  const keyOf = (path: string) => (prefix === '' ? path : `${prefix}/${path}`)
  const locate = (path: string) => {
    checkPath(path, folder)
    return encodeKey(keyOf(path))
  }

  const naming = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw error instanceof S3Failure ? describe(error, path) : error
    }
  }
  const describe = ({ status, code }: S3Failure, path: string): OutgoingFailure => {
    const said = code === '' ? `status ${status}` : code
    if (code === 'NoSuchBucket')
      return new OutgoingFailure(`Expected a bucket “${bucket}” at ${host}, but there is none.`, final)
    if (status === 404) return missingFile(path, folder)
    if (status === 412 || code === 'ConditionalRequestConflict') return existingFile(path, folder)
    if (unknownKey.has(code))
      return new OutgoingFailure(
        `Expected ${host} to let the access key in, but it refuses (${code}). Check the sign-in.`,
        final,
      )
    if (status === 401 || status === 403)
      return new OutgoingFailure(
        `Expected the access key to be permitted to do this, but ${host} refuses (${said}).`,
        final,
      )
    const isPassing = status >= 500 || status === 429 || status === 409
    return new OutgoingFailure(`Expected ${host} to carry out the request, but it refuses (${said}).`, {
      isFinal: !isPassing,
      mayHaveArrived: status >= 500 && change.isStarted,
    })
  }

  const head = async (key: string) => {
    try {
      const answer = await send({ method: 'HEAD', key })
      finish(answer)
      const { etag = '', 'content-length': size = '', 'last-modified': modified = '' } = answer.headers
      return { etag, size: Number(size), modified: new Date(modified) }
    } catch (error) {
      if (error instanceof S3Failure && error.status === 404 && error.code !== 'NoSuchBucket') return null
      throw error
    }
  }
  const put = async (
    key: string,
    bytes: Buffer,
    more: { headers?: Record<string, string>; query?: Record<string, string> },
  ) => {
    const answer = await send({ method: 'PUT', key, body: bodyOf(bytes), ...more })
    finish(answer)
    return String(answer.headers.etag ?? '')
  }
  const remove = async (key: string) => finish(await send({ method: 'DELETE', key }))

  /** Large files are sent in parts. What is not completed takes room until the bucket removes it, so it is removed. */
  const writeLarge = async (key: string, pieces: AsyncIterable<Buffer>, headers: Record<string, string>) => {
    const upload = await readAnswer(await send({ method: 'POST', key, query: { uploads: '' } }))
    const uploadId = textOf(upload, 'UploadId')
    if (uploadId === '') throw unreadable(host)
    try {
      const etags: string[] = []
      let bytes = 0
      for await (const piece of pieces) {
        etags.push(await put(key, piece, { query: { partNumber: String(etags.length + 1), uploadId } }))
        bytes += piece.length
      }
      const listed = etags.map(
        (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
      )
      const whole = Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`)
      change.isStarted = true
      const done = await readAnswer(
        await send({
          method: 'POST',
          key,
          query: { uploadId },
          body: bodyOf(whole),
          ...(headers['if-none-match'] && { headers }),
        }),
      )
      refuseError(done)
      return bytes
    } catch (error) {
      if (error instanceof S3Failure || error instanceof OutgoingFailure || !change.isStarted)
        await send({ method: 'DELETE', key, query: { uploadId } }).then(finish, () => {})
      throw error
    }
  }

  const readAnswer = async (answer: Parameters<typeof finish>[0]): Promise<XmlElement> => {
    const parsed = parseXml((await readLimited(answer, longestAnswer)).toString('utf8'))
    if (!parsed.ok) throw unreadable(host)
    return parsed.root
  }

  const find = async (path: string): Promise<FileFacts | null> => {
    const found = await head(locate(path))
    const name = path.slice(path.lastIndexOf('/') + 1)
    return found === null ? null : { name, size: found.size, modified: found.modified }
  }

  const copy = async (from: string, to: string, etag: string) => {
    const answer = await send({
      method: 'PUT',
      key: to,
      headers: {
        'x-amz-copy-source': `/${bucket}/${from}`,
        ...(etag !== '' && { 'x-amz-copy-source-if-match': etag }),
      },
    })
    // The answer begins before the copy is made, so it may hold an error.
    refuseError(await readAnswer(answer))
  }

  /** The entries of a folder, and where its next page begins; empty for the last page. */
  const listPage = async (within: string, next: string, most: number) => {
    const query = {
      'list-type': '2',
      prefix: within,
      delimiter: '/',
      'max-keys': String(most),
      'encoding-type': 'url',
      ...(next !== '' && { 'continuation-token': next }),
    }
    const page = await readAnswer(await send({ method: 'GET', key: '', query }))
    if (page.name !== 'ListBucketResult') throw unreadable(host)
    const isEncoded = textOf(page, 'EncodingType') === 'url'
    const entries = page.children.filter(({ name }) => name === 'Contents')
    return {
      size: entries.length,
      files: entries.flatMap((entry) => readEntry(entry, within, isEncoded) ?? []),
      next: textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : '',
    }
  }
  const withinOf = (path: string) => (keyOf(path) === '' ? '' : `${keyOf(path).replace(/\/$/, '')}/`)

  return {
    // An empty folder is no error: S3 knows no folders.
    checkFolder: () => naming(folder, async () => void (await listPage(withinOf(''), '', 1))),
    read: (path, use) => naming(path, async () => useContent(await send({ method: 'GET', key: locate(path) }), use)),
    find: (path) => naming(path, () => find(path)),
    list: (path, most) =>
      naming(path, async () => {
        checkPath(path, folder, { isFolder: true })
        const within = withinOf(path)
        const facts: FileFacts[] = []
        let next = ''
        for (let seen = 0; ; ) {
          const page = await listPage(within, next, 1000)
          // A page without anything counts, too: an unkind storage could have no end of them.
          seen += Math.max(1, page.size)
          if (seen > most) throw tooManyFiles(most)
          facts.push(...page.files)
          next = page.next
          if (next === '') return facts.sort(byName)
        }
      }),
    write: (path, parts, mode) =>
      naming(path, async () => {
        if (mode === 'append') throw noAppend(path, 'S3')
        const key = locate(path)
        const isKept = mode === 'refuse'
        if (isKept && (await head(key)) !== null) throw existingFile(path, folder)
        // A storage that does not know this header has been asked above.
        const headers: Record<string, string> = isKept ? { 'if-none-match': '*' } : {}
        const pieces = inPieces(parts, pieceSize)
        const first = await pieces.next()
        const second = first.done === true ? first : await pieces.next()
        if (second.done === true) {
          const bytes = first.done === true ? Buffer.alloc(0) : first.value
          change.isStarted = true
          await put(key, bytes, isKept ? { headers } : {})
          return bytes.length
        }
        return writeLarge(key, after([first.value as Buffer, second.value], pieces), headers)
      }),
    move: async (path, target, { replaces }) => {
      const [from, to] = [locate(path), locate(target)]
      const etag = await naming(path, async () => {
        const found = await head(from)
        if (found === null) throw missingFile(path, folder)
        return found.etag
      })
      if (from === to) return
      await naming(target, async () => {
        if (!replaces && (await head(to)) !== null) throw existingFile(target, folder)
        change.isStarted = true
        await copy(from, to, etag)
      })
      await naming(path, () => remove(from)).catch(async (error: unknown) => {
        if (!(error instanceof OutgoingFailure) || error.mayHaveArrived) throw error
        // Both are there now: the copy goes again, so that the file is where it was.
        if (
          replaces ||
          !(await remove(to).then(
            () => true,
            () => false,
          ))
        )
          throw new OutgoingFailure(error.message, { isFinal: error.isFinal, mayHaveArrived: true })
        throw error
      })
    },
    remove: (path) =>
      naming(path, async () => {
        const key = locate(path)
        // The protocol removes what is not there without a word.
        if ((await head(key)) === null) throw missingFile(path, folder)
        change.isStarted = true
        await remove(key)
      }),
    isCopyOf: (path, target) =>
      naming(path, async () => {
        const [one, other] = [await head(locate(path)), await head(locate(target))]
        return one !== null && other !== null && one.etag !== '' && one.etag === other.etag && one.size === other.size
      }),
  }
}

const unknownKey: ReadonlySet<string> = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken'])

async function* after(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}

function unreadable(host: string): OutgoingFailure {
  return new OutgoingFailure(`Expected an answer of S3 from ${host}, but it cannot be read.`, final)
}
