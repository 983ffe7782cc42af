import type { Page, Request } from 'playwright-core'

/**
 * Follows the pending requests of a page from now on. The stream of changes is always pending while the page is open.
 */
export function followRequests(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>()
  /** The requests of documents that are pending, in order: one can be sent before the previous one is answered. */
  const documents: Request[] = []
  const forget = (request: Request | null) => {
    const at = request === null ? -1 : documents.indexOf(request)
    if (at >= 0) documents.splice(at, 1)
  }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      forget(request.redirectedFrom())
      documents.push(request)
    }
    if (new URL(request.url()).pathname !== '/api/live') underWay.add(request)
  })
  // What the page before had asked for ends without a word, also what it asks for while the next one is on its way.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    const document = documents.shift()
    if (document === undefined) return
    for (const request of underWay) if (request !== document) underWay.delete(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => {
    underWay.delete(request)
    forget(request)
  })
  return underWay
}
