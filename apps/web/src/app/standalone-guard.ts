import { notFound } from '@tanstack/react-router'
import { type RouterContext, requireSession } from './guards.ts'

interface StandaloneInput {
  readonly context: RouterContext
  readonly location: { readonly href: string }
  readonly params: Readonly<Record<string, string | undefined>>
}

/** `secure` pages need a session, `external` ones take none; other words make no page. */
export async function requireStandalone({ context, location, params }: StandaloneInput): Promise<void> {
  const isPage = ['processes', 'tasks', 'process', 'task'].includes(params.processOrTask ?? '')
  if (!isPage || (params.external !== 'secure' && params.external !== 'external')) throw notFound()
  if (params.external === 'secure') await requireSession({ context, location })
}
