import type { Socket } from 'node:net'
import { type ErrorAnswer, type ErrorCode, errors } from '@millrace/contract'

/**
 * Answers data that never became a request, such as headers that are too large or too late. There is no request or
 * reply object yet, so the answer is written by hand, and the connection ends.
 */
export function answerUnreadableRequest({ code: reason }: Error & { code?: string }, socket: Socket): void {
  if (reason === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = codes[reason ?? ''] ?? 'request.invalid'
  const answer: ErrorAnswer = { code, message: sentences[code] ?? other, requestId: crypto.randomUUID() }
  const body = JSON.stringify(answer)
  socket.end(
    `HTTP/1.1 ${errors[code].status} ${code}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.too-slow',
}

const sentences: Partial<Record<ErrorCode, string>> = {
  'request.headers-too-large': 'Expected a shorter address and fewer headers: those of this request are too large.',
  'request.too-slow': 'Expected the whole request to arrive in time, but it did not. Send it again.',
}

const other = 'Expected a request of HTTP, but it cannot be read.'
