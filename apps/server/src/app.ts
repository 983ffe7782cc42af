import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AppContext, type AppOptions, createRuntime } from './app-context.ts'
import { answerRestError, registerEngineRest } from './engine-rest/register-engine-rest.ts'
import { allowSites } from './features/form-links/allow-sites.ts'
import { themeErrors } from './features/themes/routes.ts'
import { features } from './features.ts'
import { registerMcp } from './mcp/register-mcp.ts'
import { createTokenSessions } from './platform/auth/api-token.ts'
import { createHeaderAuthentication } from './platform/auth/authenticate-header.ts'
import { refuse } from './platform/errors/refusal.ts'
import { answerRefusal } from './platform/http/answer-error.ts'
import { createHttpServer } from './platform/http/create-http-server.ts'
import { createCsrf } from './platform/http/csrf.ts'
import { createDoor } from './platform/http/door.ts'
import { createMaintenance } from './platform/http/maintenance.ts'
import { addMetrics } from './platform/http/metrics.ts'
import { prepareApi } from './platform/http/prepare-api.ts'
import { connectionLimits } from './platform/http/server-limits.ts'
import { addStaticFiles, wantsPage } from './platform/http/static-files.ts'
import { createLiveHub } from './platform/live/hub.ts'
import { keepBudgets } from './platform/settings/live-budgets.ts'
import { followSso } from './platform/sso/current-sso.ts'
import type { Runtime } from './runtime/runtime.ts'
import { answerScimError, registerScim } from './scim/register-scim.ts'
import { registerWebhooks } from './webhooks/register-webhooks.ts'

/** Creates the whole server without a port: call `listen` or `inject` on it. */
export async function createApp(
  options: AppOptions,
  runtime: Runtime = createRuntime(options),
): Promise<FastifyInstance> {
  const { config, build, webFolder = defaultWebFolder } = options
  const { apiBase } = config
  const limits = { ...connectionLimits, ...options.connectionLimits }
  const csrf = createCsrf(options.secret)
  const currentSso = followSso(config.sso, options.settings, options.outgoing)
  const findTokenSession = createTokenSessions(options)
  const authenticateHeader = createHeaderAuthentication(options, findTokenSession)
  const live = createLiveHub(options)
  const context: AppContext = {
    ...{ ...options, runtime, csrf, authenticateHeader, live },
    get sso() {
      return currentSso()
    },
  }
  const app = await createHttpServer(config, {
    surfaces: {
      '/engine-rest': answerRestError,
      '/scim': answerScimError,
      [`${apiBase}${themeErrors[0]}`]: themeErrors[1],
    },
    connectionLimits: limits,
    logStream: options.logStream,
  })
  app.addHook('preClose', async () => live.close())
  const unfollow = keepBudgets(config.budgets, options.settings)
  app.addHook('onClose', async () => unfollow())
  app.addHook('onResponse', async (request, reply) => {
    // Streams stay open, and files of the pages are no calls.
    const { call } = request.routeOptions.config
    if (call?.answer !== 'events' && isForPrograms(request.url, apiBase)) options.meter?.add(reply.elapsedTime)
  })
  const door = createDoor(config.budgets)
  const maintenance = createMaintenance(options.settings)
  await app.register(
    async (api) => {
      await prepareApi(api, {
        auth: context,
        findTokenSession,
        csrf,
        door,
        maintenance,
        secret: options.secret,
        apiBase,
        version: build.version,
      })
      for (const register of features) register(api, context)
    },
    { prefix: apiBase },
  )
  await registerEngineRest(app, {
    context,
    config,
    door,
    maintenance,
    authenticate: (request) => authenticateHeader(request.headers.authorization, request.ip),
    assume: (request) => authenticateHeader.assume(request.headers.authorization, request.ip),
    pace: limits.listPace,
    version: build.version,
  })
  await registerMcp(app, {
    ...config,
    findTokenSession,
    clock: options.clock,
    door,
    version: build.version,
    db: options.db,
  })
  await registerScim(app, {
    ...{ context, door, maintenance, findTokenSession },
    publicUrl: config.publicUrl,
  })
  await registerWebhooks(app, { context, door, maintenance })
  const { metricsToken: token } = config
  const { db, threads, meter, clock } = options
  if (token !== null) addMetrics(app, { token, db, threads, meter, clock, version: build.version })
  await addPages(app, { webFolder, apiBase, prepare: (request, reply) => allowSites(options, request, reply) })
  return app
}

const defaultWebFolder = join(import.meta.dirname, '../../web/dist')

/** The browser application for every address that is nothing else. */
async function addPages(
  app: FastifyInstance,
  {
    webFolder,
    apiBase,
    prepare,
  }: {
    webFolder: string
    apiBase: string
    /** What the page of an address needs beside the same for all. */
    prepare: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  },
): Promise<void> {
  const sendPage = await addStaticFiles(app, { folder: webFolder, apiBase })
  app.setNotFoundHandler(async (request, reply) => {
    if (sendPage !== null && !isForPrograms(request.url, apiBase) && wantsPage(request)) {
      await prepare(request, reply)
      return sendPage(reply)
    }
    const [path] = request.url.split('?', 1)
    return answerRefusal(
      refuse('thing.not-found', `Expected an address that exists, but there is no ${request.method} ${path}.`),
      request,
      reply,
    )
  })
}

/** Whether an address is of a call, and not of a page or a file of one. */
function isForPrograms(url: string, apiBase: string): boolean {
  return [apiBase, '/engine-rest', '/mcp', '/scim', '/webhooks'].some(
    (base) => url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`),
  )
}
