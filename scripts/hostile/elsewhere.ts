import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** An address of this machine that differs from that of the attacks; Linux has a whole network of them. */
export const proxyAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'

const agent = new Agent({ localAddress: proxyAddress, keepAlive: true })

export interface Answered {
  readonly status: number
  readonly cookies: readonly string[]
  readonly text: string
}

/** Makes a request through a trusted proxy, which passes on the address of the sender. */
export function askFromElsewhere(
  url: string,
  {
    method = 'GET',
    from = '198.51.100.9',
    headers = {},
    body = '',
    signal,
  }: {
    readonly method?: string
    readonly from?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
    readonly signal?: AbortSignal
  } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method,
      headers: { ...headers, 'x-forwarded-for': from, 'content-length': Buffer.byteLength(body) },
      ...(signal !== undefined && { signal }),
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const { statusCode = 0, headers: answered } = answer
      text(answer).then(
        (read) => resolve({ status: statusCode, cookies: answered['set-cookie'] ?? [], text: read }),
        reject,
      )
    })
    sent.end(body)
  })
}
