/** Called with the number of sent bytes of a body, which `fetch` cannot report. */
export type OnProgress = (sent: number, total: number) => void

/** Creates a `fetch` for a request with a body that reports the progress of its upload. */
export function fetchWithProgress(onProgress: OnProgress): typeof fetch {
  return (address, { method = 'GET', headers, body, signal, credentials } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(address))
      request.withCredentials = credentials === 'include'
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
      request.onload = () => resolve(readResponse(request))
      request.onerror = () => reject(new TypeError('Expected an answer, but the connection was cut.'))
      request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body as XMLHttpRequestBodyInit | null)
    })
}

function readResponse(request: XMLHttpRequest): Response {
  const { status } = request
  const hasBody = status !== 204 && status !== 205 && status !== 304
  const type = request.getResponseHeader('content-type')
  return new Response(hasBody ? request.responseText : null, {
    status,
    headers: type === null ? {} : { 'content-type': type },
  })
}
