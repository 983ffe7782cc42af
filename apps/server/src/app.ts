import { join } from 'node:path'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { describeIssue, limits } from '@millrace/contract'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Caller, registerEngineRest } from './engine-rest/register-engine-rest.ts'
import { type AppContext, type AppOptions, createRuntime } from './app-context.ts'
import { registerAbout } from './features/about/routes.ts'
import { registerAuth } from './features/auth/routes.ts'
import { registerCategories } from './features/categories/routes.ts'
import { registerDeployments } from './features/deployments/routes.ts'
import { registerFiles } from './features/files/routes.ts'
import { registerProcesses } from './features/processes/routes.ts'
import { registerSamples } from './features/samples/routes.ts'
import { registerTasks } from './features/tasks/routes.ts'
import { registerShell } from './features/users/shell-routes.ts'
import { hasRole } from './platform/auth/user.ts'
import { createHeaderAuthentication } from './platform/auth/authenticate-header.ts'
import { refuse } from './platform/errors/refusal.ts'
import { answerError, answerRefusal } from './platform/http/answer-error.ts'
import { createCsrf } from './platform/http/csrf.ts'
import { addRequestLog, loggerOptions } from './platform/http/logging.ts'
import { addOpenApi } from './platform/http/openapi.ts'
import { addSecurityHeaders } from './platform/http/security-headers.ts'
import { addSessionHook } from './platform/http/session-hook.ts'
import { addStaticFiles, wantsPage } from './platform/http/static-files.ts'
import type { Runtime } from './runtime/runtime.ts'

/** What answers calls below the API base. Each adds its routes. */
const features: readonly ((app: FastifyInstance, context: AppContext) => void)[] = [registerAuth, registerShell, registerAbout, registerCategories, registerProcesses, registerTasks, registerFiles, registerDeployments, registerSamples]

/** The whole server without a port: `listen` or `inject` it. */
export async function createApp(options: AppOptions, runtime: Runtime = createRuntime(options)): Promise<FastifyInstance> {
  const { config, webFolder = defaultWebFolder } = options
  const context: AppContext = { ...options, runtime, csrf: createCsrf(options.secret), authenticateHeader: createHeaderAuthentication(options) }
  z.config({ customError: describeIssue })
  const app = Fastify({
    logger: loggerOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: [...config.trustedProxies],
    bodyLimit: limits.jsonBody,
    routerOptions: { maxParamLength: 500 },
    // What is being answered is finished; what comes on a connection that was kept open is turned away.
    forceCloseConnections: 'idle',
  })
  app.setErrorHandler(answerError)
  addRequestLog(app)
  addSecurityHeaders(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await app.register(cookie)
  await app.register(async (api) => registerApi(api, context), { prefix: config.apiBase })
  await registerEngineRest(app, { runtime, authenticate: (request) => authenticateCaller(context, request) })
  await addPages(app, { webFolder, apiBase: config.apiBase })
  return app
}

const defaultWebFolder = join(import.meta.dirname, '../../web/dist')

async function registerApi(api: FastifyInstance, context: AppContext): Promise<void> {
  const { config, build, csrf } = context
  api.setValidatorCompiler(validatorCompiler)
  api.setSerializerCompiler(serializerCompiler)
  api.removeContentTypeParser('text/plain')
  await api.register(multipart, { limits: { fileSize: limits.file, files: limits.parallelUploads, fields: 100 } })
  await api.register(rateLimit, { global: false })
  await addOpenApi(api, { apiBase: config.apiBase, version: build.version })
  addSessionHook(api, { auth: context, csrf })
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  for (const register of features) register(api, context)
}

/** Workers and tools prove who they are with each request; without a right to the whole API they are nobody here. */
async function authenticateCaller({ authenticateHeader }: AppContext, request: FastifyRequest): Promise<Caller | null> {
  const user = await authenticateHeader(request.headers.authorization)
  if (user === null || !(hasRole(user, ['RoleFullAPI']) || user.groups.includes('camunda-admin'))) return null
  return { userId: user.username, workplaceId: user.workplaceId, groupIds: user.groups }
}

/** The browser application for every address that is nothing else. */
async function addPages(app: FastifyInstance, { webFolder, apiBase }: { webFolder: string; apiBase: string }): Promise<void> {
  const sendPage = await addStaticFiles(app, { folder: webFolder, apiBase })
  const isForPrograms = (url: string) => [apiBase, '/engine-rest'].some((base) => url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`))
  app.setNotFoundHandler((request, reply) => {
    if (sendPage !== null && !isForPrograms(request.url) && wantsPage(request)) return sendPage(reply)
    const [path] = request.url.split('?', 1)
    return answerRefusal(refuse('thing.not-found', `Expected an address that exists, but there is no ${request.method} ${path}.`), request, reply)
  })
}
