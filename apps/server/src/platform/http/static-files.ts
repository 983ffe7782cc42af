import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Serves the built browser application: files with a hash in their name are cached for ever, and every other address
 * gets the application's page, because the browser does the routing. Without a build it serves nothing.
 *
 * @returns the page, for answers to unknown addresses; null without a build.
 */
export async function addStaticFiles(
  app: FastifyInstance,
  { folder, apiBase }: { folder: string; apiBase: string },
): Promise<((reply: FastifyReply) => FastifyReply) | null> {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return null
  const page = readFileSync(file, 'utf8').replace(/(<meta name="api-base" content=")[^"]*"/, `$1${apiBase}"`)
  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => sendPage(reply))
  app.get('/index.html', (_request, reply) => sendPage(reply))
  return sendPage
}

/** Vite puts what it names by content into `assets`. */
function isHashed(path: string): boolean {
  return /[\\/]assets[\\/]/.test(path)
}

/**
 * Returns whether a request comes from a browser that opens a page, and is neither a call of the API nor a request for
 * a file.
 */
export function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = ''] = url.split('?', 1)
  return (headers.accept ?? '*/*').includes('text/html') || (headers.accept === '*/*' && !/\.\w+$/.test(path))
}
