import { notFound, redirect } from '@tanstack/react-router'
import { ApiError } from '../lib/api/api-error.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { findFailurePage, type RouterContext, requireSession } from './guards.ts'

interface StandaloneInput {
  readonly context: RouterContext
  readonly location: { readonly href: string }
  readonly params: Readonly<Record<string, string | undefined>>
}

/**
 * Guards standalone pages. `secure` pages need a session. `external` pages ask the server what the form requires, and
 * redirect to the secure page if it is a session; without a form the page does not exist. Other addresses do not exist.
 */
export async function requireStandalone({ context, location, params }: StandaloneInput): Promise<void> {
  const isPage = ['processes', 'tasks', 'process', 'task'].includes(params.processOrTask ?? '')
  if (!isPage || (params.external !== 'secure' && params.external !== 'external')) throw notFound()
  if (params.external === 'secure') await requireSession({ context, location })
  // The page of a public link says by itself what has become of it.
  else if ((params.definitionId ?? params.taskId) !== undefined && hasLink(location.href)) return
  else if (params.taskId !== undefined || params.definitionId !== undefined) await requireForm(params, location.href)
}

function hasLink(href: string): boolean {
  return new URLSearchParams(href.split('?')[1]).has('link')
}

async function requireForm(params: StandaloneInput['params'], href: string): Promise<void> {
  const { checkStandalone } = await loadChunk(() => import('./check-standalone.ts'))
  const kind = await checkStandalone(params).catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    throw redirect({ ...(await findFailurePage('standalone', error, href)), replace: true })
  })
  if (kind === 'none') throw notFound()
  if (kind === 'secure')
    throw redirect({ to: href.replace(/^\/standalone\/external\//, '/standalone/secure/'), replace: true })
}
