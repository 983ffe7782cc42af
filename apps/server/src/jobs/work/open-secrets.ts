import type { AdapterWork, HttpWork, WorkRequest } from '@millrace/engine'
import type { Database } from '../../platform/db/database.ts'
import { createHide, type Hide, inJson } from '../../platform/outgoing/hide-secrets.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { findHandles, valueHere } from '../../runtime/definitions/global-properties.ts'

/** An outgoing request with its secrets, and a function that hides them in everything stored of the answer. */
export interface OpenedRequest<Work extends WorkRequest = WorkRequest> {
  readonly request: Work
  readonly secrets: readonly string[]
  readonly hide: Hide
}

type OpenSecret = (sealed: Buffer) => string | null

/**
 * Replaces marks in a call by the values of secret global properties. Marks in mails are kept, because people read
 * mails.
 *
 * @throws OutgoingFailure when a property no longer exists, or was encrypted with another key than that of this server.
 */
export async function openSecrets<Work extends WorkRequest>(
  db: Database,
  openSecret: OpenSecret | undefined,
  { workplaceId }: { readonly workplaceId: string },
  request: Work,
): Promise<OpenedRequest<Work>> {
  if (request.service === 'mail' || openSecret === undefined) return { request, secrets: [], hide: (kept) => kept }
  const handles = findHandles(listTexts(request).join('\n'))
  if (handles.length === 0) return { request, secrets: [], hide: (kept) => kept }
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'global_secrets_find',
        text: `select replace(handle::text, '-', ''), coalesce(${valueHere('environment_sealed')}, encode(sealed, 'base64')) from global_property where workplace_id = $1 and handle = any($2::uuid[])`,
        values: [workplaceId, handles],
      },
    ]),
  )
  const secrets = new Map<string, string>()
  for (const [handle, sealed] of rows ?? []) {
    const opened = openSecret(Buffer.from(sealed as string, 'base64'))
    if (opened !== null) secrets.set(handle as string, opened)
  }
  if (secrets.size < handles.length)
    throw new OutgoingFailure(
      'Expected the secret global properties of the call, but one was deleted or cannot be decrypted. Enter it again, and retry.',
      { isFinal: true },
    )
  const all = [...secrets.values()]
  return { request: putInPlace(request, secrets) as Work, secrets: all, hide: createHide(all) }
}

function listTexts(request: HttpWork | AdapterWork): readonly string[] {
  return request.service === 'adapter'
    ? Object.values(request.parameters)
    : [request.url, request.body ?? '', ...Object.values(request.headers)]
}

function putInPlace<Work extends HttpWork | AdapterWork>(request: Work, secrets: ReadonlyMap<string, string>) {
  const fill = (text: string, write: (secret: string) => string = (secret) => secret) =>
    text.replaceAll(/__secret_([0-9a-f]{32})__/g, (mark, handle: string) => {
      const secret = secrets.get(handle)
      return secret === undefined ? mark : write(secret)
    })
  if (request.service === 'adapter') {
    const parameters = Object.entries(request.parameters).map(([name, value]) => [name, fill(value)])
    return { ...request, parameters: Object.fromEntries(parameters) }
  }
  const { url, headers, body } = request
  return {
    ...request,
    url: fill(url, encodeURIComponent),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
    body: body === null ? null : fill(body, writerFor(headers)),
  }
}

/** As a body of that type writes a text. */
function writerFor(headers: HttpWork['headers']): (secret: string) => string {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (/json/i.test(type)) return inJson
  return /x-www-form-urlencoded/i.test(type) ? encodeURIComponent : (secret) => secret
}
